"""What the rows of a table are called: by their labels, or by the texts beside them where the
labels only number the rows."""

from __future__ import annotations

from backend.tasks.calculate.programs.column_rows import entries_of
from backend.tasks.calculate.programs.column_words import LABEL, value_of
from backend.tasks.calculate.programs.numbered_labels import column_of_names
from backend.types.tables import StoredTable


def names_column(table: StoredTable) -> int:
    """The column that names the rows, `LABEL` where their labels do."""
    found = column_of_names(table, entries_of(table)[0])
    return LABEL if found is None else found


def names_of_rows(table: StoredTable) -> tuple[str, ...]:
    """The name of each row; a row of a total has its label."""
    column = names_column(table)
    return tuple(value_of(row, column) or row.label for row in table.rows)
