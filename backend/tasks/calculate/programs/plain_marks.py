"""Marks of yes and no in several forms in one column ("yes", "Y", "n", "no"), which are one yes and
one no."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from backend.tasks.calculate.programs.column_values import CONTRARY
from backend.types.calculations import Calculation, Operand, Operation
from backend.types.tables import Cell, CellKind, StoredTable

YES, NO = "yes", "no"
_FORMS = {**dict.fromkeys(CONTRARY, YES), **dict.fromkeys(CONTRARY.values(), NO)}


def with_plain_marks(table: StoredTable) -> StoredTable:
    """A table in which each mark of a column that has several forms of them is "yes" or "no"; the
    table itself where none has."""
    columns = {at for at in range(len(table.columns)) if _is_mixed(table, at)}
    if not columns:
        return table
    rows = tuple(
        replace(
            row,
            cells=tuple(
                _plain(cell) if at in columns else cell for at, cell in enumerate(row.cells)
            ),
        )
        for row in table.rows
    )
    return replace(table, rows=rows)


def in_own_marks(made: Calculation, tables: Sequence[StoredTable]) -> Calculation:
    """A result over such tables with its cells as they stand in the list."""
    own = {table.id: table for table in tables}
    operands = tuple(_as_printed(operand, own.get(operand.table_id)) for operand in made.operands)
    told = replace(made, operands=operands)
    if made.operation is Operation.LOOKUP and len(operands) == 1:
        text = operands[0].text
        said = made.sentence.replace(made.answer, text, 1)
        told = replace(told, answer=text, sentence=said) if made.answer in _FORMS else told
    return told


def _is_mixed(table: StoredTable, column: int) -> bool:
    if table.columns[column].kind is not CellKind.TEXT:
        return False
    cells = (row.cells[column] for row in table.rows if not row.total)
    said = {cell.text.strip().casefold() for cell in cells if cell is not None} - {""}
    pairs = sum(yes in said or no in said for yes, no in CONTRARY.items())
    return bool(said) and said <= _FORMS.keys() and pairs > 1


def _plain(cell: Cell | None) -> Cell | None:
    if cell is None:
        return None
    return replace(cell, text=_FORMS.get(cell.text.strip().casefold(), cell.text))


def _as_printed(operand: Operand, table: StoredTable | None) -> Operand:
    if table is None or operand.column < 0:
        return operand
    cell = table.rows[operand.row].cells[operand.column]
    return operand if cell is None else replace(operand, text=cell.text)
