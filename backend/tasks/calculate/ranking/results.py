"""A candidate program worked out: the figure with formula and sentence, or why there is none."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from decimal import Decimal

from backend.tasks.calculate.programs.arithmetic import (
    CannotComputeError,
    bracketed,
    computed,
    conversions,
    rounded,
    scale_of,
    values_in_one_scale,
    written,
)
from backend.tasks.calculate.programs.telling import told, values_told
from backend.tasks.calculate.ranking.candidates import Candidate
from backend.tasks.calculate.ranking.question_forms import FormKind
from backend.tasks.calculate.ranking.table_cells import TableFigure
from backend.types.calculations import (
    Calculation,
    Operand,
    Operation,
    difference_in,
    enumeration,
    measured,
)

OPERATIONS = {
    FormKind.LOOKUP: Operation.LOOKUP,
    FormKind.VALUES: Operation.VALUES,
    FormKind.DIFFERENCE: Operation.DIFFERENCE,
    FormKind.CHANGE: Operation.CHANGE,
    FormKind.SUM: Operation.SUM,
    FormKind.MEAN: Operation.MEAN,
    FormKind.SHARE: Operation.SHARE,
    FormKind.RATIO: Operation.RATIO,
    FormKind.LARGEST: Operation.LARGEST,
    FormKind.SMALLEST: Operation.SMALLEST,
    FormKind.PERIODS: Operation.PERIODS,
    FormKind.COUNT: Operation.COUNT_OF_PERIODS,
    FormKind.CHANGE_OF_MEANS: Operation.COMBINED,
    FormKind.DIFFERENCE_OF_MEANS: Operation.COMBINED,
}
"""What each kind of form does, as it is told."""


def result_of(candidate: Candidate, operands: Sequence[Operand], sure: float) -> Calculation:
    """The calculation of a candidate over its cells.

    Args:
        candidate: the program.
        operands: its cells, in the order of its spots, with the units that are stated.
        sure: the confidence that is kept with it.

    Raises:
        CannotComputeError: if units, scales or values do not allow it.
    """
    kind = candidate.form.kind
    if kind is FormKind.VALUES:
        return _values(candidate, operands, sure)
    if kind in (FormKind.PERIODS, FormKind.COUNT):
        return _periods(candidate, operands, sure)
    if kind in (FormKind.CHANGE_OF_MEANS, FormKind.DIFFERENCE_OF_MEANS):
        return _of_means(kind, operands, sure)
    if kind in (FormKind.LARGEST, FormKind.SMALLEST):
        order = sorted(
            operands, key=lambda operand: operand.value, reverse=kind is FormKind.LARGEST
        )
        if order[0].value == order[1].value:
            raise CannotComputeError("Two periods have the same figure.")
        years = {spot.operand.place: spot.year for spot in candidate.spots}
        made = told(OPERATIONS[kind], order, sure)
        return replace(made, answer=years[order[0].place] or made.answer)
    if kind is FormKind.DIFFERENCE and candidate.form.is_paired:
        operands = sorted(operands, key=lambda operand: operand.value * operand.scale, reverse=True)
    return told(OPERATIONS[kind], operands, sure)


def outcome_of(candidate: Candidate) -> tuple[object, ...]:
    """What tells two candidates of different answers: kind and figures, for differences in any
    order."""
    values = [spot.operand.value * spot.operand.scale for spot in candidate.spots]
    kind = candidate.form.kind
    if kind is FormKind.DIFFERENCE and candidate.form.is_paired:
        values.sort()
    if kind is FormKind.DIFFERENCE_OF_MEANS:
        half = len(values) // 2
        values = [each for part in sorted((values[:half], values[half:])) for each in part]
    if kind in (FormKind.LARGEST, FormKind.SMALLEST):
        best = (max if kind is FormKind.LARGEST else min)(
            candidate.spots, key=lambda each: each.operand.value
        )
        return kind, best.year, best.operand.value * best.operand.scale
    if kind in (FormKind.PERIODS, FormKind.COUNT):
        kept = _kept(candidate)
        years = [each.year for each in kept]
        if candidate.form.bound is None:
            return kind, *years
        return kind, *years, *(each.operand.value * each.operand.scale for each in kept)
    return kind, *values


def periods_told(candidate: Candidate) -> list[str]:
    """The periods that a candidate answers with, or counts."""
    kind = candidate.form.kind
    if kind in (FormKind.LARGEST, FormKind.SMALLEST):
        return [str(outcome_of(candidate)[1])]
    return [each.year for each in _kept(candidate)]


def _values(candidate: Candidate, operands: Sequence[Operand], sure: float) -> Calculation:
    """Several looked-up figures, each with its period."""
    units = {(operand.unit, operand.scale) for operand in operands}
    if len(units) > 1:
        raise CannotComputeError("The figures have different units.")
    texts = [operand.text for operand in operands]
    return values_told(list(zip(_names(candidate, operands), texts, strict=True)), operands, sure)


def _of_means(kind: FormKind, operands: Sequence[Operand], sure: float) -> Calculation:
    """The mean of the first half of the figures less that of the second half. Of two rows the
    larger mean comes first, since nothing says which of them is taken from which."""
    half = len(operands) // 2
    computed(Operation.DIFFERENCE, operands)  # for its reasons not to
    values = values_in_one_scale(operands)
    if kind is FormKind.DIFFERENCE_OF_MEANS and sum(values[:half]) < sum(values[half:]):
        operands = (*operands[half:], *operands[:half])
        values = [*values[half:], *values[:half]]
    exact = (sum(values[:half], Decimal(0)) - sum(values[half:], Decimal(0))) / half
    value, scale, unit = rounded(exact), scale_of(operands), operands[0].unit
    texts = [bracketed(written(each)) for each in values]
    working = " − ".join(
        f"(({' + '.join(part)}) ÷ {half})" for part in (texts[:half], texts[half:])
    )
    formula = f"{conversions(operands)}{working} = {written(value)}{difference_in(unit, scale)}"
    calculation = Calculation(
        Operation.COMBINED,
        written(value),
        value,
        unit,
        scale,
        formula,
        "",
        tuple(operands),
        sure,
    )
    return replace(
        calculation, sentence=f"Difference of averages, {calculation.subject}: {formula}"
    )


def _names(candidate: Candidate, operands: Sequence[Operand]) -> list[str]:
    """What tells the cells apart: their years, else periods, else headers."""
    years = [spot.year for spot in candidate.spots]
    if all(years) and len(set(years)) == len(years):
        return years
    return [operand.when or operand.header or operand.label for operand in operands]


def _kept(candidate: Candidate) -> list[TableFigure]:
    """The periods that keep to the bound, all of them where there is none.

    A bound without a scale is meant in the scale of the table, which most people read off; where
    only the bound has one, the table's figures are as they stand.
    """
    bound = candidate.form.bound
    if bound is None:
        return list(candidate.spots)
    kept: list[TableFigure] = []
    for spot in candidate.spots:
        scale = spot.operand.scale if bound.scale != 1 else Decimal(1)
        figure = spot.operand.value * scale
        least = bound.value * bound.scale
        if figure > least if bound.is_over else figure < least:
            kept.append(spot)
    return kept


def _periods(candidate: Candidate, operands: Sequence[Operand], sure: float) -> Calculation:
    """The periods of a row that have a figure, or one beyond a bound, or how many do."""
    kept = _kept(candidate)
    bound, first = candidate.form.bound, operands[0]
    if not kept:
        raise CannotComputeError("No period keeps to the bound.")
    if bound is not None and bound.scale != 1 and first.scale == 1:
        raise CannotComputeError("It is open in what scale the figures are printed.")
    stated = {operand.place: operand for operand in operands}
    cells = tuple(stated[each.operand.place] for each in kept)
    listed = tuple((each.year, each.operand.text) for each in kept)
    counts = candidate.form.kind is FormKind.COUNT
    answer = str(len(kept)) if counts else enumeration([year for year, _ in listed])
    behind = measured(first.unit, first.scale)
    formula = ", ".join(f"{year}: {text}" for year, text in listed)
    than = ""
    if bound is not None:
        how = "over" if bound.is_over else "under"
        unit = "%" if bound.is_per_cent else ""
        than = f" {how} {written(bound.value)}{measured(unit, bound.scale)}"
    value = Decimal(len(kept)) if counts else first.value
    return Calculation(
        OPERATIONS[candidate.form.kind],
        answer,
        value,
        "" if counts else first.unit,
        Decimal(1) if counts else first.scale,
        formula,
        f"{first.label}{than}: {answer} ({formula}{behind})",
        cells,
        sure,
        listed=listed,
    )
