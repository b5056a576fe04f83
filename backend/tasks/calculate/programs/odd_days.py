"""Days in a column that are typed otherwise than all others: "24/2" without a year, "Sat 6/9", or
with a remark around them, "€445 in 17 Feb".

One such cell makes the whole column one that cannot be read. What the other cells say tells which
of two numbers is the month.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence

from backend.calendar_words import FULL_MONTH, MONTH_NAME, MONTH_TITLES
from backend.dates import day_of, month_comes_first
from backend.tables.cell_values import cell_value
from backend.types import CellKind
from backend.written_days import day_and_month, with_century, without_weekday

FEWEST_PLAIN = 4
"""Days that are typed plainly, at least, for each that is not."""
_MOST_MONTHS = 12
_SLASHED = re.compile(r"(\d{1,2})/(\d{1,2})")
_AMONG_WORDS = re.compile(
    rf"(?i)(?<![\w/.+&])(\d{{1,2}})(?:st|nd|rd|th)?\s+(?:{MONTH_NAME})\b\.?(?:\s+(?:19|20)\d\d\b)?"
)
_JOINED = re.compile(r"(?i)\d(?:st|nd|rd|th)?\s*(?:[+&,/–-]|\band\b|\bor\b|\bto\b)\s*$")
"""What stands before the last of several days of one month: “6 + 13 Apr”."""
_ANY_MONTH = re.compile(rf"(?i)\b(?:{MONTH_NAME}|{FULL_MONTH})\b")


def plain_days(texts: Iterable[str]) -> Mapping[str, str]:
    """What the days that are typed otherwise mean, as others are typed: "24 February" for "24/2".
    Nothing of those that are not clear, and where they are more than a few."""
    held = list(dict.fromkeys(text for text in texts if text))
    days = [text for text in held if cell_value(text).kind is CellKind.DATE]
    odd = [text for text in held if text not in days and any(map(str.isdigit, text))]
    if not odd or len(days) < FEWEST_PLAIN * len([text for text in odd if not _slashed(text)]):
        return {}
    slashed = {text: pair for text in odd if (pair := _slashed(text)) is not None}
    if len(days) < len(slashed):
        return {}
    is_month_first = _order(slashed.values(), days)
    found = {}
    for text in odd:
        if text in slashed:
            if is_month_first is not None:
                one, two = slashed[text]
                day, month = (two, one) if is_month_first else (one, two)
                found[text] = f"{day} {MONTH_TITLES[month - 1]}"
        elif (mention := _only_day(text)) is not None:
            found[text] = mention
    return found


def _slashed(text: str) -> tuple[int, int] | None:
    pair = _SLASHED.fullmatch(without_weekday(text.strip()))
    return (int(pair[1]), int(pair[2])) if pair else None


def _only_day(text: str) -> str | None:
    """The day that a remark names, if it names one alone."""
    mentions = list(_AMONG_WORDS.finditer(text))
    if len(mentions) != 1 or len(_ANY_MONTH.findall(text)) != 1:
        return None
    (mention,) = mentions
    return mention[0] if _JOINED.search(text[: mention.start()]) is None else None


def _order(pairs: Iterable[tuple[int, int]], days: Sequence[str]) -> bool | None:
    """Whether the month comes first in pairs of numbers: as in other days of the column that are
    written so, or in the only order in which all are days of months that it has; None where that
    does not tell."""
    pairs = list(pairs)
    said = {month_comes_first(with_century(without_weekday(day))) for day in days} - {None}
    held = {month for day in days if (month := _month(day)) is not None}
    fits = [
        order
        for order in (False, True)
        if all(
            1 <= pair[order] <= 31 and 1 <= (month := pair[1 - order]) <= _MOST_MONTHS
            for pair in pairs
        )
        and (order in said or not said)
        and (said or all(pair[1 - order] in held for pair in pairs))
    ]
    return fits[0] if len(fits) == 1 else None


def _month(text: str) -> int | None:
    if (day := day_and_month(text)) is not None:
        return day[0]
    full = day_of(with_century(without_weekday(text.strip())))
    return full.month if full is not None else None
