"""Days in a column that are typed otherwise than all others: "24/2" without a year, "Sat 6/9", or
with a remark around them, "€445 in 17 Feb".

One such cell makes the whole column one that cannot be read. What the other cells say tells which
of two numbers is the month.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from backend.calendar_words import MONTH_TITLES
from backend.dates import day_of, month_comes_first
from backend.tables.cell_values import cell_value
from backend.types import CellKind
from backend.written_days import day_and_month, with_century, without_weekday

_NAMES = (*MONTH_TITLES, *(title[:3] for title in MONTH_TITLES), "Sept")
"""Months as they are written, with a capital: “may” is a word."""
FEWEST_PLAIN = 4
"""Days that are typed plainly, at least, for each that is not."""
_MOST_MONTHS = 12
_MOST_DAYS = 31
_ROWS_AROUND = 3
"""A row with those above and below it."""
_SLASHED = re.compile(r"(\d{1,2})/(\d{1,2})")
_BEHIND_WORDS = re.compile(
    rf"(?:[€£$]\s?\d[\d.,]*|(?i:paid|done|sent|received|rec'?d|came|closed))\s+(?:(?:in|on)\s+)?"
    rf"(?P<day>\d{{1,2}}(?:st|nd|rd|th)?\s+(?:{'|'.join(_NAMES)})\b\.?(?:\s+(?:19|20)\d\d)?)"
)
"""An amount, or that something was done, before a day: “€445 in 17 Feb”, “done 21 Jan”."""


def plain_days(texts: Sequence[str]) -> Mapping[str, str]:
    """What the days that are typed otherwise mean, as others are typed: "24 February" for "24/2".
    Nothing of those that are not clear, and where they are more than a few.

    Args:
        texts: of a column, in the order of the rows.
    """
    held = list(dict.fromkeys(text for text in texts if text))
    days = [text for text in held if cell_value(text).kind is CellKind.DATE]
    odd = [text for text in held if text not in days and any(map(str.isdigit, text))]
    slashed = {text: pair for text in odd if (pair := _slashed(text)) is not None}
    if not odd or len(days) < max(len(slashed), FEWEST_PLAIN * (len(odd) - len(slashed))):
        return {}
    is_month_first = _order(slashed, days, [text for text in texts if text])
    found = {}
    for text in odd:
        if text in slashed:
            if is_month_first is not None:
                month, day = _as_read(slashed[text], is_month_first)
                found[text] = f"{day} {MONTH_TITLES[month - 1]}"
        elif (mention := _BEHIND_WORDS.fullmatch(text.strip())) is not None:
            found[text] = mention["day"]
    return found


def _slashed(text: str) -> tuple[int, int] | None:
    pair = _SLASHED.fullmatch(without_weekday(text.strip()))
    return (int(pair[1]), int(pair[2])) if pair else None


def _as_read(pair: tuple[int, int], is_month_first: bool) -> tuple[int, int]:
    """Month and day."""
    one, two = pair
    return (one, two) if is_month_first else (two, one)


def _order(
    slashed: Mapping[str, tuple[int, int]], days: Sequence[str], texts: Sequence[str]
) -> bool | None:
    """Whether the month comes first in pairs of numbers: as in other days of the column that are
    written so; else in the only order in which all are days of the year; else in the only one in
    which each lies between the days above and below it. None where that does not tell."""
    said = {month_comes_first(with_century(without_weekday(day))) for day in days} - {None}
    fits = [
        order
        for order in (False, True)
        if (order in said or not said)
        and all(
            1 <= month <= _MOST_MONTHS and 1 <= day <= _MOST_DAYS
            for month, day in (_as_read(pair, order) for pair in slashed.values())
        )
    ]
    if len(fits) > 1 and not said:
        fits = [order for order in fits if _lie_between(slashed, order, texts)]
    return fits[0] if len(fits) == 1 else None


def _lie_between(
    slashed: Mapping[str, tuple[int, int]], is_month_first: bool, texts: Sequence[str]
) -> bool:
    """Whether each pair lies between the days of the rows next to it, both of which are known."""
    known = [
        _as_read(slashed[text], is_month_first) if text in slashed else _month_and_day(text)
        for text in texts
    ]
    for at, text in enumerate(texts):
        if text not in slashed:
            continue
        near = [day for day in known[max(0, at - 1) : at + 2] if day is not None]
        if len(near) < _ROWS_AROUND or near != sorted(near):
            return False
    return True


def _month_and_day(text: str) -> tuple[int, int] | None:
    if (day := day_and_month(text)) is not None:
        return day
    full = day_of(with_century(without_weekday(text.strip())))
    return (full.month, full.day) if full is not None else None
