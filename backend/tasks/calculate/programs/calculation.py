"""From a question and tables to a figure with its working, or a refusal."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from decimal import Decimal

from backend.tasks.calculate.programs.agreement import MISSING, NOT_NAMED, TOO_WEAK, Attempt, agreed
from backend.tasks.calculate.programs.arithmetic import (
    WORKED_IN_PER_CENT,
    CannotComputeError,
    computed,
    formula_of,
    written,
)
from backend.tasks.calculate.programs.confidence import (
    Weights,
    confidence,
    features_of,
    is_exact,
    shipped,
)
from backend.tasks.calculate.programs.fiscal_periods import open_period
from backend.tasks.calculate.programs.linking import Link, figure_for, fit_of, fit_of_link, link
from backend.tasks.calculate.programs.measures import open_scale, stated_unit
from backend.tasks.calculate.programs.period_readings import reading_of_periods
from backend.tasks.calculate.programs.requests import PER_CENT, Request, request_of
from backend.tasks.calculate.programs.row_readings import readings_of_rows
from backend.tasks.calculate.programs.series import Figure, Series, series_of, words_of
from backend.tasks.calculate.programs.trusted_tables import (
    has_own_header,
    is_of_a_part,
    is_sound,
    is_statement,
)
from backend.types.calculations import Calculation, Operand, Operation, Refusal, measured
from backend.types.choices import Interpretation
from backend.types.tables import StoredTable

_OVER_PERIODS = (Operation.SUM, Operation.MEAN, Operation.DIFFERENCE, Operation.CHANGE)
_LATER_FIRST = (Operation.DIFFERENCE, Operation.CHANGE)
_EXTREMES = (Operation.LARGEST, Operation.SMALLEST)


def calculate(
    question: str,
    tables: Sequence[StoredTable],
    weights: Weights | None = None,
    beside: Sequence[StoredTable] = (),
) -> Calculation | Refusal | None:
    """The figure that the question asks for; None where it asks for none.

    All cells come from one table; where several tables fit alike, they must agree. It refuses where
    no row is named, a cell is missing, several fit equally well, units or scales differ, scale or
    period is open, or the link to the question is weak.

    Args:
        question: as it was asked.
        tables: those that may answer.
        weights: of the confidence; those of the package by default.
        beside: all tables of the same document, which may say more of scales and periods.
    """
    request = request_of(question)
    if request is None:
        return None
    known = beside or tables
    tried = [
        _tried(question, request, table, weights or shipped(), known)
        for table in tables
        if is_sound(table)
    ]
    return agreed([each for each in tried if each.fit > 0])


def _tried(
    question: str,
    request: Request,
    table: StoredTable,
    weights: Weights,
    beside: Sequence[StoredTable],
) -> Attempt:
    """What one table says."""
    made = program_of(request, [table])
    kind = is_statement(table), is_of_a_part(table, question)
    if isinstance(made, Refusal):
        return Attempt(fit_of(request.subjects, table), *kind, made)
    links, operands = made
    fit = min(fit_of_link(each) for each in links)
    outcome = _checked(question, request, links, operands, table, weights, beside)
    return Attempt(fit, *kind, outcome)


def _checked(
    question: str,
    request: Request,
    links: Sequence[Link],
    operands: Sequence[Operand],
    table: StoredTable,
    weights: Weights,
    beside: Sequence[StoredTable],
) -> Calculation | Refusal:
    labels = tuple(dict.fromkeys(each.label for each in operands))
    sure = confidence(features_of_program(request, links), weights)
    dated = bool(request.years) or request.operation in _EXTREMES
    exact = is_exact(links, operands, dated, words_of(" ".join(request.subjects)))
    if sure < weights.threshold and not exact:
        return Refusal(TOO_WEAK, tuple(dict.fromkeys(each.series.label for each in links)))
    if not all(has_own_header(each, table) for each in operands):
        return Refusal("The headers of the table do not tell its columns apart.", labels)
    reason, nearest = open_period(question, request.years, operands, beside)
    if reason:
        readings = _readings_of_periods(question, request, table)
        return Refusal(reason, nearest, is_open=True, readings=readings)
    if reason := open_scale(request.operation, operands, table, beside):
        return Refusal(reason, labels)
    stated = [replace(each, unit=stated_unit(each, table)) for each in operands]
    try:
        return replace(told(request.operation, stated, sure), exact=exact)
    except CannotComputeError as error:
        return Refusal(str(error), labels)


def features_of_program(request: Request, links: Sequence[Link]) -> tuple[float, ...]:
    """What the confidence of a program is computed from."""
    return features_of(request.operation, links, bool(request.years))


def program_of(
    request: Request, tables: Sequence[StoredTable]
) -> tuple[list[Link], list[Operand]] | Refusal:
    """The links and the cells that a request needs, in the order of its formula."""
    series = [each for table in tables for each in series_of(table)]
    links: list[Link] = []
    for subject in request.subjects:
        among = [each for each in series if not links or each.table_id == links[0].series.table_id]
        linked = link(subject, among)
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
    figures: list[Figure] = []
    whole = subject_of(request)
    for linked, year in wanted:
        figure, others = figure_for(linked.series, whole, year, request.quarters)
        if figure is None:
            if others:
                return Refusal("Several columns fit equally well.", others, is_open=True)
            return Refusal(MISSING, (f"{linked.series.label} {year}".strip(),))
        figures.append(figure)
    if request.operation is Operation.DIFFERENCE and len(links) > 1:
        figures.sort(key=lambda each: each.operand.value, reverse=True)
    if request.operation in _EXTREMES:
        figures.sort(
            key=lambda each: each.operand.value, reverse=request.operation is Operation.LARGEST
        )
        if figures[0].operand.value == figures[1].operand.value:
            return Refusal("Two periods have the same figure.")
    return links, [each.operand for each in figures]


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
        "Two rows fit equally well.",
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
            held.setdefault(tuple(each.value * each.scale for each in found), one)
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


def _readings_of_periods(
    question: str, request: Request, table: StoredTable
) -> tuple[Interpretation, ...]:
    """The periods that a year may mean: the one that ends in it, and the one that ends in the next
    and may be called after it."""
    found: list[Interpretation] = []
    for shift in (1, 0):
        years = tuple(str(int(year) + shift) for year in request.years)
        made = program_of(replace(request, years=years), [table])
        if not isinstance(made, Refusal):
            reading = reading_of_periods(question, request.years, made[1], shift)
            found += [reading] if reading is not None else []
    return tuple(found)


def _periods(request: Request, links: Sequence[Link]) -> list[tuple[Link, str]] | Refusal:
    """Which year of which series, in the order of the formula."""
    first = links[0]
    held = sorted({each.year for each in first.series.figures if each.year}, reverse=True)
    if len(links) > 1:
        if len(request.years) > 1:
            return Refusal("It is open which period is meant.", request.years, is_open=True)
        return [(each, "".join(request.years)) for each in links]
    if request.operation in _EXTREMES:
        years = [each for each in held if each in request.years] if request.years else held
        if len(years) < 2 or (request.years and len(years) < len(request.years)):
            return Refusal("There are not two periods to compare.", tuple(held))
        return [(first, year) for year in years]
    if request.operation in _OVER_PERIODS:
        years = sorted(request.years, reverse=request.operation in _LATER_FIRST)
        if len(years) == 1 and request.operation in _LATER_FIRST:
            # what grew "in 2022" grew from the same period of the year before
            years.append(str(int(years[0]) - 1))
        if len(years) != 2 and request.operation in (Operation.DIFFERENCE, Operation.CHANGE):
            return Refusal("It takes two periods to compare.", tuple(held))
        if len(years) < 2:
            return Refusal("It takes several periods.", tuple(held))
        return [(first, year) for year in years]
    return [(first, "".join(request.years))]


def told(operation: Operation, operands: Sequence[Operand], sure: float) -> Calculation:
    """An operation over its cells with formula and sentence.

    Raises:
        CannotComputeError: if units, scales or values do not allow it.
    """
    used = list(operands)
    if operation in _EXTREMES:
        top = used[0]
        made = Calculation(
            operation,
            top.period[:4] or top.header,
            top.value,
            top.unit,
            top.scale,
            formula_of(operation, used, ""),
            "",
            tuple(used),
            sure,
        )
        behind = measured(top.unit, top.scale)
        return replace(made, sentence=f"{top.label}: {made.answer} ({made.formula}{behind})")
    value = computed(operation, used)
    unit, scale = used[0].unit, used[0].scale
    if operation in WORKED_IN_PER_CENT:
        unit, scale = "%", Decimal(1)
    elif operation is Operation.RATIO:
        unit, scale = "", Decimal(1)
    elif unit == "%":
        scale = Decimal(1)
    answer = written(value)
    result = f"{answer}{measured(unit, scale)}"
    formula = formula_of(operation, used, result)
    made = Calculation(operation, answer, value, unit, scale, formula, "", tuple(used), sure)
    told = made.figure if operation is Operation.LOOKUP else formula
    return replace(made, sentence=f"{made.subject}: {told}")
