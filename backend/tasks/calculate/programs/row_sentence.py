"""A quoted row said in a sentence where the question means one of its cells."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from backend.tasks.calculate.programs.asked_columns import asked_columns, figures_of_row
from backend.tasks.calculate.programs.fiscal_periods import open_period
from backend.tasks.calculate.programs.measures import open_scale, stated_unit
from backend.tasks.calculate.programs.merged_figures import of_shared_figures
from backend.tasks.calculate.programs.requests import years_in
from backend.tasks.calculate.programs.telling import told
from backend.tasks.calculate.programs.trusted_tables import has_own_header, is_sound
from backend.types.calculations import Operand, Operation
from backend.types.tables import StoredTable


def asked_cell(question: str, table: StoredTable, at: int) -> Operand | None:
    """The one figure of the row `at` that the question means; None where it means several, or
    none."""
    asked = asked_columns(question, table, at)
    if len(asked) != 1:
        return None
    figure = figures_of_row(table, at).get(asked[0])
    return figure.operand if figure is not None else None


def row_sentence(
    question: str, table: StoredTable, at: int, beside: Sequence[StoredTable] = ()
) -> str:
    """The asked cell of the row `at` with its label, period, unit and scale, as a calculation says
    it ("Net sales, 2022: 1,020 million USD"); empty where one of these is open.

    Args:
        beside: all tables of the same document, which may say more of scales and periods.
    """
    cell = asked_cell(question, table, at)
    if cell is None or not is_sound(table) or not has_own_header(cell, table):
        return ""
    known = beside or [table]
    if of_shared_figures([cell], known):
        return ""
    is_open, _ = open_period(question, years_in(question), [cell], known)
    if is_open or open_scale(Operation.LOOKUP, [cell], table, known):
        return ""
    return told(Operation.LOOKUP, [replace(cell, unit=stated_unit(cell, table))], 1.0).sentence
