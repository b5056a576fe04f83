"""Which cells of which rows a request is computed from, in the order of its formula."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from decimal import Decimal

from backend.tasks.calculate.programs.agreement import MISSING, NOT_NAMED
from backend.tasks.calculate.programs.dated_series import on_days
from backend.tasks.calculate.programs.linking import Link, figure_for, link
from backend.tasks.calculate.programs.requests import PER_CENT, Request
from backend.tasks.calculate.programs.row_readings import readings_of_rows
from backend.tasks.calculate.programs.series import Series, SeriesFigure, series_of
from backend.tasks.calculate.programs.telling import EXTREMES
from backend.tasks.calculate.programs.trusted_tables import is_of_cash_flows, is_statement
from backend.types.calculations import Operand, Operation, Refusal
from backend.types.tables import StoredTable

WHICH_PERIOD = "It is open which period is meant."
TWO_PERIODS = "It takes two periods to compare."
SEVERAL_COLUMNS = "Several columns fit equally well."
TWO_ROWS = "Two rows fit equally well."
PAIR = 2
_OVER_PERIODS = (Operation.SUM, Operation.MEAN, Operation.DIFFERENCE, Operation.CHANGE)
_LATER_FIRST = (Operation.DIFFERENCE, Operation.CHANGE)


def program_of(
    request: Request, tables: Sequence[StoredTable]
) -> tuple[list[Link], list[Operand]] | Refusal:
    """The links and the cells that a request needs, in the order of its formula."""
    series = on_days(
        [each for table in tables for each in series_of(table, request.calendar)], request.days
    )
    is_booked = all(map(is_statement, tables))
    are_flows = any(map(is_of_cash_flows, tables))
    links: list[Link] = []
    for subject in request.subjects:
        among = [each for each in series if not links or each.table_id == links[0].series.table_id]
        linked = link(subject, among, is_booked, are_flows)
        if linked is None:
            return Refusal(NOT_NAMED)
        settled = linked if linked.ahead > 0 else _settled(request, linked, tables)
        if isinstance(settled, Refusal):
            return settled
        links.append(settled)
    if len({id(each.series) for each in links}) < len(links):
        return Refusal("Both parts of the question fit the same row.", (links[0].series.label,))
    wanted = _periods(request, links)
    if isinstance(wanted, Refusal):
        return wanted
    figures: list[SeriesFigure] = []
    whole = subject_of(request)
    for linked, year in wanted:
        figure, others = figure_for(linked.series, whole, year, request.quarters)
        if figure is None:
            if others:
                headers = tuple(other.operand.header for other in others)
                return Refusal(SEVERAL_COLUMNS, headers, is_open=True)
            return Refusal(MISSING, (f"{linked.series.label} {year}".strip(),))
        figures.append(figure)
    if request.operation is Operation.DIFFERENCE and len(links) > 1:
        figures.sort(key=lambda series_figure: series_figure.operand.value, reverse=True)
    if request.operation in EXTREMES:
        figures.sort(
            key=lambda series_figure: series_figure.operand.value,
            reverse=request.operation is Operation.LARGEST,
        )
        if figures[0].operand.value == figures[1].operand.value:
            return Refusal("Two periods have the same figure.")
    return links, [series_figure.operand for series_figure in figures]


def between_the_only_two(request: Request, table: StoredTable, refused: Refusal) -> Request | None:
    """The request for a change between the only two years of its row, the later one first, and in
    the only quarter or other part of them that the table has; None where the question names a year
    or there are not two."""
    years = refused.nearest
    is_open = refused.reason == TWO_PERIODS and not request.years and len(request.subjects) == 1
    if not is_open or len(years) != PAIR:
        return None
    figures = [figure for series in series_of(table, request.calendar) for figure in series.figures]
    parts = {figure.part for figure in figures if figure.year in years}
    if len(parts) != 1:
        return None
    only = request.quarters or tuple(part for part in parts if part)
    return replace(request, years=tuple(sorted(years, reverse=True)), quarters=only)


def subject_of(request: Request) -> str:
    """What columns are chosen by: of a change in per cent no column of shares is meant."""
    whole = " ".join(request.subjects)
    return PER_CENT.sub("", whole) if request.operation is Operation.CHANGE else whole


def _settled(request: Request, linked: Link, tables: Sequence[StoredTable]) -> Link | Refusal:
    """Of rows that fit equally well the one that has the cells; rows with the same figures are
    one. A statement repeats "Net income" for periods that nobody asked about."""
    tied = (linked.series, *linked.tied)
    alone = len(request.subjects) == 1
    cells = {each: _cells(request, linked, each) for each in tied} if alone else {}
    unsettled = Refusal(
        TWO_ROWS,
        tuple(dict.fromkeys(each.label for each in tied)),
        is_open=True,
        readings=readings_of_rows(request.subjects[0], cells, tables),
    )
    if len(request.subjects) > 1 or not request.years:
        return unsettled
    held: dict[tuple[Decimal, ...], Link] = {}
    for series in tied:
        one = replace(linked, series=series, ahead=linked.clear, tied=())
        wanted = _periods(request, [one])
        if isinstance(wanted, Refusal):
            return wanted
        figures = [figure_for(series, subject_of(request), y, request.quarters) for _, y in wanted]
        if any(others for _, others in figures):
            return unsettled
        found = [each.operand for each, _ in figures if each is not None]
        if len(found) == len(figures):
            held.setdefault(tuple(operand.value * operand.scale for operand in found), one)
    if not held:
        return Refusal(MISSING, (f"{linked.series.label} {' '.join(request.years)}",))
    return next(iter(held.values())) if len(held) == 1 else unsettled


def _cells(request: Request, linked: Link, series: Series) -> list[Operand]:
    """The cells that a request is computed from where this series is meant; none where it lacks
    one."""
    wanted = _periods(request, [replace(linked, series=series)])
    if isinstance(wanted, Refusal):
        return []
    subject = subject_of(request)
    found = [figure_for(series, subject, year, request.quarters)[0] for _, year in wanted]
    return [each.operand for each in found if each is not None] if all(found) else []


def _periods(request: Request, links: Sequence[Link]) -> list[tuple[Link, str]] | Refusal:
    """Which year of which series, in the order of the formula."""
    first = links[0]
    held = sorted({figure.year for figure in first.series.figures if figure.year}, reverse=True)
    if len(links) > 1:
        if len(request.years) > 1:
            return Refusal(WHICH_PERIOD, request.years, is_open=True)
        return [(each, "".join(request.years)) for each in links]
    if request.operation in EXTREMES:
        years = [year for year in held if year in request.years] if request.years else held
        if len(years) < 2 or (request.years and len(years) < len(request.years)):
            return Refusal("There are not two periods to compare.", tuple(held))
        return [(first, year) for year in years]
    if request.operation in _OVER_PERIODS:
        years = sorted(request.years, reverse=request.operation in _LATER_FIRST)
        if len(years) == 1 and request.operation in _LATER_FIRST:
            # what grew "in 2022" grew from the same period of the year before
            years.append(str(int(years[0]) - 1))
        if len(years) != 2 and request.operation in (Operation.DIFFERENCE, Operation.CHANGE):
            return Refusal(TWO_PERIODS, tuple(held))
        if len(years) < 2:
            return Refusal("It takes several periods.", tuple(held))
        return [(first, year) for year in years]
    return [(first, "".join(request.years))]
