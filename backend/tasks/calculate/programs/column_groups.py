"""Rows put together by a column: one figure for each group, and which group has the most."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date
from decimal import Decimal

from backend.tasks.calculate.programs.arithmetic import rounded, written
from backend.tasks.calculate.programs.column_answers import (
    MOST_LISTED,
    ONE,
    Selected,
    made,
    said_list,
)
from backend.tasks.calculate.programs.column_conditions import spans_of
from backend.tasks.calculate.programs.column_dates import part_of
from backend.tasks.calculate.programs.column_links import Grouping
from backend.tasks.calculate.programs.column_requests import ColumnOperation
from backend.tasks.calculate.programs.column_words import LABEL, ROWS, heading, key_of, value_of
from backend.types.calculations import Calculation, Operation, Refusal, measured

_OPERATIONS = {
    ColumnOperation.COUNT: (Operation.COUNT_PER_GROUP, "count"),
    ColumnOperation.SUM: (Operation.SUM_PER_GROUP, "sum"),
    ColumnOperation.MEAN: (Operation.MEAN_PER_GROUP, "mean"),
    ColumnOperation.HIGHEST: (Operation.LARGEST_PER_GROUP, "largest"),
    ColumnOperation.LOWEST: (Operation.SMALLEST_PER_GROUP, "smallest"),
}


@dataclass(frozen=True, slots=True)
class _Group:
    """A group with its rows; `first` is its first day where it is a period."""

    name: str
    rows: list[int]
    first: date | None


def grouped(selected: Selected, by: Grouping) -> Calculation | Refusal:
    """One figure for each group, the largest first, periods in their order; where one is asked for,
    the groups in the order of their rank, the one that is meant first."""
    request = selected.request
    if request.operation not in _OPERATIONS:
        return Refusal("It is open what is to be worked out for each group.")
    operation, word = _OPERATIONS[request.operation]
    groups = _groups(selected, by)
    if isinstance(groups, Refusal):
        return groups
    if len(groups) < 2:
        return Refusal("There are not two groups to compare.")
    alone = by.column == LABEL and not by.part and len(groups) == len(selected.rows)
    if alone and operation is Operation.MEAN_PER_GROUP:
        return Refusal("Every group has but one row: it is open what the mean is of.")
    if operation is Operation.COUNT_PER_GROUP:
        groups = [_counted(selected, each) for each in groups]
    worked = _figures(selected, operation, groups)
    if isinstance(worked, Refusal):
        return worked
    figures, unit, scale = worked
    low = request.rank == "low"
    groups.sort(key=lambda each: (figures[each.name] if low else -figures[each.name], each.rows[0]))
    if not request.rank and all(each.first for each in groups):
        groups.sort(key=lambda each: each.first or date.min)
    if request.rank and (tied := _tied(groups, figures, request.most)) is not None:
        return tied
    behind = measured(unit, scale)
    listed = tuple((each.name, f"{written(figures[each.name])}{behind}") for each in groups)
    what = _what(selected)
    per = heading(by.column, selected.table)
    per = f"{by.part} of {per}" if by.part not in ("", "day") else per
    used = sum(len(each.rows) for each in groups)
    formula = f"{word} of {what} per {per}, {len(groups)} groups of {selected.many}"
    if used != len(selected.rows):
        formula = f"{formula}, {used} different ones"
    columns = selected.link.measure or (selected.link.entity,)
    cells = tuple(
        operand for each in groups for operand in selected.cells(each.rows, columns, each.name)
    )
    if request.rank:
        answer = said_list([each.name for each in groups[: request.most]])
        told = "; ".join(f"{name}: {figure}" for name, figure in listed[:MOST_LISTED])
        formula = f"{'smallest' if low else 'largest'} {formula}: {told}"
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


def _groups(selected: Selected, by: Grouping) -> list[_Group] | Refusal:
    table = selected.table
    spans = spans_of(table, by.column, selected.entries) if by.part else {}
    if by.part and not spans:
        return Refusal("It is open which of day and month comes first in the dates.")
    found: dict[tuple[str, ...], _Group] = {}
    for at in selected.rows:
        text = value_of(table.rows[at], by.column)
        first = None
        if by.part:
            first = spans[text].first
            if by.part != "day":
                text = part_of(spans[text], by.part)
            elif first != spans[text].last:
                text = ""
            else:
                text = first.isoformat()
            if not text:
                return Refusal("A date of the column is not exact enough for the groups.")
        group = found.setdefault(key_of(text), _Group(text, [], first))
        if group.name.casefold().strip() != text.casefold().strip():
            return Refusal("Two groups are of nearly one name.", (group.name, text))
        group.rows.append(at)
    return list(found.values())


def _figures(
    selected: Selected, operation: Operation, groups: Sequence[_Group]
) -> tuple[dict[str, Decimal], str, Decimal] | Refusal:
    """The figure of each group by its name, with their unit and scale."""
    if operation is Operation.COUNT_PER_GROUP:
        return {each.name: Decimal(len(each.rows)) for each in groups}, "", ONE
    measure = selected.unit()
    if isinstance(measure, Refusal):
        return measure
    if measure[0] == "%" and operation is Operation.SUM_PER_GROUP:
        return Refusal("Shares of different wholes are not added up.")
    values = selected.values()
    if isinstance(values, Refusal):
        return values
    figures = {each.name: _figure(operation, [values[at] for at in each.rows]) for each in groups}
    return figures, *measure


def _counted(selected: Selected, group: _Group) -> _Group:
    """The group with one row for each thing that is counted."""
    if selected.link.entity == ROWS:
        return group
    first = {key_of(selected.name(at)): at for at in reversed(group.rows) if selected.name(at)}
    return _Group(group.name, sorted(first.values()), group.first)


def _figure(operation: Operation, values: Sequence[Decimal]) -> Decimal:
    total = sum(values, Decimal(0))
    worked: dict[Operation, Callable[[], Decimal]] = {
        Operation.SUM_PER_GROUP: lambda: total,
        Operation.MEAN_PER_GROUP: lambda: rounded(total / len(values)),
        Operation.LARGEST_PER_GROUP: lambda: max(values),
        Operation.SMALLEST_PER_GROUP: lambda: min(values),
    }
    return worked[operation]()


def _tied(groups: Sequence[_Group], figures: dict[str, Decimal], most: int) -> Refusal | None:
    """Why it is open which groups are among those asked for."""
    if len(groups) <= most:
        return Refusal("There are too few groups to compare.")
    last = figures[groups[most - 1].name]
    if figures[groups[most].name] != last:
        return None
    tied = [each.name for at, each in enumerate(groups) if at < most or figures[each.name] == last]
    return Refusal("Several groups tie.", tuple(tied[:MOST_LISTED]), is_open=True)


def _what(selected: Selected) -> str:
    if selected.request.operation is not ColumnOperation.COUNT:
        return selected.measure
    entity = selected.link.entity
    return "rows" if entity == ROWS else heading(entity, selected.table)
