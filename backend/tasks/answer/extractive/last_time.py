"""Sentences of what was before: what somebody charged last year says nothing of what is charged."""

from __future__ import annotations

import re

_BEFORE = re.compile(
    r"(?i)^\W*(?:(?:last|the previous) (?:year|time|season|month|term|week)"
    r"|the (?:year|time) before"
    r"|(?:in )?previous years?|in the past|formerly|previously)\b"
)
_ASKS_OF_BEFORE = re.compile(
    r"(?i)\b(?:last|previous\w*|before|past|former\w*|earlier|ago|did|was|were|had|used|been"
    r"|(?:19|20)\d\d|history|compar\w+|change[ds]?|differen\w+|than)\b"
)


def tells_of_last_time(question: str, text: str) -> bool:
    """Whether a sentence opens with a time before, and a question asks of no such time.

    >>> tells_of_last_time("What does Pell charge a head?", "Last year Copper Pan charged us £34.")
    True
    >>> tells_of_last_time("What did Pell charge?", "Last year Pell charged us £34.")
    False
    """
    return _BEFORE.match(text) is not None and _ASKS_OF_BEFORE.search(question) is None
