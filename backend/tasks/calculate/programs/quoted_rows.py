"""Rows of a table as they are quoted: the asked columns first, unit and scale in the head."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from backend.tables.cell_headers import header_in_full, periods_above, takes_period
from backend.tables.column_scales import ONE
from backend.tasks.calculate.programs.asked_columns import asked_columns, figures_of_row
from backend.tasks.calculate.programs.measures import stated_unit
from backend.tasks.calculate.programs.requests import PER_CENT
from backend.types.calculations import measured, period_words
from backend.types.quoted_tables import QuotedRow, QuotedTable
from backend.types.tables import StoredTable

MOST_COLUMNS = 8
"""Columns that are shown of one row; the others are counted."""
MOST_ROWS = 8
"""Rows that are shown of one quote; the others are counted."""
_NEAR = 40
"""Rows before and after a quoted one that say what its table is like: of a long table not all are
looked at."""


def quoted_rows(
    question: str, table: StoredTable, rows: Sequence[int], used: Sequence[int] = ()
) -> QuotedTable:
    """The rows `rows` (at least one, numbers from 0) of a table for a reader of the question.

    The first row says which columns are asked for. A column in which none of the rows has anything
    is left out.

    Args:
        used: numbers of the columns that are known to be asked for: a figure was computed from
            them.
    """
    shown = tuple(rows[:MOST_ROWS])
    cut, first = _part(table, shown[0], shown[-1])
    asked = tuple(used) or asked_columns(question, cut, shown[0] - first)
    filled = [
        number
        for number in range(len(table.columns))
        if any(table.rows[row].cells[number] is not None for row in shown)
    ]
    if not used and len(filled) == len(asked):  # nothing is told from the rest
        asked = () if len(asked) > 1 else asked
    order = [*asked, *(number for number in filled if number not in asked)]
    columns = order[: max(MOST_COLUMNS, len(asked))]
    measures = _measures(cut, [row - first for row in shown], columns)
    figures = {measure for measure in measures.values() if measure is not None}
    common = next(iter(figures)) if len(figures) == 1 else ""
    above = table.rows[shown[0]]
    if any(table.rows[row].group != above.group for row in shown):
        above = replace(above, group=())
    said = periods_above(above) if all(takes_period(table.columns[at]) for at in columns) else ()
    return QuotedTable(
        table_id=table.id,
        title=_plain(table.title).rstrip(":"),
        label_name=_plain(table.label_name),
        measure=common,
        heads=tuple(
            _head(
                header_in_full(table, above, table.columns[number])
                or period_words(table.columns[number].period),
                "" if common else measures[number] or "",
            )
            for number in columns
        ),
        asked=len(asked),
        rows=tuple(
            QuotedRow(
                _plain(table.rows[row].label),
                tuple(_plain(each) for each in table.rows[row].group if each not in said),
                tuple(
                    _plain(cell.text) if (cell := table.rows[row].cells[number]) else ""
                    for number in columns
                ),
            )
            for row in shown
        ),
        further=len(order) - len(columns),
        more_rows=len(rows) - len(shown),
    )


def _part(table: StoredTable, first: int, last: int) -> tuple[StoredTable, int]:
    """The table's part around some rows, and the number of its first row."""
    start = max(0, first - _NEAR)
    return replace(table, rows=table.rows[start : last + _NEAR + 1]), start


def _measures(
    table: StoredTable, rows: Sequence[int], columns: Sequence[int]
) -> dict[int, str | None]:
    """What the figures of each column are in; "" where rows differ or nothing is stated, None where
    there are no figures, or each has its own sign of per cent."""
    said: dict[int, set[str]] = {number: set() for number in columns}
    for row in rows:
        for number, figure in figures_of_row(table, row).items():
            operand = figure.operand
            if number in said and "%" not in operand.text:
                unit = stated_unit(operand, table)
                scale = ONE if unit == "%" else operand.scale
                said[number].add(measured(unit, scale).strip())
    return {
        number: (next(iter(found)) if len(found) == 1 else "") if found else None
        for number, found in said.items()
    }


def _head(printed: str, measure: str) -> str:
    """A column's header with what its figures are in, unless it says so itself."""
    said = measure.casefold() in printed.casefold() or (measure == "%" and PER_CENT.search(printed))
    if not printed or not measure or said:
        return printed
    return f"{printed} ({measure})"


def _plain(text: str) -> str:
    return " ".join(text.split())
