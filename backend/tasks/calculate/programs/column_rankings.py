"""The rows of the largest or smallest figures or dates of a column, and the figures themselves."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from decimal import Decimal

from backend.tasks.calculate.programs.arithmetic import HUNDRED, rounded, written
from backend.tasks.calculate.programs.column_answers import (
    ONE,
    Selected,
    made,
    operands,
    said_list,
)
from backend.tasks.calculate.programs.column_choice import is_deal
from backend.tasks.calculate.programs.column_conditions import figure_at, spans_of
from backend.tasks.calculate.programs.column_requests import ColumnOperation, Repeats
from backend.tasks.calculate.programs.column_words import (
    FIGURES,
    LABEL,
    ROWS,
    headers_of,
    heading,
    key_of,
    value_of,
)
from backend.tasks.calculate.programs.column_years import holds_years
from backend.tasks.calculate.programs.plain_verbs import is_level, is_of_pieces_or_one
from backend.tasks.calculate.programs.ties import ranks_of
from backend.types.calculations import Calculation, Operation, Refusal, measured
from backend.types.tables import CellKind, StoredRow, StoredTable

MOST_WORDS_OF_ROW = 2
"""Cells of words that a row is called by beside its day, where one does not tell all rows apart."""
SEVERAL_OF_NAME = "Several rows are of one name"


def ranked(selected: Selected) -> Calculation | Refusal:
    """The rows of the largest or smallest figures, with those that tie for the last place."""
    if selected.request.repeats is Repeats.BY_ROW:
        return _by_row(selected)
    names = _names(selected)
    if not isinstance(names, Refusal):
        return _ranked(selected, names)
    is_of_one_day = selected.request.most == 1 and is_dated(
        selected.table, selected.link.measure[0]
    )
    if not names.reason.startswith(SEVERAL_OF_NAME):
        return names
    if not is_of_one_day and not _is_of_each_row(selected):
        return names
    if not is_of_one_day and is_deal(headers_of(selected.table, "")):
        return names  # an order of several lines costs what they come to
    each = {at: selected.name(at) for at in selected.rows}
    made_of = _ranked(selected, each)
    if isinstance(made_of, Refusal):
        return names
    told = [key_of(name) for name, _ in made_of.listed] or [key_of(made_of.answer)]
    held = Counter(key_of(name) for name in each.values())
    # of what is so of a row by itself each name is told once; of figures in general none may have
    # another row, which could be meant with it
    by_itself = selected.request.meant is not None or is_of_one_day
    is_clear = len(set(told)) == len(told) and (by_itself or all(held[name] == 1 for name in told))
    return made_of if is_clear else names


def _by_row(selected: Selected) -> Calculation | Refusal:
    """The rows by themselves, whatever other rows have their names, with the cells that name those
    which are told."""
    names = {at: selected.name(at) for at in selected.rows}
    told = _ranked(selected, names)
    if isinstance(told, Refusal):
        return told
    held = [key_of(name) for name, _ in told.listed]
    if selected.request.most > 1 and len(set(held)) < len(held):
        return Refusal(f"{SEVERAL_OF_NAME} of {heading(selected.link.entity, selected.table)}.")
    if selected.link.entity in (ROWS, LABEL):
        return told
    order = list(dict.fromkeys(operand.row for operand in told.operands))
    naming = operands(selected.table, order[: len(told.listed) or 1], selected.link.entity)
    return replace(told, operands=(*told.operands, *naming))


def _is_of_each_row(selected: Selected) -> bool:
    """Whether a ranking is of what each row is by itself: "the heaviest", or a figure that is never
    added up."""
    request, link = selected.request, selected.link
    is_plain = len(link.measure) == 1 and request.operation is not ColumnOperation.GROWTH
    is_own = request.meant is not None and request.repeats is Repeats.LEFT
    return (
        is_plain
        and link.entity in (ROWS, LABEL)
        and not is_dated(selected.table, link.measure[0])
        and not is_of_pieces_or_one(selected.table, link.measure[0])
        and (is_own or is_level(selected.table, link.measure[0]))
    )


def _ranked(selected: Selected, names: dict[int, str]) -> Calculation | Refusal:
    request, link, table = selected.request, selected.link, selected.table
    subject = selected.subject
    rows = list(names)
    unit, scale = "", ONE
    grows = request.operation is ColumnOperation.GROWTH
    dated = is_dated(table, link.measure[0])
    values: dict[int, Decimal] | Refusal
    if dated:
        values = _days(selected, rows)
    else:
        measure = selected.unit()
        if isinstance(measure, Refusal):
            return measure
        unit, scale = measure
        values = _growth(selected) if grows else selected.values()
    if isinstance(values, Refusal):
        return values
    if grows:
        unit, scale = "%", ONE
        subject = f"growth in {subject}"
    if len(rows) < max(2, request.most):
        return Refusal("There are too few rows to compare.")
    figures = values
    low = request.operation is ColumnOperation.BOTTOM
    order = sorted(rows, key=lambda at: (figures[at] if low else -figures[at], at))
    ranks = ranks_of([names[at] for at in order], [figures[at] for at in order], request.most)
    if isinstance(ranks, Refusal):
        return ranks
    best = [order[at] for at in ranks.best]
    if not all(names[at] for at in best):
        return Refusal("A row has no name.")
    is_one = len({key_of(names[at]) for at in best}) == 1
    answer = names[best[0]] if is_one else ranks.answer
    behind = measured(unit, scale)
    of_years = len(link.measure) == 1 and holds_years(table, link.measure[0])

    def told_of(at: int) -> str:
        if dated:
            return value_of(table.rows[at], link.measure[0])
        return str(figures[at]) if of_years else f"{written(figures[at])}{behind}"

    listed = tuple((names[at], told_of(at)) for at in best)
    cells = selected.cells(order, link.measure)
    if dated:
        cells = tuple(replace(cell, value=figures[cell.row]) for cell in cells)
    what = ("first" if low else "last") if dated else ("smallest" if low else "largest")
    operation = Operation.SMALLEST if low else Operation.LARGEST
    if request.most > 1:
        operation = Operation.BOTTOM if low else Operation.TOP
        what = f"{request.most} {what}"
    if dated:
        operation = Operation.FIRST if low else Operation.LAST
    if grows:
        operation = Operation.GROWTH
    told = ", ".join(f"{name}: {value}" for name, value in listed)
    formula = f"{what} {subject}: {told}{selected.left}"
    shown = listed if len(listed) > 1 else ()
    return made(
        operation,
        answer,
        figures[best[0]],
        formula,
        cells,
        subject,
        unit,
        scale,
        listed=shown,
        joint=link.joint,
    )


def extreme(selected: Selected) -> Calculation | Refusal:
    """The largest or smallest figure of a column, or its first or last day, and which rows have
    it."""
    if is_dated(selected.table, selected.link.measure[0]):
        return _end_of_time(selected)
    measure = selected.unit()
    if isinstance(measure, Refusal):
        return measure
    values = selected.values()
    if isinstance(values, Refusal):
        return values
    unit, scale = measure
    low = selected.request.operation is ColumnOperation.LOWEST
    order = sorted(selected.rows, key=lambda at: (values[at] if low else -values[at], at))
    best = values[order[0]]
    said = f"{written(best)}{measured(unit, scale)}"
    held = [selected.table.rows[at].label for at in order if values[at] == best]
    of = f" ({said_list([label for label in held if label])})" if any(held) else ""
    word = "smallest" if low else "largest"
    return made(
        Operation.SMALLEST if low else Operation.LARGEST,
        said,
        best,
        f"{word} {selected.subject} = {said}{of}{selected.left}",
        selected.cells(order, selected.link.measure),
        selected.subject,
        unit,
        scale,
        joint=selected.link.joint,
    )


def is_dated(table: StoredTable, column: int) -> bool:
    """Whether a column is no column of figures: its rows are put in the order of their days."""
    return column < 0 or table.columns[column].kind not in FIGURES


def _end_of_time(selected: Selected) -> Calculation | Refusal:
    days = _days(selected, selected.rows)
    if isinstance(days, Refusal):
        return days
    low = selected.request.operation is ColumnOperation.LOWEST
    order = sorted(selected.rows, key=lambda at: (days[at] if low else -days[at], at))
    (column,) = selected.link.measure
    said = value_of(selected.table.rows[order[0]], column)
    cells = selected.cells(order, (column,))
    return made(
        Operation.FIRST if low else Operation.LAST,
        said,
        days[order[0]],
        f"{'first' if low else 'last'} {selected.subject} = {said}{selected.left}",
        tuple(replace(cell, value=days[cell.row]) for cell in cells),
        selected.subject,
    )


def _names(selected: Selected) -> dict[int, str] | Refusal:
    """The rows by their names, each name once: where all rows of a name have one figure (the price
    of a product that was ordered twice) its first row stands for them."""
    names = {at: selected.name(at) for at in selected.rows}
    if selected.link.entity == ROWS and LABEL in headers_of(selected.table, "").dates:
        names = _with_words(names, selected.table)
    if not all(names.values()):
        return Refusal("A row has no name.")
    first: dict[tuple[str, ...], int] = {}
    for at, name in names.items():
        held = first.setdefault(key_of(name), at)
        if held != at and not _same(selected, held, at):
            heads = heading(selected.link.entity, selected.table)
            return Refusal(f"{SEVERAL_OF_NAME} of {heads}.")
    return {at: names[at] for at in first.values()}


def _with_words(days: dict[int, str], table: StoredTable) -> dict[int, str]:
    """What rows are called whose label is only a day: by their first words as well, by further ones
    where these do not tell all of them apart."""
    texts = [at for at, column in enumerate(table.columns) if column.kind is CellKind.TEXT]
    names = days
    for most in range(1, MOST_WORDS_OF_ROW + 1):
        names = {at: _with_day(table.rows[at], texts, most, day) for at, day in days.items()}
        if len(set(names.values())) == len(names):
            break
    return names


def _with_day(row: StoredRow, columns: Sequence[int], most: int, day: str) -> str:
    said = [text for column in columns if (text := value_of(row, column))][:most]
    return f"{' / '.join(said)} ({day})" if said and day else day


def _same(selected: Selected, one: int, other: int) -> bool:
    rows = selected.table.rows
    return all(
        value_of(rows[one], each) == value_of(rows[other], each) for each in selected.link.measure
    )


def _days(selected: Selected, rows: list[int]) -> dict[int, Decimal] | Refusal:
    """The days of a column of dates as numbers in their order: 1 March 2024 is 20240301."""
    column = selected.link.measure[0]
    spans = spans_of(selected.table, column, selected.entries)
    if not spans:
        return Refusal("It is open which of day and month comes first in the dates.")
    read = {at: spans.get(value_of(selected.table.rows[at], column)) for at in rows}
    held = {at: span for at, span in read.items() if span is not None}
    if len(held) < len(rows):
        return Refusal("A cell of the column is no day.")
    lengths = {(each.last - each.first).days for each in held.values()}
    if lengths != {0} and min(lengths) < 364:
        return Refusal("The dates of the column are not equally exact.")
    return {at: Decimal(f"{each.first:%Y%m%d}") for at, each in held.items()}


def _growth(selected: Selected) -> dict[int, Decimal] | Refusal:
    """The growth of each row in per cent, from the second column of figures to the first."""
    later, before = (
        {at: figure_at(selected.table, at, each) for at in selected.rows}
        for each in selected.link.measure
    )
    if any(each <= 0 for each in (*before.values(), *later.values())):
        return Refusal("A figure is nought or negative: its growth can be read both ways.")
    return {at: rounded((later[at] / before[at] - 1) * HUNDRED) for at in selected.rows}
