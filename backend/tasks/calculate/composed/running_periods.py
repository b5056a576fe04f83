"""Rows that last from a day to another one: who is away on a day in between."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace

from backend.tasks.calculate.composed.mentions import DayMention
from backend.tasks.calculate.programs.column_words import heading
from backend.types.tables import StoredTable

_ENDS = (
    ("from", "to"),
    ("from", "until"),
    ("start", "end"),
    ("starts", "ends"),
    ("begin", "end"),
    ("first day", "last day"),
    ("start date", "end date"),
    ("from date", "to date"),
)
"""Headers of the first and the last day of what lasts. A guest who checks out on a day is there no
longer."""
_LASTS = re.compile(
    r"(?i)\b(?:is|are|was|were|be|been) "
    r"(?:(?:(?-i:[A-Z][\w’'-]+)|also|already|both|all|he|she|they|we|you|anyone|anybody|the) ){0,3}"
    r"(?:on |in )?"
    r"(?:off|away|absent|out|leave|holiday|vacation|hire|loan|sick|ill|force|running|valid|staying)\b"
    r"|\bstay(?:ed|s|ing)?\b"
)
"""What was so for some days. What begins, ends or is paid on a day is asked of that day."""
_ANOTHER_WAY = re.compile(
    r"(?i)\b(?:not|n['’]t|free|available|vacant|sold out|run(?:s|ning)? out)\b|n['’]t\b"
)


def ends_of_periods(
    table: StoredTable, day_columns: Iterable[int], question: str
) -> tuple[int, int] | None:
    """The columns of the first and of the last day; None where there are none, or several, or the
    question does not ask what was so on a day.

    Args:
        day_columns: those in which each row has a day: what has no end may still be so.
    """
    if not _LASTS.search(question) or _ANOTHER_WAY.search(question):
        return None
    names = {
        at: re.sub(r"[^a-z]+", " ", heading(at, table).casefold()).strip() for at in day_columns
    }
    found = [
        (one, other)
        for one, first in names.items()
        for other, last in names.items()
        if (first, last) in _ENDS
    ]
    return found[0] if len(found) == 1 else None


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
