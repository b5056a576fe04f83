"""Single cells of lists that stand in documents with pages, and the rows that have one: "What is
the rent of Vogt & Sons?", "Who supplies the brackets?".

Cells of such tables are found by period, scale and unit. A list has none of these: then its cell is
looked up as in a file of its own, if all words of the question are accounted for.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from backend.tasks.calculate.programs.column_operations import calculate_columns
from backend.tasks.calculate.programs.column_rows import entries_of
from backend.tasks.calculate.programs.column_words import FIGURES, columns_of_words, is_of_periods
from backend.tasks.calculate.programs.trusted_tables import is_statement
from backend.types.calculations import Calculation, Operation
from backend.types.tables import StoredTable

FEWEST = 3
"""Rows of a list."""


def printed_cell(question: str, tables: Sequence[StoredTable], about: str) -> Calculation | None:
    """The cell or the rows that the only list of a document which fits has; None where a table of
    the document states a scale or a period, since a list beside it may be in these.

    Args:
        question: as it was asked.
        tables: all of the document.
        about: its title.
    """
    if any(is_statement(table) or _is_measured(table) for table in tables):
        return None
    lists = [
        replace(stored_table, box=None)
        for stored_table in tables
        if stored_table.box is not None and _is_list(stored_table)
    ]
    made = calculate_columns(question, lists, about) if lists else None
    if not isinstance(made, Calculation):
        return None
    return made if made.operation in (Operation.LOOKUP, Operation.LIST) else None


def _is_measured(table: StoredTable) -> bool:
    return is_of_periods(table) or any(
        column.period or column.scale != 1 for column in table.columns if column.kind in FIGURES
    )


def _is_list(table: StoredTable) -> bool:
    """Whether all headers are there, and at least three rows have names of their own."""
    if not all(column.name.strip() for column in table.columns) or not table.label_name:
        return False
    entries, _, doubtful = entries_of(table)
    return not doubtful and len(entries) >= FEWEST and bool(columns_of_words(table))
