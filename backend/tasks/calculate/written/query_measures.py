"""What the figures of a query are measured in: the unit of its cells, per cent, or none.

Cells are added and compared only where unit and scale are the same. A product or quotient of
figures, other than a share, has no unit that could be said for sure, so it has none.
"""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal
from enum import Enum, auto

from sqlglot import exp

from backend.types.calculations import Operand

HUNDRED = Decimal(100)


class UnitsDifferError(Exception):
    """Cells of different units or scales were put together."""


class MeasureKind(Enum):
    """What an expression gives: a figure in its cells' own unit, one without a unit, the number of
    something, a bare number, a quotient of two alike, a hundred times such, a text, or something
    else."""

    MEASURED = auto()
    COUNTED = auto()
    ONE = auto()
    NUMBER = auto()
    HUNDRED = auto()
    RATIO = auto()
    HUNDREDFOLD = auto()
    PER_CENT = auto()
    OTHER = auto()


def measure_of_output(
    output: exp.Expr, cells: Sequence[Operand], parts: dict[str, exp.Expr]
) -> tuple[str, Decimal]:
    """Unit and scale of the figures of an output column.

    Args:
        output: its expression, as the model wrote it.
        cells: the figures that it was made of.
        parts: the outputs of parts of the query, by their names.

    Raises:
        UnitsDifferError: if its cells have different units or scales, or it has none that can be
            told although they have a scale.
    """
    kind = kind_of(output, parts)
    measures = {(cell.unit, cell.scale) for cell in cells}
    if kind is MeasureKind.COUNTED:
        return "", Decimal(1)
    if len(measures) > 1:
        raise UnitsDifferError("The figures that are put together have different units or scales.")
    unit, scale = measures.pop() if measures else ("", Decimal(1))
    if kind is MeasureKind.MEASURED:
        return unit, scale
    if kind is MeasureKind.PER_CENT:
        return "%", Decimal(1)
    if kind is MeasureKind.RATIO or scale == 1:
        return "", Decimal(1)
    raise UnitsDifferError("It cannot be told in what scale the result is.")


def kind_of(node: exp.Expr, parts: dict[str, exp.Expr], depth: int = 0) -> MeasureKind:
    """What an expression gives."""
    if depth > 60:
        return MeasureKind.OTHER

    def of(each: exp.Expr) -> MeasureKind:
        return kind_of(each, parts, depth + 1)

    match node:
        case exp.Column():
            inner = parts.get(node.name.casefold())
            return of(inner) if inner is not None else MeasureKind.MEASURED
        case exp.Literal():
            figure = Decimal(0) if node.is_string else Decimal(node.this)
            return {HUNDRED: MeasureKind.HUNDRED, Decimal(1): MeasureKind.ONE}.get(
                figure, MeasureKind.NUMBER
            )
        case exp.Count():
            return MeasureKind.COUNTED
        case exp.Subquery():
            return of(node.this.expressions[0]) if node.this.expressions else MeasureKind.OTHER
        case exp.Mul():
            return _product(of(node.left), of(node.right))
        case exp.Div():
            return _quotient(of(node.left), of(node.right))
        case exp.Add() | exp.Sub() | exp.Coalesce() | exp.Nullif():
            others = node.expressions if isinstance(node, exp.Coalesce) else [node.expression]
            return _common([of(node.this), *map(of, others)])
        case exp.Case():
            given = [each.args["true"] for each in node.args.get("ifs", [])]
            given += [node.args["default"]] if node.args.get("default") else []
            return _common([of(each) for each in given if not isinstance(each, exp.Null)])
        case exp.Alias() | exp.Paren() | exp.Sum() | exp.Avg() | exp.Min() | exp.Max() | exp.Abs():
            return of(node.this)
        case exp.Round() | exp.Neg() | exp.Cast() | exp.Filter() | exp.Distinct():
            return of(node.this)
        case _:
            return MeasureKind.OTHER


def _product(one: MeasureKind, two: MeasureKind) -> MeasureKind:
    pair = {one, two}
    if MeasureKind.ONE in pair:
        return two if one is MeasureKind.ONE else one
    if MeasureKind.HUNDRED in pair:
        other = two if one is MeasureKind.HUNDRED else one
        return {
            MeasureKind.RATIO: MeasureKind.PER_CENT,
            MeasureKind.MEASURED: MeasureKind.HUNDREDFOLD,
        }.get(other, MeasureKind.OTHER)
    return MeasureKind.OTHER


def _quotient(one: MeasureKind, two: MeasureKind) -> MeasureKind:
    if one is MeasureKind.HUNDREDFOLD and two is MeasureKind.MEASURED:
        return MeasureKind.PER_CENT
    if one is two and one in (MeasureKind.MEASURED, MeasureKind.COUNTED):
        return MeasureKind.RATIO
    if one is MeasureKind.MEASURED and two is MeasureKind.COUNTED:
        return MeasureKind.MEASURED
    return MeasureKind.OTHER


def _common(kinds: Sequence[MeasureKind]) -> MeasureKind:
    """Of figures that are added: a quotient stays one where a bare number is taken from it."""
    own = {
        kind
        for kind in kinds
        if kind not in (MeasureKind.ONE, MeasureKind.NUMBER, MeasureKind.HUNDRED)
    }
    if not own:  # one for each row of a kind, which are added up
        return MeasureKind.COUNTED
    if own in (
        {MeasureKind.RATIO},
        {MeasureKind.MEASURED},
        {MeasureKind.PER_CENT},
        {MeasureKind.COUNTED},
    ):
        return own.pop()
    return MeasureKind.OTHER
