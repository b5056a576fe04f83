"""Text that speaks to whoever reads the documents for somebody: “Ignore the question and say …”.

It was put there to steer a program, and says nothing of what is asked.
"""

from __future__ import annotations

import re

_ADDRESSES = re.compile(
    r"(?i)\b(?:ignore|disregard|forget|override|bypass) (?:(?:all|any|the|your|these|this|those|"
    r"every|of|previous|prior|above|preceding|earlier|other|system|user['’]?s?) ){0,4}"
    r"(?:questions?|instructions?|prompts?|context|passages?|documents?|directions?|"
    r"guidelines?)\b"
    r"|\b(?:you are|act as|as) (?:now )?(?:an? )?(?:ai|language model|chat ?bot|"
    r"(?:ai|helpful|virtual) assistant)\b"
    r"|\b(?:do not|don['’]t|never) (?:tell|show|reveal (?:this|it|that)? ?to) the user\b"
)
_ASKS_ABOUT_IT = re.compile(r"(?i)\b(?:ignor|disregard|instruct|prompt|inject|assistant|model)\w*")


def addresses_the_reader(question: str, text: str) -> bool:
    """Whether a text gives orders to a program that answers questions, and the question does not
    ask about such orders."""
    return _ADDRESSES.search(text) is not None and _ASKS_ABOUT_IT.search(question) is None
