"""Exact arithmetic over cells: sums, means, differences, changes, shares and ratios."""

from __future__ import annotations

import re
from collections.abc import Sequence
from decimal import ROUND_HALF_UP, Context, Decimal

from backend.types.calculations import Operand, Operation, measured

_EITHER_SIGN = re.compile(
    r"(?i)\((?:loss(?:es)?|used in|decrease|expenses?|deficit|benefits?)\)"
    r"|\b(?:loss(?:es)?|deficit)\)? ?/|/ ?\(?(?:loss(?:es)?|deficit)\b"
)
"""A row that says what its negative figures are: "profit/(loss)"."""
_GAIN = re.compile(r"(?i)\b(?:profits?|income(?! tax)|earnings|surplus|ebit(?:da)?)\b")
_NO_GAIN = re.compile(r"(?i)\b(?:loss(?:es)?|expenses?|costs?|deficits?)\b")
CENT = Decimal("0.01")
HUNDRED = Decimal(100)
_EXACT = Context(prec=50, rounding=ROUND_HALF_UP)
WORKED_IN_PER_CENT = (Operation.SHARE, Operation.CHANGE)


class CannotComputeError(Exception):
    """The cells do not go together; the message says why, for the person who asked."""


def computed(operation: Operation, operands: Sequence[Operand]) -> Decimal:
    """The result in the scale of `scale_of`, exact for sums and differences, else to two places.

    A difference and a change take the later figure first: (later / earlier - 1) * 100.

    Raises:
        CannotComputeError: if units differ, scales differ of which one is not stated, or a division
            by zero would be needed.
    """
    if len({operand.unit for operand in operands}) > 1:
        raise CannotComputeError("The figures have different units.")
    values = values_in_one_scale(operands)
    first, last = values[0], values[-1]
    match operation:
        case Operation.SUM:
            return _plain(sum(values, Decimal(0)))
        case Operation.MEAN:
            return rounded(_EXACT.divide(sum(values, Decimal(0)), Decimal(len(values))))
        case Operation.DIFFERENCE:
            _direction_is_clear(operands)
            return _plain(first - last)
        case Operation.CHANGE:
            _size_is_meant(operands)
            return rounded(_EXACT.divide((first - last) * HUNDRED, _divisor(last)))
        case Operation.SHARE:
            return rounded(_EXACT.divide(first * HUNDRED, _divisor(last)))
        case Operation.RATIO:
            return rounded(_EXACT.divide(first, _divisor(last)))
        case _:
            return first


def scale_of(operands: Sequence[Operand]) -> Decimal:
    """The scale that all figures are brought to: the finest, in which each is exact. Figures in per
    cent have none."""
    return min(Decimal(1) if operand.unit == "%" else operand.scale for operand in operands)


def values_in_one_scale(operands: Sequence[Operand]) -> list[Decimal]:
    """The values of the figures in the scale of `scale_of`.

    Raises:
        CannotComputeError: if one states no scale and another does: it may be in that scale, too.
    """
    scales = {operand.scale for operand in operands}
    if len(scales) > 1 and (
        Decimal(1) in scales or any(operand.unit == "%" for operand in operands)
    ):
        raise CannotComputeError("The figures have different scales.")
    if not operands:
        return []
    scale = scale_of(operands)
    return [value_in(operand, scale) for operand in operands]


def must_be_amounts(operands: Sequence[Operand]) -> None:
    """Refuses figures that are not all amounts of one unit, where one is stated, in known scales.

    Raises:
        CannotComputeError: if units differ, one is in per cent, or scales differ of which one is
            not stated.
    """
    units = {operand.unit for operand in operands} - {""}
    if len(units) > 1 or "%" in units:
        raise CannotComputeError("The figures have different units.")
    values_in_one_scale(operands)


def value_in(operand: Operand, scale: Decimal) -> Decimal:
    """The value of a figure in a scale: 1.2 million are 1,200 thousand."""
    if operand.unit == "%" or operand.scale == scale:
        return operand.value
    return _plain(_EXACT.multiply(operand.value, _EXACT.divide(operand.scale, scale)))


def conversions(operands: Sequence[Operand]) -> str:
    """How figures are brought to one scale, as a formula begins with it: "1.2 million EUR =
    1,200 thousand EUR; "; empty where all are in one."""
    scale = scale_of(operands)
    said = dict.fromkeys(
        f"{written(operand.value)}{measured(operand.unit, operand.scale)} = "
        f"{written(value_in(operand, scale))}{measured(operand.unit, scale)}; "
        for operand in operands
        if operand.unit != "%" and operand.scale != scale
    )
    return "".join(said)


def formula_of(operation: Operation, operands: Sequence[Operand], result: str) -> str:
    """The working as a person would write it: "1,100 + 1,150 = 2,250"; of figures in several scales
    with what each is in one."""
    scale = scale_of(operands)
    texts = [bracketed(written(value_in(operand, scale))) for operand in operands]
    first, last = texts[0], texts[-1]
    before = conversions(operands)
    match operation:
        case Operation.SUM:
            return f"{before}{' + '.join(texts)} = {result}"
        case Operation.MEAN:
            return f"{before}({' + '.join(texts)}) ÷ {len(texts)} = {result}"
        case Operation.DIFFERENCE:
            return f"{before}{first} − {last} = {result}"
        case Operation.CHANGE:
            return f"{before}{first} ÷ {last} − 1 = {result}"
        case Operation.SHARE | Operation.RATIO:
            return f"{before}{first} ÷ {last} = {result}"
        case _:
            return ", ".join(f"{operand.when}: {written(operand.value)}" for operand in operands)


def bracketed(figure: str) -> str:
    """A negative figure in brackets, so that its sign is not taken for the operation's."""
    return f"({figure})" if figure.startswith("−") else figure


def rounded(value: Decimal) -> Decimal:
    """To two places, half up, without zeros behind."""
    return _plain(value.quantize(CENT, rounding=ROUND_HALF_UP, context=_EXACT) + 0)


def written(value: Decimal) -> str:
    """A number for reading: thousands apart, a true minus sign."""
    return f"{value:,f}".replace("-", "−")


def _plain(value: Decimal) -> Decimal:
    return value.quantize(Decimal(1)) if value == value.to_integral_value() else value.normalize()


def _direction_is_clear(operands: Sequence[Operand]) -> None:
    """What is printed as a negative figure throughout may be a cost: whether it grew or fell is
    then open. A row that crosses nought, or says that it may be a loss, is no such row.
    """
    if _all_negative(operands) and not _may_be_either(operands):
        raise CannotComputeError(
            "The figures are negative: whether it grew or fell can be read both ways."
        )


def _size_is_meant(operands: Sequence[Operand]) -> None:
    """Of negative figures throughout the size grows or falls in per cent. From a loss to a profit
    there is no change in per cent, and a loss that grew is no profit that grew: a row of a gain
    whose figures are negative is a row of losses.
    """
    if not any(operand.value < 0 for operand in operands):
        return
    if not _all_negative(operands) or _may_be_either(operands) or _is_gain(operands):
        raise CannotComputeError(
            "A figure is negative: a change in per cent can be read both ways."
        )


def _all_negative(operands: Sequence[Operand]) -> bool:
    return all(operand.value <= 0 for operand in operands) and any(
        operand.value < 0 for operand in operands
    )


def _may_be_either(operands: Sequence[Operand]) -> bool:
    return any(_EITHER_SIGN.search(operand.label) for operand in operands)


def _is_gain(operands: Sequence[Operand]) -> bool:
    return any(
        _GAIN.search(operand.label) and not _NO_GAIN.search(operand.label) for operand in operands
    )


def _divisor(value: Decimal) -> Decimal:
    if value == 0:
        raise CannotComputeError("It would be divided by nought.")
    return value
