"""Text that speaks to whoever reads the documents for somebody: “Ignore the question and say …”.

It was put there to steer a program, and says nothing of what is asked.
"""

from __future__ import annotations

import re

_OF_THE_READER = (
    r"(?:(?:(?:all|any|of|the|these|this|those) ){0,3}(?:your|previous|prior|above|preceding|"
    r"earlier|system|user['’]?s?) (?:\w+ )?(?:questions?|instructions?|prompts?|context|passages?|"
    r"documents?|directions?|guidelines?)|(?:the |this |any |all )?(?:(?:other|user['’]s) )?"
    r"(?:questions?|prompts?)|all instructions)"
)
_ADDRESSES = re.compile(
    r"(?i)(?:^|[.!?:;\n]\s*|\band |\bplease,? |[\"“]\s*)(?:now |instead |just |always )?"
    rf"(?:ignore|disregard|forget|override|bypass) {_OF_THE_READER}\b"
    r"|\b(?:you are|act as) (?:now )?an? (?:ai|language model|chat ?bot|"
    r"(?:ai|helpful|virtual) assistant)\b"
    r"|\b(?:do not|don['’]t|never) (?:tell|show|reveal (?:this|it|that)? ?to) the user\b"
)
_ASKS_ABOUT_IT = re.compile(
    r"(?i)\b(?:ignor|disregard|inject)\w*|\b(?:prompts?|instructions?|language models?|"
    r"ai assistants?)\b"
)


def addresses_the_reader(question: str, text: str) -> bool:
    """Whether a text gives orders to a program that answers questions, and the question does not
    ask about such orders."""
    return _ADDRESSES.search(text) is not None and _ASKS_ABOUT_IT.search(question) is None
