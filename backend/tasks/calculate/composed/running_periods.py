"""Rows that last from a day to another one: who is away on a day in between."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from backend.tasks.calculate.composed.mentions import DayMention
from backend.tasks.calculate.programs.column_words import heading, stemmed
from backend.types.tables import StoredTable

_ENDS = (
    ("from", "to"),
    ("from", "until"),
    ("start", "end"),
    ("starts", "ends"),
    ("begin", "end"),
    ("first day", "last day"),
    ("start date", "end date"),
    ("arrives", "leaves"),
    ("arrival", "departure"),
    ("check in", "check out"),
    ("from date", "to date"),
)
"""Headers of the first and the last day of what lasts."""
_ONE_END = stemmed(
    [
        "start",
        "started",
        "starting",
        "begin",
        "began",
        "begun",
        "beginning",
        "end",
        "ended",
        "ending",
        "finish",
        "finished",
        "first",
        "last",
        "return",
        "returned",
        "back",
        "arrive",
        "arrived",
        "leave",
        "left",
        "go",
        "went",
        "gone",
        "come",
        "came",
        "book",
        "booked",
    ]
)
"""What happens on one of the two days."""


def ends_of_periods(
    table: StoredTable, day_columns: Sequence[int], said: Sequence[str]
) -> tuple[int, int] | None:
    """The columns of the first and of the last day; None where there are none, several, or where
    the question says what happens on one of them."""
    names = {
        at: re.sub(r"[^a-z]+", " ", heading(at, table).casefold()).strip() for at in day_columns
    }
    found = [
        (one, other)
        for one, first in names.items()
        for other, last in names.items()
        if (first, last) in _ENDS
    ]
    if len(found) != 1 or any(stemmed([word]) & _ONE_END for word in said):
        return None
    return found[0]


def over_periods(
    days: tuple[DayMention, ...], ends: tuple[int, int] | None
) -> tuple[DayMention, ...]:
    """One day that a column of ends is bound to, as the rows that begin by then and end no sooner;
    other days as they are."""
    if ends is None or len(days) != 1:
        return days
    (only,) = days
    dated = only.dated
    is_on_a_day = dated.sign == "in" and not dated.further and dated.span.first == dated.span.last
    if dated.column not in ends or not is_on_a_day:
        return days
    first, last = ends
    return (
        replace(only, dated=replace(dated, column=first, sign="≤", is_weekday=False)),
        replace(only, dated=replace(dated, column=last, sign="≥", is_weekday=False)),
    )
