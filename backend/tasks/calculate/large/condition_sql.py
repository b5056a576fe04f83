"""The conditions of a request over a large table as SQL over its file of columns."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal

from backend.tasks.calculate.programs.column_bounds import ColumnBound
from backend.tasks.calculate.programs.column_links import ColumnLink, Dated, Pair
from backend.tasks.calculate.programs.column_values import Equal
from backend.tasks.calculate.programs.column_words import FIGURES
from backend.types.calculations import Refusal
from backend.types.large_tables import LargeColumn, LargeTable, SqlValue
from backend.types.tables import CellKind

NOT_WORKED_OUT = "That is not worked out over a table of so many rows."
_SIGNS = {"≥": ">=", "≤": "<=", ">": ">", "<": "<", "=": "="}
_ONE = Decimal(1)


@dataclass(frozen=True, slots=True)
class Sql:
    """A condition with its parameters."""

    text: str
    parameters: tuple[SqlValue, ...] = ()


@dataclass(frozen=True, slots=True)
class Conditions:
    """What rows are asked of: those that `held` picks are of the things that are named, of them
    `whole` have every entry that is needed (`figured` every figure), and `kept` keep to all
    bounds."""

    held: Sql
    figured: Sql
    whole: Sql
    kept: Sql


def file_column(column: int) -> int:
    """The number in the file of a column of a stored table; that of the labels is the first."""
    return max(column, -1) + 1


def text_of(column: int) -> str:
    """The texts of a column."""
    return f"t{file_column(column)}"


def value_sql(column: int) -> str:
    """The figures or days of a column."""
    return f"v{file_column(column)}"


def column_of(table: LargeTable, column: int) -> LargeColumn:
    """What is known of a column of a stored table."""
    return table.columns[file_column(column)]


def conditions_of(link: ColumnLink, table: LargeTable) -> Conditions | Refusal:
    """The conditions of a request, or why they cannot be asked of a database."""
    held: list[Sql] = []
    needed: list[str] = [text_of(equal.column) for equal in link.equals if equal.is_negated]
    figures: list[str] = []
    kept: list[Sql] = []
    if any(_is_with_unit(equal, table) for equal in link.equals):
        return Refusal(NOT_WORKED_OUT)
    held += map(_equal, link.equals)
    held += [Sql(f"{text_of(blank)} IS NULL") for blank in link.blanks]
    held += [Sql(f"{text_of(each)} IS NOT NULL") for each in link.filled]
    measured = {each: column_of(table, each).kind in FIGURES for each in link.measure}
    figures += [value_sql(each) for each, is_figure in measured.items() if is_figure]
    needed += [text_of(each) for each, is_figure in measured.items() if not is_figure]
    for bound in link.bounds:
        figures.append(value_sql(bound.column))
        made = _bounded(bound.comparison, bound.column, column_of(table, bound.column))
        if isinstance(made, Refusal):
            return made
        kept.append(made)
    for dated in link.dates:
        if dated.further or not _is_dated(table, dated.column):
            return Refusal(NOT_WORKED_OUT)
        needed.append(value_sql(dated.column))
        kept.append(_dated(dated))
    for pair in link.pairs:
        compared = _compared(pair, table)
        if isinstance(compared, Refusal):
            return compared
        needed += [value_sql(pair.left), value_sql(pair.right)]
        kept.append(compared)
    for what in link.not_yet:
        if not _is_dated(table, what.column):
            return Refusal(NOT_WORKED_OUT)
        at = value_sql(what.column)
        kept.append(
            Sql(f"({text_of(what.column)} IS NULL OR {at} > ?)", (what.day.last.isoformat(),))
        )
    if link.group is not None:
        needed.append(text_of(link.group.column))
    entries = Sql("NOT is_sum")
    picked = _all(entries, *held)
    figured = _all(picked, *(Sql(f"{figure} IS NOT NULL") for figure in figures))
    whole = _all(figured, *(Sql(f"{each} IS NOT NULL") for each in needed))
    return Conditions(picked, figured, whole, _all(whole, *kept))


def _all(*parts: Sql) -> Sql:
    text = " AND ".join(part.text for part in parts)
    return Sql(text, tuple(value for part in parts for value in part.parameters))


def _is_with_unit(equal: Equal, table: LargeTable) -> bool:
    """Whether a value is a figure with its unit, which other rows may write otherwise."""
    is_figure = equal.column >= 0 and column_of(table, equal.column).kind in FIGURES
    return is_figure and not all(text.isdigit() for text in equal.texts)


def _equal(equal: Equal) -> Sql:
    marks = ", ".join("?" * len(equal.texts))
    at = text_of(equal.column)
    if equal.is_negated:
        return Sql(f"({at} IS NULL OR {at} NOT IN ({marks}))", equal.texts)
    return Sql(f"{at} IN ({marks})", equal.texts)


def _bounded(comparison: ColumnBound, column: int, of: LargeColumn) -> Sql | Refusal:
    if of.kind not in FIGURES:
        return Refusal(NOT_WORKED_OUT)
    if comparison.unit and of.unit and comparison.unit != of.unit:
        return Refusal("The bound is of another unit than the column.")
    if of.scale != _ONE and not comparison.is_scaled and of.unit != "%":
        return Refusal("It is open in what scale the bound is meant.")
    sign = _SIGNS.get(comparison.sign, "")
    if not sign:
        return Refusal(NOT_WORKED_OUT)
    scale = _ONE if comparison.unit == "%" else of.scale
    bound = comparison.bound / scale
    return Sql(f"{value_sql(column)} {sign} ?", (bound,))


def _dated(dated: Dated) -> Sql:
    at, first, last = (
        value_sql(dated.column),
        dated.span.first.isoformat(),
        dated.span.last.isoformat(),
    )
    match dated.sign:
        case "in":
            return Sql(f"{at} BETWEEN ? AND ?", (first, last))
        case ">":
            return Sql(f"{at} > ?", (last,))
        case "≤":
            return Sql(f"{at} <= ?", (last,))
        case "<":
            return Sql(f"{at} < ?", (first,))
        case _:
            return Sql(f"{at} >= ?", (first,))


def _compared(pair: Pair, table: LargeTable) -> Sql | Refusal:
    left, right = column_of(table, pair.left), column_of(table, pair.right)
    sign = _SIGNS.get(pair.sign, "")
    if left.kind is CellKind.DATE and right.kind is CellKind.DATE:
        fits = True
    else:
        fits = left.kind in FIGURES and (left.kind, left.unit, left.scale) == (
            right.kind,
            right.unit,
            right.scale,
        )
    if not fits or not sign:
        return Refusal(NOT_WORKED_OUT)
    return Sql(f"{value_sql(pair.left)} {sign} {value_sql(pair.right)}")


def _is_dated(table: LargeTable, column: int) -> bool:
    return column_of(table, column).kind is CellKind.DATE
