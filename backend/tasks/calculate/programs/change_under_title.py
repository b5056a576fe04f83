"""How much a row changed, where the question names the row and what its table is about: "By how
much did buoy sales grow in 2022?" over the row "Buoys" of "Sales by product"."""

from __future__ import annotations

from collections.abc import Sequence

from backend.tables.headings_over import text_around
from backend.tasks.calculate.programs.confidence import AHEAD_OF_VARIANTS
from backend.tasks.calculate.programs.fiscal_calendar import FiscalCalendar
from backend.tasks.calculate.programs.linking import ASKING, figures_for, link
from backend.tasks.calculate.programs.requests import Request, request_of
from backend.tasks.calculate.programs.series import SeriesFigure, series_of, words_of
from backend.tasks.calculate.programs.sure_result import of_one_voice, surely_told
from backend.tasks.calculate.programs.trusted_tables import is_sound
from backend.types.calculations import Calculation, Operation
from backend.types.tables import StoredTable

_MOVED = frozenset([Operation.CHANGE, Operation.DIFFERENCE])
_ASKED = words_of("by how much did go went up down sold")


def change_under_title(
    question: str, tables: Sequence[StoredTable], calendar: FiscalCalendar | None = None
) -> Calculation | None:
    """The change from one year to the next, or between two named years, where every table that has
    the row under such a title gives the same one; None else."""
    request = request_of(question)
    if request is None or request.operation not in _MOVED or len(request.subjects) != 1:
        return None
    if not 1 <= len(request.years) <= 2:
        return None
    made = [
        each
        for table in tables
        if is_sound(table) and (each := _in_table(question, request, table, tables, calendar))
    ]
    return of_one_voice(made)


def _in_table(
    question: str,
    request: Request,
    table: StoredTable,
    beside: Sequence[StoredTable],
    calendar: FiscalCalendar | None,
) -> Calculation | None:
    asked = words_of(request.subjects[0]) - ASKING - _ASKED
    around = words_of(text_around(table))
    series = series_of(table, calendar)
    # the total of a table is called by what the table is about as well
    for subject in (asked - around, asked):
        linked = link(" ".join(sorted(subject)), series) if subject else None
        if linked is not None and linked.named == 1 and linked.ahead >= AHEAD_OF_VARIANTS:
            break
    else:
        return None
    rest = asked - linked.series.words
    # all of the row's name is asked for, and the rest is what the table is about
    if not rest or not linked.series.words <= asked or not rest <= around:
        return None
    years = sorted(request.years, reverse=True)
    if len(years) == 1:
        years.append(str(int(years[0]) - 1))
    figures: list[SeriesFigure] = []
    for year in years:
        held = figures_for(linked.series, "", year, request.quarters)
        if len(held) != 1:
            return None
        figures.append(held[0])
    operands = [figure.operand for figure in figures]
    if any(operand.value <= 0 for operand in operands):
        return None
    return surely_told(
        question, request.operation, operands, request.years, table, beside, calendar
    )
