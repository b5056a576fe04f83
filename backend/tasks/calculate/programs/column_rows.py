"""Which rows of a table are entries of one kind, and which sum up others."""

from __future__ import annotations

import re
from collections.abc import Sequence
from decimal import Decimal

from backend.tasks.calculate.programs.column_words import value_of
from backend.types.tables import CellKind, StoredRow, StoredTable

_SUMMARY = re.compile(
    r"(?i)^(?:(?:grand |sub)?-?totals?|sum|average|mean|overall|gesamt|summe|insgesamt)\b[ :]*$"
)

FEWEST_SUMS = 2
"""Columns that must add up before a row without a word of it is taken for a sum."""


def entries_of(table: StoredTable) -> tuple[list[int], int, tuple[str, ...]]:
    """The rows that are entries, how many rows sum up others, and what leaves it open: labels of
    rows that may sum up others, and headings that stand as rows of their own.

    A row whose figures happen to be the sums of those above it is an entry if it fills all
    columns of words and dates as most others do; the row of a sum leaves them empty. In a table
    without such columns, a row whose amounts are the sums of those right above it leaves it open.
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
            if not words and _adds_up(table, at):
                doubtful.append(row.label or " › ".join(row.group))
            entries.append(at)
        else:
            if row.label:
                doubtful.append(row.label)
            totals += 1
    return entries, totals, tuple(doubtful)


def _adds_up(table: StoredTable, at: int) -> bool:
    """Whether in at least two columns of amounts, and in none not, a row is the sum of the rows
    right above it in its group. Rates beside them ("% change") are no amounts. Each figure is
    rounded, so that a sum may differ by half a unit of the last place for each."""
    row = table.rows[at]
    first = at
    while first > 0 and table.rows[first - 1].group == row.group:
        first -= 1
    return any(_sums(table, range(start, at), row) for start in range(first, at - 1))


def _sums(table: StoredTable, above: Sequence[int], row: StoredRow) -> bool:
    compared = 0
    for at, (column, cell) in enumerate(zip(table.columns, row.cells, strict=True)):
        if column.unit == "%" or cell is None or cell.value is None or not cell.value:
            continue
        parts = [
            held.value
            for each in above
            if (held := table.rows[each].cells[at]) is not None and held.value is not None
        ]
        exponent = cell.value.as_tuple().exponent
        unit = Decimal(1).scaleb(exponent if isinstance(exponent, int) else 0)
        if len(parts) < 2 or abs(sum(parts) - cell.value) > unit * len(parts) / 2:
            return False
        compared += 1
    return compared >= FEWEST_SUMS


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
