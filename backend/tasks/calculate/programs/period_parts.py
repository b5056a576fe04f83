"""Which part of a year a period is, by its length and its last day.

Shops count in weeks: a quarter lasts 11 to 14 of them, and 16 or 17 where the others last 12.
"""

from __future__ import annotations

import re

_PART = re.compile(r"/(?!12M)(\d{1,2}[MW])(?!\w)")
_DAY = re.compile(r"\d{4}-(\d{2})-(\d{2})/(\w+)$")
_OF_A_QUARTER = frozenset(["3M", "11W", "12W", "13W", "14W", "16W", "17W"])
_ENDS = (
    ((3, 15), (4, 25), "Q1"),
    ((6, 8), (7, 18), "Q2"),
    ((9, 1), (10, 10), "Q3"),
    ((12, 20), (12, 31), "Q4"),
)
"""The days between which the quarters end of a year that ends in the last days of December: after
12, 24 and 36 weeks at the earliest, after 16, 28 and 40 at the latest."""


def length_of(period: str) -> str:
    """The length of a normalised period that is shorter than a year as "3M" or "12W"; empty for a
    whole year, a day and a numbered quarter."""
    match = _PART.search(period)
    return match[1] if match is not None else ""


def quarter_of(period: str) -> str:
    """The quarter that a period of weeks or months is if its year ends in the last days of
    December; empty where it is none: a half is not, nor is what ends between."""
    match = _DAY.match(period)
    if match is None or match[3] not in _OF_A_QUARTER:
        return ""
    day = int(match[1]), int(match[2])
    return next((name for first, last, name in _ENDS if first <= day <= last), "")
