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


class Kind(Enum):
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
    measures = {(each.unit, each.scale) for each in cells}
    if kind is Kind.COUNTED:
        return "", Decimal(1)
    if len(measures) > 1:
        raise UnitsDifferError("The figures that are put together have different units or scales.")
    unit, scale = measures.pop() if measures else ("", Decimal(1))
    if kind is Kind.MEASURED:
        return unit, scale
    if kind is Kind.PER_CENT:
        return "%", Decimal(1)
    if kind is Kind.RATIO or scale == 1:
        return "", Decimal(1)
    raise UnitsDifferError("It cannot be told in what scale the result is.")


def kind_of(node: exp.Expr, parts: dict[str, exp.Expr], depth: int = 0) -> Kind:
    """What an expression gives."""
    if depth > 60:
        return Kind.OTHER

    def of(each: exp.Expr) -> Kind:
        return kind_of(each, parts, depth + 1)

    match node:
        case exp.Column():
            inner = parts.get(node.name.casefold())
            return of(inner) if inner is not None else Kind.MEASURED
        case exp.Literal():
            figure = Decimal(0) if node.is_string else Decimal(node.this)
            return {HUNDRED: Kind.HUNDRED, Decimal(1): Kind.ONE}.get(figure, Kind.NUMBER)
        case exp.Count():
            return Kind.COUNTED
        case exp.Subquery():
            return of(node.this.expressions[0]) if node.this.expressions else Kind.OTHER
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
            return Kind.OTHER


def _product(one: Kind, two: Kind) -> Kind:
    pair = {one, two}
    if Kind.ONE in pair:
        return two if one is Kind.ONE else one
    if Kind.HUNDRED in pair:
        other = two if one is Kind.HUNDRED else one
        return {Kind.RATIO: Kind.PER_CENT, Kind.MEASURED: Kind.HUNDREDFOLD}.get(other, Kind.OTHER)
    return Kind.OTHER


def _quotient(one: Kind, two: Kind) -> Kind:
    if one is Kind.HUNDREDFOLD and two is Kind.MEASURED:
        return Kind.PER_CENT
    if one is two and one in (Kind.MEASURED, Kind.COUNTED):
        return Kind.RATIO
    if one is Kind.MEASURED and two is Kind.COUNTED:
        return Kind.MEASURED
    return Kind.OTHER


def _common(kinds: Sequence[Kind]) -> Kind:
    """Of figures that are added: a quotient stays one where a bare number is taken from it."""
    own = {each for each in kinds if each not in (Kind.ONE, Kind.NUMBER, Kind.HUNDRED)}
    if not own:  # one for each row of a kind, which are added up
        return Kind.COUNTED
    if own in ({Kind.RATIO}, {Kind.MEASURED}, {Kind.PER_CENT}, {Kind.COUNTED}):
        return own.pop()
    return Kind.OTHER
