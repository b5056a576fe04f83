"""A result of cells that were found for certain: told where nothing about them is open."""

from __future__ import annotations

from collections.abc import Sequence

from backend.tasks.calculate.programs.agreement import is_same
from backend.tasks.calculate.programs.arithmetic import CannotComputeError
from backend.tasks.calculate.programs.fiscal_calendar import FiscalCalendar
from backend.tasks.calculate.programs.fiscal_periods import open_period
from backend.tasks.calculate.programs.measures import open_scale
from backend.tasks.calculate.programs.telling import told
from backend.tasks.calculate.programs.trusted_tables import has_own_header
from backend.types.calculations import Calculation, Operand, Operation
from backend.types.tables import StoredTable


def surely_told(
    question: str,
    operation: Operation,
    operands: Sequence[Operand],
    years: Sequence[str],
    table: StoredTable,
    beside: Sequence[StoredTable],
    calendar: FiscalCalendar | None,
) -> Calculation | None:
    """The operation over its cells; None where a header, the period or the scale is open, or the
    values do not allow it.

    Args:
        question: as it was asked.
        years: that it names.
        operands: cells of the table.
        beside: all tables of the document.
        calendar: of the document, where the question means it.
    """
    if not all(has_own_header(operand, table) for operand in operands):
        return None
    if open_period(question, years, operands, beside, calendar)[0]:
        return None
    if open_scale(operation, operands, table, beside):
        return None
    try:
        return told(operation, operands, 1.0)
    except CannotComputeError:
        return None


def of_one_voice(made: Sequence[Calculation]) -> Calculation | None:
    """The first of the results, where there is one and all say the same."""
    return made[0] if made and all(is_same(made[0], calculation) for calculation in made) else None
