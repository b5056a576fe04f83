"""Lines of a schedule: each begins with its day or hour, as a calendar, a programme or opening
hours do."""

from __future__ import annotations

import re

from backend.calendar_words import FULL_MONTH, SHORT_MONTH, WEEKDAYS

_WEEKDAY = "|".join(
    f"{weekday[:3].title()}(?:{weekday[3:]}s?|{weekday[3:5]}|{weekday[3:4]})?"
    for weekday in WEEKDAYS
)
_MONTH = rf"(?:{FULL_MONTH}|(?:{SHORT_MONTH})\.?)"
_BEGINS = re.compile(
    rf"(?:(?:{_WEEKDAY})\b\.?,?"
    rf"|\d{{1,2}}(?:st|nd|rd|th)?\.? {_MONTH}(?!\w)"
    rf"|{_MONTH} \d{{1,2}}(?:st|nd|rd|th)?(?![\d.]))"
    r"|(?:\d{1,2}:\d\d(?! ?[:/])|\d{1,2}(?:[.:]\d\d)? ?(?:[ap]m\b|[ap]\.m\.))"
)
_GOES_ON = re.compile(
    r"(?i)(?:[,;:–—-]|\b(?:an?|and|at|between|by|for|from|in|of|on|or|since|the|till|to|until|with"
    r"|before|after))$"
)


def begins_entry(text: str) -> bool:
    """Whether a line begins with a day of the week, a day and its month, or an hour."""
    return _BEGINS.match(text) is not None


def is_next_entry(first: str, upper: str, lower: str) -> bool:
    """Whether a line is the next entry of a schedule.

    Args:
        first: the first line of the entry before it.
        upper: the line above it, the last one of that entry.
        lower: the line.
    """
    return begins_entry(first) and begins_entry(lower) and _GOES_ON.search(upper.rstrip()) is None
