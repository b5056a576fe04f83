"""Which rows of a table are entries of one kind, and which sum up others."""

from __future__ import annotations

import re
from collections.abc import Sequence

from backend.tasks.calculate.programs.column_words import value_of
from backend.types.tables import CellKind, StoredRow, StoredTable

_SUMMARY = re.compile(
    r"(?i)^(?:(?:grand |sub)?-?totals?|sum|average|mean|overall|gesamt|summe|insgesamt)\b[ :]*$"
)


def entries_of(table: StoredTable) -> tuple[list[int], int, tuple[str, ...]]:
    """The rows that are entries, how many rows sum up others, and what leaves it open: labels of
    rows that may sum up others, and headings that stand as rows of their own.

    A row whose figures happen to be the sums of those above it is an entry if it fills all
    columns of words and dates as most others do; the row of a sum leaves them empty.
    """
    words = [
        at
        for at, each in enumerate(table.columns)
        if each.kind in (CellKind.TEXT, CellKind.DATE) and _is_filled(table, at)
    ]
    entries: list[int] = []
    totals = 0
    doubtful: list[str] = []
    for at, row in enumerate(table.rows):
        if (heading := _lost_heading(row)) is not None:
            doubtful.append(heading)
        elif _is_summary(row):
            totals += 1
        elif not row.total or (row.label and words and all(value_of(row, each) for each in words)):
            entries.append(at)
        else:
            if row.label:
                doubtful.append(row.label)
            totals += 1
    return entries, totals, tuple(doubtful)


def _is_summary(row: StoredRow) -> bool:
    texts: Sequence[str] = [row.label, *(value_of(row, at) for at in range(len(row.cells)))]
    first = next((each for each in texts if each), "")
    return bool(_SUMMARY.match(first)) or (row.total and "total" in row.label.casefold())


def _lost_heading(row: StoredRow) -> str | None:
    """The text of a row that has nothing else: it heads the rows below, which are of another kind
    than those above."""
    held = [each for each in row.cells if each is not None]
    alone = not row.label and len(held) == 1 and len(row.cells) > 1
    return held[0].text if alone and held[0].kind is CellKind.TEXT else None


def _is_filled(table: StoredTable, column: int) -> bool:
    filled = sum(bool(value_of(each, column)) for each in table.rows)
    return 2 * filled > len(table.rows)
