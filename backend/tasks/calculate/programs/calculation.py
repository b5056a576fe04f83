"""From a question and tables to a figure with its working, or a refusal."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal

from backend.tasks.calculate.programs.arithmetic import (
    WORKED_IN_PER_CENT,
    CannotComputeError,
    computed,
    formula_of,
    written,
)
from backend.tasks.calculate.programs.confidence import Weights, confidence, features_of, shipped
from backend.tasks.calculate.programs.linking import Link, figure_for, link
from backend.tasks.calculate.programs.requests import Request, request_of
from backend.tasks.calculate.programs.series import Figure, series_of
from backend.types.calculations import Calculation, Operand, Operation, Refusal
from backend.types.tables import StoredTable

_OVER_PERIODS = (Operation.SUM, Operation.MEAN, Operation.DIFFERENCE, Operation.CHANGE)
_EXTREMES = (Operation.LARGEST, Operation.SMALLEST)
_SCALES = {
    Decimal(1): "",
    Decimal(1000): "thousand",
    Decimal(10**6): "million",
    Decimal(10**9): "billion",
}


def calculate(
    question: str, tables: Sequence[StoredTable], weights: Weights | None = None
) -> Calculation | Refusal | None:
    """The figure that the question asks for; None where it asks for none.

    All cells come from one table. It refuses where no row is named, a cell is missing, several fit
    equally well, units or scales differ, or the link to the question is weak.
    """
    request = request_of(question)
    if request is None:
        return None
    made = program_of(request, tables)
    if isinstance(made, Refusal):
        return made
    links, operands = made
    sure = confidence(features_of_program(request, links), weights or shipped())
    if sure < (weights or shipped()).threshold:
        names = tuple(dict.fromkeys(each.series.label for each in links))
        return Refusal("No row fits the question well enough.", names)
    try:
        return _told(request.operation, operands, sure)
    except CannotComputeError as error:
        return Refusal(str(error), tuple(each.label for each in operands))


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
            return Refusal("No row of the tables is named in the question.")
        if linked.ahead <= 0:
            return Refusal("Two rows fit equally well.", (linked.series.label,))
        links.append(linked)
    if len({id(each.series) for each in links}) < len(links):
        return Refusal("Both parts of the question fit the same row.", (links[0].series.label,))
    wanted = _periods(request, links)
    if isinstance(wanted, Refusal):
        return wanted
    figures: list[Figure] = []
    whole = " ".join(request.subjects)
    for linked, year in wanted:
        figure, others = figure_for(linked.series, whole, year, request.quarters)
        if figure is None:
            reason = "Several columns fit equally well." if others else "The cell does not exist."
            return Refusal(reason, others or (f"{linked.series.label} {year}".strip(),))
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


def _periods(request: Request, links: Sequence[Link]) -> list[tuple[Link, str]] | Refusal:
    """Which year of which series, in the order of the formula."""
    first = links[0]
    held = sorted({each.year for each in first.series.figures if each.year}, reverse=True)
    if len(links) > 1:
        if len(request.years) > 1:
            return Refusal("It is open which period is meant.", request.years)
        return [(each, "".join(request.years)) for each in links]
    if request.operation in _EXTREMES:
        years = [each for each in held if each in request.years] if request.years else held
        if len(years) < 2 or (request.years and len(years) < len(request.years)):
            return Refusal("There are not two periods to compare.", tuple(held))
        return [(first, year) for year in years]
    if request.operation in _OVER_PERIODS:
        years = sorted(request.years, reverse=True)
        if len(years) != 2 and request.operation in (Operation.DIFFERENCE, Operation.CHANGE):
            return Refusal("It takes two periods to compare.", tuple(held))
        if len(years) < 2:
            return Refusal("It takes several periods.", tuple(held))
        return [(first, year) for year in years]
    return [(first, "".join(request.years))]


def _told(operation: Operation, operands: Sequence[Operand], sure: float) -> Calculation:
    used = list(operands)
    if operation in _EXTREMES:
        top = used[0]
        answer = top.period[:4] or top.header
        formula = formula_of(operation, used, "")
        return Calculation(
            operation,
            answer,
            top.value,
            top.unit,
            top.scale,
            formula,
            f"{top.label}: {answer} ({formula}{_behind(top.unit, top.scale)})",
            tuple(used),
            sure,
        )
    value = computed(operation, used)
    unit, scale = used[0].unit, used[0].scale
    if operation in WORKED_IN_PER_CENT:
        unit, scale = "%", Decimal(1)
    elif operation is Operation.RATIO:
        unit, scale = "", Decimal(1)
    elif unit == "%":
        scale = Decimal(1)
    answer = written(value)
    result = f"{answer}{_behind(unit, scale)}"
    formula = formula_of(operation, used, result)
    names = list(dict.fromkeys(each.label for each in used))
    periods = list(dict.fromkeys(each.period or each.header for each in used))
    of = " and ".join(name for name in names if name)
    when = f" ({', '.join(period for period in periods if period)})" if any(periods) else ""
    told = result if operation is Operation.LOOKUP else formula
    return Calculation(
        operation, answer, value, unit, scale, formula, f"{of}{when}: {told}", tuple(used), sure
    )


def _behind(unit: str, scale: Decimal) -> str:
    """Scale and unit as they stand behind a number: " thousand USD", " %"."""
    return "".join(f" {each}" for each in (_SCALES.get(scale, f"× {scale:f}"), unit) if each)
