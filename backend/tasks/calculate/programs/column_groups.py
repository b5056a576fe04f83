"""Rows put together by a column: one figure for each group, and which group has the most."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from decimal import Decimal

from backend.calendar_words import MONTH_TITLES
from backend.dates import Span, names_year, part_of
from backend.tasks.calculate.programs.arithmetic import rounded, written
from backend.tasks.calculate.programs.column_answers import (
    MOST_LISTED,
    ONE,
    Selected,
    made,
    said_list,
)
from backend.tasks.calculate.programs.column_conditions import spans_of
from backend.tasks.calculate.programs.column_links import Grouping
from backend.tasks.calculate.programs.column_requests import ColumnOperation
from backend.tasks.calculate.programs.column_words import LABEL, ROWS, heading, key_of, value_of
from backend.tasks.calculate.programs.short_things import forms_in_full
from backend.tasks.calculate.programs.ties import ranked_groups
from backend.types.calculations import Calculation, Operation, Refusal, measured
from backend.types.tables import StoredTable

OPERATIONS = {
    ColumnOperation.COUNT: (Operation.COUNT_PER_GROUP, "count"),
    ColumnOperation.SUM: (Operation.SUM_PER_GROUP, "sum"),
    ColumnOperation.MEAN: (Operation.MEAN_PER_GROUP, "mean"),
    ColumnOperation.HIGHEST: (Operation.LARGEST_PER_GROUP, "largest"),
    ColumnOperation.LOWEST: (Operation.SMALLEST_PER_GROUP, "smallest"),
}


_OF_NONE = (Operation.COUNT_PER_GROUP, Operation.SUM_PER_GROUP)
"""What is nought for a group without a row."""
MONTHS_OF = {"month": 1, "quarter": 3, "year": 12}
NOT_TWO = Refusal("There are not two groups to compare.")
NOT_IN_ALL = "There is no row in {}: it is open by how many groups is divided."


@dataclass(frozen=True, slots=True)
class _RowGroup:
    """A group with its rows; `first` is its first day where it is a period."""

    name: str
    rows: list[int]
    first: date | None


def grouped(selected: Selected, by: Grouping) -> Calculation | Refusal:
    """One figure for each group, the largest first, periods in their order; where one is asked for,
    the groups in the order of their rank, the one that is meant first; where several are, these
    alone, with those that tie for the last place."""
    request = selected.request
    if request.operation not in OPERATIONS:
        return Refusal("It is open what is to be worked out for each group.")
    operation, word = OPERATIONS[request.operation]
    groups = _groups(selected, by)
    if isinstance(groups, Refusal):
        return groups
    if (refused := _refused(selected, by, groups, operation)) is not None:
        return refused
    if operation is Operation.COUNT_PER_GROUP:
        groups = [_counted(selected, group) for group in groups]
    worked = _figures(selected, operation, groups)
    if isinstance(worked, Refusal):
        return worked
    figures, unit, scale = worked
    if request.is_of_totals:
        return _mean_of_totals(selected, by, groups, worked)
    low = request.rank == "low"
    groups.sort(
        key=lambda group: (figures[group.name] if low else -figures[group.name], group.rows[0])
    )
    if not request.rank and all(group.first for group in groups):
        groups.sort(key=lambda group: group.first or date.min)
    behind = measured(unit, scale)
    listed = tuple((group.name, f"{written(figures[group.name])}{behind}") for group in groups)
    what = _what(selected)
    per = per_of(by, selected.table)
    used = sum(len(group.rows) for group in groups)
    formula = f"{word} of {what} per {per}, {len(groups)} groups of {selected.many}"
    if used != len(selected.rows):
        formula = f"{formula}, {used} different ones"
    columns = selected.link.measure or (selected.link.entity,)
    cells = tuple(
        operand for group in groups for operand in selected.cells(group.rows, columns, group.name)
    )
    if request.rank:
        in_order = [figures[group.name] for group in groups]
        told = ranked_groups(in_order, listed, request.most)
        if isinstance(told, Refusal):
            return told
        answer, listed = told
        formula = ranking_formula(formula, listed, request.most, is_low=low)
    else:
        answer = said_list([f"{name}: {figure}" for name, figure in listed], "; ")
    return made(
        operation,
        answer,
        figures[groups[0].name],
        f"{formula}{selected.left}",
        cells,
        f"{what} per {per} of {selected.many}",
        unit,
        scale,
        listed=listed,
        joint=selected.link.joint,
    )


def _refused(
    selected: Selected, by: Grouping, groups: Sequence[_RowGroup], operation: Operation
) -> Refusal | None:
    """Why groups are not compared: there is but one, of some there is no row and "fewest" is asked
    for, or a mean would be of one row each."""
    request = selected.request
    is_fewest = request.rank == "low" and operation in _OF_NONE
    if is_fewest and (none := _without_rows(selected, by, groups)):
        return none_of(none)
    if len(groups) < 2 and not request.is_of_totals:
        return NOT_TWO
    alone = by.column == LABEL and not by.part and len(groups) == len(selected.rows)
    if alone and operation is Operation.MEAN_PER_GROUP:
        return Refusal("Every group has but one row: it is open what the mean is of.")
    return None


def none_of(names: Sequence[str]) -> Refusal:
    """That "the fewest" are none at all: of groups that have no row which keeps to the question."""
    return Refusal(
        f"No row of {said_list(names)} fits: whether nought counts as the fewest is open.",
        tuple(names[:MOST_LISTED]),
        is_open=True,
    )


def _without_rows(selected: Selected, by: Grouping, groups: Sequence[_RowGroup]) -> list[str]:
    """The groups of the whole list that have no row which keeps to the conditions."""
    if not selected.link.is_narrowed or by.column in selected.link.conditioned:
        return []
    rows = list(selected.entries)
    if by.part:  # a word in place of a day is of no month
        spans = spans_of(selected.table, by.column, rows)
        rows = [at for at in rows if value_of(selected.table.rows[at], by.column) in spans]
    every = _groups(replace(selected, rows=rows), by)
    if isinstance(every, Refusal):
        return []
    held = {group.name for group in groups}
    return [group.name for group in every if group.name and group.name not in held]


def _mean_of_totals(
    selected: Selected,
    by: Grouping,
    groups: Sequence[_RowGroup],
    worked: tuple[dict[str, Decimal], str, Decimal],
) -> Calculation | Refusal:
    """What the groups come to, divided by how many they are. Where a group of the list, or a month
    between the first and the last, has no row, it is open by how many."""
    figures, unit, scale = worked
    none = _without_rows(selected, by, groups)
    if by.part in MONTHS_OF and not none:
        none = gaps_in([group.first for group in groups if group.first], by.part)
    if none:
        return Refusal(NOT_IN_ALL.format(said_list(none)), tuple(none[:MOST_LISTED]), is_open=True)
    if len(groups) < 2:
        return NOT_TWO
    total = sum(figures.values(), Decimal(0))
    value = rounded(total / len(groups))
    what = selected.measure if selected.link.measure else "rows"
    return made(
        Operation.MEAN_OF_GROUPS,
        written(value),
        value,
        mean_formula(what, per_of(by, selected.table), selected.many, total, len(groups), value)
        + f"{measured(unit, scale)}{selected.left}",
        tuple(
            operand
            for group in groups
            for operand in selected.cells(
                group.rows, selected.link.measure or (selected.link.entity,), group.name
            )
        ),
        f"{what} per {per_of(by, selected.table)} of {selected.many}",
        unit,
        scale,
        joint=selected.link.joint,
    )


def mean_formula(
    what: str, per: str, many: str, total: Decimal, groups: int, value: Decimal
) -> str:
    """How a mean over groups comes out, without its unit."""
    return (
        f"mean of {what} per {per}, {groups:,} groups of {many}: "
        f"{written(total)} ÷ {groups:,} = {written(value)}"
    )


def ranking_formula(
    formula: str, listed: Sequence[tuple[str, str]], most: int, *, is_low: bool
) -> str:
    """What figures of groups were ranked, and those that are told."""
    told = "; ".join(f"{name}: {figure}" for name, figure in listed[:MOST_LISTED])
    end = "smallest" if is_low else "largest"
    ranked = formula if formula.startswith(f"{end} ") else f"{end} {formula}"
    if most > 1:
        ranked = f"{most} {end} by {formula}"
    return f"{ranked}: {told}"


def per_of(by: Grouping, table: StoredTable) -> str:
    """What rows are put together by, in words."""
    per = heading(by.column, table)
    if per.casefold() == by.part:
        return per
    if by.part not in ("", "day"):
        return f"{by.part} of {per}"
    short = [f"{name} as {full}" for name, full in short_for(table, by).items()]
    return f"{per} ({said_list(short)})" if short else per


def short_for(table: StoredTable, by: Grouping) -> Mapping[str, str]:
    """The short names of a column that rows are put together by, each with the name in full."""
    if by.part:
        return {}
    texts = (value_of(row, by.column) for row in table.rows if not row.total)
    return forms_in_full(heading(by.column, table), texts)


def gaps_in(days: Sequence[date], part: str) -> list[str]:
    """The months, quarters or years between the first and the last that are not there."""
    length = MONTHS_OF[part]
    held = {(day.year * 12 + day.month - 1) // length for day in days}
    missing = [at for at in range(min(held), max(held)) if at not in held]
    firsts = [date(at * length // 12, at * length % 12 + 1, 1) for at in missing]
    return [part_of(Span(each, each), part) for each in firsts]


def _groups(selected: Selected, by: Grouping) -> list[_RowGroup] | Refusal:
    table = selected.table
    spans = spans_of(table, by.column, selected.entries) if by.part else {}
    if by.part and not spans:
        return Refusal("It is open which of day and month comes first in the dates.")
    full = short_for(table, by)
    found: dict[tuple[str, ...], _RowGroup] = {}
    for at in selected.rows:
        text = value_of(table.rows[at], by.column)
        text = full.get(text, text)
        first = None
        if by.part and text not in spans:
            return Refusal(f"“{text}” stands in place of a date.")
        if by.part:
            first = spans[text].first
            if by.part != "day":
                text = part_of(spans[text], by.part)
            elif first != spans[text].last:
                text = ""
            elif names_year(spans[text]):
                text = first.isoformat()
            else:
                text = f"{first.day} {MONTH_TITLES[first.month - 1]}"
            if not text:
                return Refusal("A date of the column is not exact enough for the groups.")
        group = found.setdefault(key_of(text), _RowGroup(text, [], first))
        if group.name.casefold().strip() != text.casefold().strip():
            return Refusal("Two groups are of nearly one name.", (group.name, text))
        group.rows.append(at)
    return list(found.values())


def _figures(
    selected: Selected, operation: Operation, groups: Sequence[_RowGroup]
) -> tuple[dict[str, Decimal], str, Decimal] | Refusal:
    """The figure of each group by its name, with their unit and scale."""
    if operation is Operation.COUNT_PER_GROUP:
        return {group.name: Decimal(len(group.rows)) for group in groups}, "", ONE
    measure = selected.unit()
    if isinstance(measure, Refusal):
        return measure
    if measure[0] == "%" and operation is Operation.SUM_PER_GROUP:
        return Refusal("Shares of different wholes are not added up.")
    values = selected.values()
    if isinstance(values, Refusal):
        return values
    figures = {
        group.name: _figure(operation, [values[at] for at in group.rows]) for group in groups
    }
    return figures, *measure


def _counted(selected: Selected, group: _RowGroup) -> _RowGroup:
    """The group with one row for each thing that is counted."""
    if selected.link.entity == ROWS:
        return group
    first = {key_of(selected.name(at)): at for at in reversed(group.rows) if selected.name(at)}
    return _RowGroup(group.name, sorted(first.values()), group.first)


def _figure(operation: Operation, values: Sequence[Decimal]) -> Decimal:
    total = sum(values, Decimal(0))
    worked: dict[Operation, Callable[[], Decimal]] = {
        Operation.SUM_PER_GROUP: lambda: total,
        Operation.MEAN_PER_GROUP: lambda: rounded(total / len(values)),
        Operation.LARGEST_PER_GROUP: lambda: max(values),
        Operation.SMALLEST_PER_GROUP: lambda: min(values),
    }
    return worked[operation]()


def _what(selected: Selected) -> str:
    if selected.request.operation is not ColumnOperation.COUNT:
        return selected.measure
    entity = selected.link.entity
    return "rows" if entity == ROWS else heading(entity, selected.table)
