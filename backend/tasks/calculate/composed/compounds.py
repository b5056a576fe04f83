"""Words that are made of a number and what it counts: "a two-bedroom flat", "the 3-man tents"."""

from __future__ import annotations

import re

from backend.calendar_words import MONTH_NAME

_NUMBERS = "one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve"
_COUNTED = re.compile(
    rf"(?i)(?<![\w-])((?:{_NUMBERS})|\d{{1,2}})-(?!(?:thirds?|year|to|{MONTH_NAME})\b)([a-z]{{3,}})"
)
"""“6-Jan” is a day, “two-thirds” is a share, “ten-year” rather an age, and “3-to-5” a range."""


def numbers_apart(question: str) -> str:
    """A question with the number and what it counts as two words: “two bedroom flat”."""
    return _COUNTED.sub(r"\1 \2", question)
