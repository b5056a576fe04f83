"""One cell of a row that is known, as a look-up tells it."""

from __future__ import annotations

from backend.tasks.calculate.programs.column_answers import made, operands
from backend.tasks.calculate.programs.column_conditions import scale_at, unit_at
from backend.tasks.calculate.programs.column_words import heading
from backend.tasks.calculate.programs.column_years import written_in
from backend.types.calculations import Calculation, Operation
from backend.types.tables import StoredTable


def cell_told(table: StoredTable, at: int, column: int, name: str) -> Calculation:
    """The figure of a row under a header, of what is called `name`."""
    cell = table.rows[at].cells[column]
    assert cell is not None
    assert cell.value is not None
    unit, scale = unit_at(table, at, column), scale_at(table, at, column)
    text = written_in(table, column, cell.value, unit, scale)
    formula = f"{heading(column, table)} of {name} = {text}"
    cells = operands(table, [at], column, name)
    return made(Operation.LOOKUP, text, cell.value, formula, cells, name, unit, scale)
