"""Whether a text can say where something is.

“Surgery: Mondays 10 to 12 (Dr Finch)” has all words of “Where is the surgery of Dr Finch?” and says
when it is.
"""

from __future__ import annotations

import re

from backend.calendar_words import MONTH_NAME, WEEKDAY
from backend.tasks.answer.extractive.question import Question

_WHERE = re.compile(r"(?i)^(?:and |but |from |to )?where\b")
_TIME = re.compile(
    rf"(?i)\b(?:{WEEKDAY})s?\b|\b(?:{MONTH_NAME})\b|\b\d{{1,2}}[.:]\d\d\b"
    r"|\b\d{1,2} (?:to|until|till) \d{1,2}\b|\b\d{1,2} ?[ap]\.?m\b"
)
_IN_BRACKETS = re.compile(r"\([^()]*\)")
_BEHIND = re.compile(
    r"(?i)\b(?:in|at|on|near|behind|beside|besides|by|opposite|next to|to|from|under|below|above"
    r"|inside|outside|over|between|across|along|around|through|into|off|of|within|here|there|online"
    r"|upstairs|downstairs|room|hall|street|road|square|building|floor|lane|house|via)\b"
)
_NAME = re.compile(r"(?<=[\w,:–—-] )[^\W\d_a-z][\w’'-]+|https?:|www\.|/\w")


def tells_no_place(question: Question, text: str) -> bool:
    """Whether it is asked where something is, and a text without a name or a word for a place only
    has days and hours. What stands in brackets names somebody."""
    if not _WHERE.search(question.text) or not _TIME.search(text):
        return False
    rest = _TIME.sub(" ", _IN_BRACKETS.sub(" ", text))
    return _BEHIND.search(rest) is None and _NAME.search(rest) is None
