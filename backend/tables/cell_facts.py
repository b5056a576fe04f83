"""The facts that a table's cells state: its row's label, its column's header, and the cell itself.

They follow from the stored table whenever they are asked for, so nothing is kept twice.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice

from backend.tables.cell_headers import header_in_full, periods_above, takes_period
from backend.tables.cell_values import CURRENCIES
from backend.tables.column_scales import ONE, scale_of_cell
from backend.tables.table_wording import SCALES, plain
from backend.types.facts import CellFact
from backend.types.tables import Cell, CellKind, StoredRow, StoredTable

MOST_CELLS = 2_000
"""Cells of a table that are read, those of its first rows first."""
_MONEY = frozenset(CURRENCIES.values())
_FIGURES = frozenset([CellKind.NUMBER, CellKind.CURRENCY])


def cell_facts(
    table: StoredTable, rows: Sequence[int] | None = None, most: int = MOST_CELLS
) -> tuple[CellFact, ...]:
    """A fact for each cell that says something, by row, then by column.

    A dash or a word for "none" says nothing that could be relied on, and a cell under which neither
    a label nor a title nor a heading stands is told of nothing; both are left out.

    Args:
        rows: numbers of the rows that are read; None for all. Those that do not exist are passed
            over.
        most: facts, at most. No more rows are read than it takes.
    """
    wanted = range(len(table.rows)) if rows is None else rows
    there = (at for at in wanted if 0 <= at < len(table.rows))
    return tuple(islice((fact for at in there for fact in _of_row(table, at)), most))


def _of_row(table: StoredTable, at: int) -> Iterator[CellFact]:
    row = table.rows[at]
    title, groups, label = plain(table.title), _groups(table, row), plain(row.label)
    if not label and groups:
        *groups, label = groups
    if not label and not title:
        label = plain(table.section[-1]) if table.section else ""
    if not label and not title:
        return
    for number, cell in enumerate(row.cells):
        if cell is None or cell.kind is CellKind.NIL or not cell.text.strip():
            continue
        scale = scale_of_cell(table, row, number) if cell.kind in _FIGURES else ONE
        yield CellFact(
            title,
            tuple(groups),
            label,
            header_in_full(table, row, table.columns[number]),
            plain(cell.text),
            cell.kind,
            _unit(table, cell, number, reached=scale == table.columns[number].scale),
            SCALES.get(scale, ""),
            cell.value * scale if cell.value is not None else None,
            at,
            number,
            cell.page,
            cell.start,
            cell.end,
            cell.box,
        )


def _groups(table: StoredTable, row: StoredRow) -> list[str]:
    """What stands above a row, without periods that its headers say."""
    columns = zip(table.columns, row.cells, strict=True)
    said = all(takes_period(column) for column, cell in columns if cell is not None)
    periods = periods_above(row) if said else ()
    return [group for each in row.group if each not in periods and (group := plain(each))]


def _unit(table: StoredTable, cell: Cell, column: int, *, reached: bool) -> str:
    """The unit that a figure is in.

    A column's does not reach rows that its scale does not reach (rates, figures per share). Money
    is stated of a column whose figures have its sign or a scale: else the text around the table may
    have spoken of money, and the column counts votes.
    """
    if cell.kind is CellKind.PER_CENT:
        return "%"
    own = table.columns[column]
    money = own.unit in _MONEY
    sure = not money or CellKind.CURRENCY in (cell.kind, own.kind) or own.scale != ONE
    return own.unit if cell.kind in _FIGURES and reached and sure else ""
