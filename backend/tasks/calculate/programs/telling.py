"""An operation over its cells as a calculation: the figure, its formula and its sentence."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from decimal import Decimal

from backend.tasks.calculate.programs.arithmetic import (
    WORKED_IN_PER_CENT,
    CannotComputeError,
    computed,
    formula_of,
    scale_of,
    written,
)
from backend.types.calculations import (
    Calculation,
    Operand,
    Operation,
    difference_in,
    measured,
)

EXTREMES = (Operation.LARGEST, Operation.SMALLEST)


def told(operation: Operation, operands: Sequence[Operand], sure: float) -> Calculation:
    """An operation over its cells with formula and sentence.

    Raises:
        CannotComputeError: if units, scales or values do not allow it.
    """
    used = list(operands)
    if operation in EXTREMES:
        if len({(each.unit, each.scale) for each in used}) > 1:
            raise CannotComputeError("The figures have different units or scales.")
        top = used[0]
        calculation = Calculation(
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
        return replace(
            calculation,
            sentence=f"{top.label}: {calculation.answer} ({calculation.formula}{behind})",
        )
    value = computed(operation, used)
    unit, scale = used[0].unit, scale_of(used)
    if operation in WORKED_IN_PER_CENT:
        unit, scale = "%", Decimal(1)
    elif operation is Operation.RATIO:
        unit, scale = "", Decimal(1)
    elif unit == "%":
        scale = Decimal(1)
    answer = written(value)
    in_words = difference_in if operation is Operation.DIFFERENCE else measured
    result = f"{answer}{in_words(unit, scale)}"
    formula = formula_of(operation, used, result)
    calculation = Calculation(operation, answer, value, unit, scale, formula, "", tuple(used), sure)
    told = calculation.figure if operation is Operation.LOOKUP else formula
    return replace(calculation, sentence=f"{calculation.subject}: {told}")


def values_told(
    listed: Sequence[tuple[str, str]], operands: Sequence[Operand], sure: float, of: str = ""
) -> Calculation:
    """Several looked-up figures of one unit and scale, each with its name.

    Args:
        listed: name and text of each.
        of: what they are of; the label of the first one by default.
    """
    first = operands[0]
    behind = measured(first.unit, first.scale) if first.unit != "%" else ""
    said = "; ".join(f"{name}: {text}{behind}" for name, text in listed)
    return Calculation(
        Operation.VALUES,
        said,
        first.value,
        first.unit,
        first.scale,
        said,
        f"{of or first.label}: {said}",
        tuple(operands),
        sure,
        listed=tuple(listed),
    )
