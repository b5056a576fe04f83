"""Which rows keep to the conditions of a request, and how the conditions are said."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal

from backend.dates import Span, are_of_one_calendar, beside, month_comes_first
from backend.tables.column_scales import measure_of, scale_of_cell
from backend.tasks.calculate.programs.column_bounds import ColumnBound
from backend.tasks.calculate.programs.column_dates import (
    days_of_rows,
    keeps_dates,
    keeps_one_of,
)
from backend.tasks.calculate.programs.column_links import ColumnLink, Dated, NotYet, Pair
from backend.tasks.calculate.programs.column_words import (
    FIGURES,
    heading,
    key_of,
    value_of,
)
from backend.tasks.calculate.programs.column_years import written_in
from backend.tasks.calculate.programs.series import unit_of_cell
from backend.tasks.calculate.programs.short_things import forms_in_full
from backend.types.calculations import Refusal
from backend.types.tables import CellKind, StoredRow, StoredTable
from backend.written_days import with_century

_ONE = Decimal(1)


@dataclass(frozen=True, slots=True)
class Kept:
    """Rows that keep to all conditions. `blank` counts those that are left out because they lack a
    text, a figure or a date that is needed, `figureless` those among them that lack a figure."""

    rows: list[int]
    blank: int
    figureless: int


def named_rows(table: StoredTable, link: ColumnLink, entries: list[int]) -> list[int]:
    """The entries that keep to what is said of their texts, whatever their figures and days are."""
    return [at for at in entries if _holds(table.rows[at], link)]


def kept_rows(table: StoredTable, link: ColumnLink, entries: list[int]) -> Kept | Refusal:
    """The entries that keep to the conditions and hold every figure that is needed."""
    if _lacks_forms(table, link, entries):
        return Refusal("The list writes this name in several ways.", is_open=True)
    rows = named_rows(table, link, entries)
    figures = [*link.measure, *(bounded_column.column for bounded_column in link.bounds)]
    texts = [equal.column for equal in link.equals if equal.is_negated]
    texts += [date.column for date in link.dates]
    pairs = [at for each in link.pairs for at in (each.left, each.right)]
    figures += [at for at in pairs if _is_figure(table, at)]
    texts += [at for at in pairs if not _is_figure(table, at)]
    if link.group is not None:
        texts.append(link.group.column)
    days_in = {column: spans_of(table, column, entries) for column in _of_days(table, link)}
    whole = [
        at
        for at in rows
        if all(has_measure(table, table.rows[at], figure) for figure in figures)
        and all(value_of(table.rows[at], text) for text in texts)
        and all(
            value_of(table.rows[at], column) in days for column, days in days_in.items() if days
        )
    ]
    blank = len(rows) - len(whole)
    figureless = sum(
        not all(has_measure(table, table.rows[at], figure) for figure in figures) for at in rows
    )
    if reason := _unclear(table, whole, link):
        return Refusal(reason)
    for bound in link.bounds:
        whole = [at for at in whole if _keeps(table, at, bound.column, bound.comparison)]
    for column in {date.column for date in link.dates}:
        spans = days_in[column]
        if not spans:
            return Refusal(f"The days under {heading(column, table)} cannot be read.")
        bounds = [date for date in link.dates if date.column == column]
        days = {at: spans.get(value_of(table.rows[at], column)) for at in entries}
        if lacking := next(
            filter(None, (_lacking(date, days, rows, whole) for date in bounds)), ""
        ):
            return Refusal(f"The list has no figure of {lacking}.", is_open=True)
        kept = {at: _keeps_days(spans[value_of(table.rows[at], column)], bounds) for at in whole}
        if None in kept.values():
            return Refusal("A date of the column is not exact enough for the bound.")
        whole = [at for at in whole if kept[at]]
    for pair in link.pairs:
        held = _pairs_kept(table, pair, whole, entries)
        if None in held.values():
            return Refusal("A date of the columns is not exact enough to compare them.")
        whole = [at for at in whole if held[at]]
    for what in link.not_yet:
        whole = _not_yet(table, what, whole, entries)
    return Kept(whole, blank, figureless)


def _lacks_forms(table: StoredTable, link: ColumnLink, entries: list[int]) -> bool:
    """Whether somebody or something is meant by one of several forms of a name: "Priya" beside
    "Priya Nair", "Gt Hall" beside "Great Hall"."""
    for equal in link.equals:
        if equal.is_negated:
            continue
        held = {value_of(table.rows[at], equal.column) for at in entries} - {""}
        full = forms_in_full(heading(equal.column, table), held)
        meant = {key_of(text) for text in equal.texts}
        names = {full.get(text, text) for text in held if key_of(text) in meant}
        if any(full.get(text, text) in names and key_of(text) not in meant for text in held):
            return True
    return False


def _of_days(table: StoredTable, link: ColumnLink) -> set[int]:
    """The columns of whose rows the day must be known: "cancelled" in place of one is none."""
    columns = {date.column for date in link.dates}
    of_pairs = (at for each in link.pairs for at in (each.left, each.right))
    columns |= {at for at in of_pairs if not _is_figure(table, at)}
    if link.group is not None and link.group.part:
        columns.add(link.group.column)
    return columns


def _keeps_days(span: Span, bounds: Sequence[Dated]) -> bool | None:
    kept = [keeps_one_of(span, bound.sign, bound.spans) for bound in bounds]
    if False in kept:
        return False
    return None if None in kept else True


def _lacking(
    bound: Dated, days: dict[int, Span | None], rows: Sequence[int], whole: Sequence[int]
) -> str:
    """The one of several periods of which no entry is, or whose rows all lack what is needed: what
    the others come to is not what was asked for. Empty where there is none.

    Args:
        bound: with several periods.
        days: what each entry is of.
        rows: the entries that keep to what is said of their texts.
        whole: those of them that hold all that is needed.
    """
    if not bound.further or bound.is_weekday:
        return ""
    for text, period in zip(bound.text.split(" or "), bound.spans, strict=True):
        within = {
            at
            for at, day in days.items()
            if day and keeps_one_of(day, bound.sign, [period]) is not False
        }
        if not within or (within.intersection(rows) and not within.intersection(whole)):
            return text
    return ""


def _pairs_kept(
    table: StoredTable, pair: Pair, rows: list[int], entries: list[int]
) -> dict[int, bool | None]:
    """Whether each row keeps to a pair of columns; None where that is open."""
    if _is_figure(table, pair.left):
        return {
            at: _in_order(_scaled(table, at, pair.left), pair.sign, _scaled(table, at, pair.right))
            for at in rows
        }
    left, right = (spans_of(table, each, entries) for each in (pair.left, pair.right))
    if not left or not right or not are_of_one_calendar(left.values(), right.values()):
        return dict.fromkeys(rows)
    return {
        at: keeps_dates(
            beside(left[value_of(table.rows[at], pair.left)], other),
            [(pair.sign, other)],
        )
        for at in rows
        for other in [right[value_of(table.rows[at], pair.right)]]
    }


def _scaled(table: StoredTable, at: int, column: int) -> Decimal:
    return figure_at(table, at, column) * scale_at(table, at, column)


def _in_order(one: Decimal, sign: str, two: Decimal) -> bool:
    match sign:
        case "<":
            return one < two
        case ">":
            return one > two
        case _:
            return one <= two


def _not_yet(table: StoredTable, what: NotYet, rows: list[int], entries: list[int]) -> list[int]:
    """The rows of which something was not done by a day."""
    spans = spans_of(table, what.column, entries)
    texts = {at: value_of(table.rows[at], what.column) for at in rows}
    return [
        at
        for at in rows
        if not texts[at] or (texts[at] in spans and spans[texts[at]].first > what.day.last)
    ]


def spans_of(table: StoredTable, column: int, entries: list[int]) -> dict[str, Span]:
    """The days that the texts of a column mean, by the text; nothing where one is unclear. A few
    words in place of days are none. What comes first, day or month, other columns may say."""
    texts = [value_of(table.rows[at], column) for at in entries]
    if read := days_of_rows(texts):
        return read
    orders = {
        order
        for at, other in enumerate(table.columns)
        if other.kind is CellKind.DATE and at != column
        for entry in entries
        if (order := month_comes_first(with_century(value_of(table.rows[entry], at)))) is not None
    }
    return days_of_rows(texts, orders.pop()) if len(orders) == 1 else {}


def _holds(row: StoredRow, link: ColumnLink) -> bool:
    for equal in link.equals:
        found = key_of(value_of(row, equal.column)) in {key_of(text) for text in equal.texts}
        if found == equal.is_negated:
            return False
    if not all(value_of(row, each) for each in link.filled):
        return False
    return not any(value_of(row, blank) for blank in link.blanks)


def _unclear(table: StoredTable, rows: list[int], link: ColumnLink) -> str:
    """Why the figures of a column cannot be put together; empty where they can."""
    measured_in = [each for each in link.measure if _is_figure(table, each)]
    for column in {*measured_in, *(bounded_column.column for bounded_column in link.bounds)}:
        if len({unit_at(table, at, column) for at in rows}) > 1:
            return "The figures of the column are of different units."
        if len({scale_at(table, at, column) for at in rows}) > 1:
            return "The figures of the column are of different scales."
    if len(measured_in) == 2 and rows and link.joint in ("", "+", "−"):
        first, second = (
            (unit_at(table, rows[0], at), scale_at(table, rows[0], at)) for at in link.measure
        )
        if first != second:
            return "The two columns are of different units or scales."
    for bound in link.bounds:
        if not rows:
            continue
        unit, scale = unit_at(table, rows[0], bound.column), scale_at(table, rows[0], bound.column)
        if bound.comparison.unit and unit and bound.comparison.unit != unit:
            return "The bound is of another unit than the column."
        if scale != _ONE and not bound.comparison.is_scaled and unit != "%":
            return "It is open in what scale the bound is meant."
    return ""


def _keeps(table: StoredTable, at: int, column: int, comparison: ColumnBound) -> bool:
    value = figure_at(table, at, column)
    if comparison.unit != "%":
        value *= scale_at(table, at, column)
    bound = comparison.bound
    match comparison.sign:
        case ">":
            return value > bound
        case "<":
            return value < bound
        case "≥":
            return value >= bound
        case "=":
            return value == bound
        case _:
            return value <= bound


def said_conditions(link: ColumnLink, table: StoredTable) -> str:
    """The conditions in words, " where Region is North and Price > 500"; empty without any."""
    said: list[str] = []
    for equal in link.equals:
        negated = " not" if equal.is_negated else ""
        texts = " or ".join(equal.texts)
        said.append(f"{heading(equal.column, table)} is{negated} {texts}")
    said += [f"{heading(blank, table)} is empty" for blank in link.blanks]
    said += [f"{heading(each, table)} is not empty" for each in link.filled]
    for bound in link.bounds:
        unit = table.columns[bound.column].unit
        figure = written_in(table, bound.column, bound.comparison.bound, unit)
        said.append(f"{heading(bound.column, table)} {bound.comparison.sign} {figure}")
    said += [f"{heading(date.column, table)} {date.said}" for date in link.dates]
    said += [
        f"{heading(pair.left, table)} {pair.sign} {heading(pair.right, table)}"
        for pair in link.pairs
    ]
    said += [
        f"{heading(each.column, table)} is empty or after {each.text}" for each in link.not_yet
    ]
    return f" where {' and '.join(said)}" if said else ""


def _is_figure(table: StoredTable, column: int) -> bool:
    return column >= 0 and table.columns[column].kind in FIGURES


def has_measure(table: StoredTable, row: StoredRow, column: int) -> bool:
    """Whether a row has what a column is to hold: a figure, or a text in a column of others."""
    if not _is_figure(table, column):
        return bool(value_of(row, column))
    return _is_filled(row, column)


def has_figure(table: StoredTable, at: int, column: int) -> bool:
    """Whether a cell has a figure; a dash or “n/a” has none."""
    return _is_filled(table.rows[at], column)


def _is_filled(row: StoredRow, column: int) -> bool:
    cell = row.cells[column]
    return cell is not None and cell.value is not None


def figure_at(table: StoredTable, at: int, column: int) -> Decimal:
    """The figure of a cell, before its scale.

    Raises:
        ValueError: if the cell holds none.
    """
    cell = table.rows[at].cells[column]
    if cell is None or cell.value is None:
        raise ValueError("a cell without a figure was asked for its value")
    return cell.value


def unit_at(table: StoredTable, at: int, column: int) -> str:
    """The unit of a cell's figure."""
    row = table.rows[at]
    cell = row.cells[column]
    return unit_of_cell(cell, row.label, table.columns[column]) if cell is not None else ""


def scale_at(table: StoredTable, at: int, column: int) -> Decimal:
    """What a cell's figure is to be multiplied by."""
    row = table.rows[at]
    return measure_of(row.label).scale or scale_of_cell(table, row, column)
