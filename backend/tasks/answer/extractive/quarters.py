"""Quarters that a text names, whatever their year, and how long the periods are that it names."""

from __future__ import annotations

import re

from backend.calendar_words import MONTH_NAME, month_number

THREE_MONTHS = 3
_QUARTER = re.compile(r"(?i)\bq([1-4])(?!\d)|\b(first|second|third|fourth)[\s-]quarter")
_ORDINALS = {"first": "1", "second": "2", "third": "3", "fourth": "4"}


def quarters_in(text: str) -> frozenset[str]:
    """`1` to `4`: "Q2" is the second quarter."""
    return frozenset(
        match.group(1) or _ORDINALS[match.group(2).lower()] for match in _QUARTER.finditer(text)
    )


_LENGTHS = (
    (
        THREE_MONTHS,
        r"(?:three|3)[\s-]months?|\b1[34] weeks|thirteen weeks|\bquarter(?:ly)?\b|\bq[1-4](?!\d)",
    ),
    (6, r"(?:six|6)[\s-]months?|\b2[67] weeks|\bhalf[\s-]year|\b(?:first|second) half\b"),
    (9, r"(?:nine|9)[\s-]months?|\b(?:39|40) weeks"),
    (12, r"(?:twelve|12)[\s-]months?|\b5[23] weeks|\b(?:full|fiscal|financial|whole) year\b|"
     r"\byears? (?:ended|to)\b|\bannual(?:ly)?\b"),
)  # fmt: skip
_SPANS = tuple((months, re.compile(rf"(?i)(?<![\w-])(?:{words})")) for months, words in _LENGTHS)


def length_in(text: str) -> int:
    """The length in months (3, 6, 9 or 12) of the period that a text names by its length, 0 if it
    names none; the shortest of several, since a quarter of a fiscal year is a quarter."""
    return min((months for months, words in _SPANS if words.search(text)), default=0)


_ENDED = re.compile(rf"(?i)\b(?:ended|ending|to) (?:the )?(?:\d{{1,2}}\.? )?({MONTH_NAME})\b")


def quarters_told(column: str) -> frozenset[str]:
    """The quarters that a column is of: those that it names, or the one of the calendar in which
    its three months end ("Three months ended September 30" is the third)."""
    named = quarters_in(column)
    ended = _ENDED.search(column) if not named and length_in(column) == THREE_MONTHS else None
    return named if ended is None else frozenset([str((month_number(ended[1]) + 2) // 3)])
