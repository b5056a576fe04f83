"""A table over whose columns nothing is printed says of no question which columns it has."""

from __future__ import annotations

from decimal import Decimal

from backend.tasks.calculate.programs.column_operations import calculate_columns
from backend.types import Cell, CellKind, Column, Refusal, StoredRow, StoredTable


def row(label: str, *texts: str) -> StoredRow:
    cells = tuple(
        Cell(text, CellKind.NUMBER, Decimal(text), 0, len(text), 0, None) for text in texts
    )
    return StoredRow(label, (), cells, False, None)


def test_a_question_with_a_word_that_no_column_says_is_refused_without_a_list_of_columns() -> None:
    columns = tuple(Column("", (), CellKind.NUMBER, "", Decimal(1), "") for _ in range(2))
    rows = (row("Net of hemp", "166", "178"), row("Net of cotton", "57", "44"))
    table = StoredTable("t", "d", (), None, (), "", "", columns, rows)
    made = calculate_columns("What is the 2019 average net of cotton?", [table], "Nets")
    assert isinstance(made, Refusal)
    assert made.lacks == ()
