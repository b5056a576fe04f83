"""Rows from one period to another: "from June to August" of a list with a row for each month."""

from __future__ import annotations

import re
from collections.abc import Sequence

from backend.tasks.calculate.bound.places import MONTH, YEAR, time_order, times_in
from backend.tasks.calculate.programs.column_rows import entries_of
from backend.types.tables import StoredTable

PAIR = 2
_FROM_TO = (
    r"(?i)\b(?:from {0} (?:to|until|till|through)|between {0} and|{0} (?:to|until|through|–|-))"
    r" {1}\b"
)


def run_of_rows(text: str, named: Sequence[str], tables: Sequence[StoredTable]) -> tuple[str, ...]:
    """The labels from the first period that is named to the last; nothing where the question names
    no run, or the rows of the only table are not periods that follow each other."""
    if len(named) != PAIR or len(tables) != 1:
        return ()
    first, last = named
    if not re.search(_FROM_TO.format(re.escape(first), re.escape(last)), text):
        return ()
    labels = [tables[0].rows[at].label for at in entries_of(tables[0])[0]]
    times = [list(times_in(label)) for label in labels]
    if any(len(time) != 1 for time in times) or len({time[0][0] for time in times}) != 1:
        return ()
    orders = [time_order(time[0][1]) for time in times]
    follow = orders == list(range(orders[0], orders[0] + len(orders)))
    start, end = labels.index(first), labels.index(last)
    is_known = times[0][0][0] in (MONTH, YEAR)
    return tuple(labels[start : end + 1]) if follow and is_known and start < end else ()
