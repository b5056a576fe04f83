"""What a question for a figure may mean where its period or its column is open."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace

from backend.calendar_words import MONTH_TITLES
from backend.tasks.calculate.programs.fiscal_periods import year_ends
from backend.tasks.calculate.programs.linking import figures_for, link
from backend.tasks.calculate.programs.period_readings import reading_of_periods
from backend.tasks.calculate.programs.requested_cells import (
    SEVERAL_COLUMNS,
    WHICH_PERIOD,
    program_of,
    subject_of,
)
from backend.tasks.calculate.programs.requests import Request
from backend.tasks.calculate.programs.rewording import (
    MOST_READINGS,
    period_said,
    places_of,
    words_for_year,
)
from backend.tasks.calculate.programs.series import SeriesFigure, series_of
from backend.types.calculations import Refusal
from backend.types.choices import Interpretation
from backend.types.tables import HEADER_JOINT, StoredTable


def readings_of_periods(
    question: str, request: Request, table: StoredTable, beside: Iterable[StoredTable]
) -> tuple[Interpretation, ...]:
    """The periods that a year may mean: the one that ends in it, and the one that ends in the next
    and may be called after it; those that a quarter may mean: of the calendar, or of the years that
    the tables beside are of."""
    if request.quarters:
        return _readings_of_quarter(question, request, table, beside)
    interpretations: list[Interpretation] = []
    for shift in (1, 0):
        years = tuple(str(int(year) + shift) for year in request.years)
        made = program_of(replace(request, years=years), [table])
        if not isinstance(made, Refusal):
            reading = reading_of_periods(question, request.years, made[1], shift)
            interpretations += [reading] if reading is not None else []
    return tuple(interpretations)


def readings_of_request(
    question: str, request: Request, table: StoredTable, refusal: Refusal
) -> tuple[Interpretation, ...]:
    """What is offered where no cells could be chosen: one of several years, one of several
    columns; nothing for any other reason."""
    if refusal.reason == WHICH_PERIOD:
        return _readings_of_years(question, request, table)
    if refusal.reason == SEVERAL_COLUMNS and len(request.subjects) == 1 >= len(request.years):
        return _readings_of_columns(question, request, table)
    return ()


def _readings_of_years(
    question: str, request: Request, table: StoredTable
) -> tuple[Interpretation, ...]:
    first, last = request.years[0], request.years[-1]
    said = re.search(rf"{first}.*{last}", " ".join(question.split()))
    interpretations: list[Interpretation] = []
    for year in request.years if said is not None else ():
        made = program_of(replace(request, years=(year,)), [table])
        if said is not None and not isinstance(made, Refusal):
            interpretations.append(
                Interpretation(year, (((said.group(), year),),), places_of(made[1]))
            )
    return tuple(interpretations)


def _readings_of_columns(
    question: str, request: Request, table: StoredTable
) -> tuple[Interpretation, ...]:
    """One reading for each column that fits: by its period where the periods differ, else by the
    words of its header that the others do not share."""
    linked = link(request.subjects[0], series_of(table, request.calendar))
    if linked is None:
        return ()
    year = "".join(request.years)
    fits = figures_for(linked.series, subject_of(request), year, request.quarters)
    if not 1 < len(fits) <= MOST_READINGS:
        return ()
    said = words_for_year(question, year) if year else ""
    interpretations: list[Interpretation] = []
    for series_figure in fits:
        own = _own_words(series_figure, fits)
        wordings = [(("", f", {own}"),), (("", f" ({own})"),)] if own else []
        period = period_said(series_figure.operand.period) or (
            f"in {series_figure.year}" if series_figure.year else ""
        )
        apart = len({one.operand.period or one.year for one in fits}) == len(fits)
        if apart and period and (said or not year):
            wordings.insert(0, ((said, period) if said else ("", f" {period}"),))
        label = ", ".join(
            part.strip(" ,") for part in series_figure.operand.header.split(HEADER_JOINT)
        )
        interpretations.append(
            Interpretation(label, tuple(wordings), places_of([series_figure.operand]))
        )
    return tuple(interpretations)


def _own_words(figure: SeriesFigure, fits: Sequence[SeriesFigure]) -> str:
    """The words of a header that the others do not all have, as they are printed."""
    others = [set(_printed(series_figure)) for series_figure in fits if series_figure is not figure]
    shared = {word.casefold() for word in set.intersection(*others)}
    return " ".join(word for word in _printed(figure) if word.casefold() not in shared)


def _printed(figure: SeriesFigure) -> list[str]:
    return figure.operand.header.replace(HEADER_JOINT, " ").replace(",", " ").split()


def _readings_of_quarter(
    question: str, request: Request, table: StoredTable, beside: Iterable[StoredTable]
) -> tuple[Interpretation, ...]:
    """The quarter of the calendar and that of the years which end with another month, as the three
    months that each is."""
    ends = year_ends(beside)
    quarter = re.fullmatch(r"Q([1-4])", request.quarters[0])
    if len(ends) != 1 or len(request.years) != 1 or len(request.quarters) != 1 or quarter is None:
        return ()
    said = words_for_year(question, request.years[0])
    number, year = int(quarter[1]), int(request.years[0])
    interpretations: list[Interpretation] = []
    for kind, months in (("Calendar", 3 * number), ("Fiscal", min(ends) - 3 * (4 - number))):
        ended = year if months > 0 else year - 1
        month = (months - 1) % 12 + 1
        words = f"three months ended {MONTH_TITLES[month - 1]} {ended}"
        parts = ("3M", f"Q{(month + 2) // 3}")
        made = program_of(replace(request, years=(str(ended),), quarters=parts), [table])
        if said and not isinstance(made, Refusal) and len(made[1]) == 1:
            label = f"{kind} Q{number}: {words}"
            wording = ((said, f"in the {words}"),)
            interpretations.append(Interpretation(label, (wording,), places_of(made[1])))
    return tuple(interpretations)
