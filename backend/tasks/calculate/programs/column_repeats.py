"""Rankings where several rows have one name: what is asked for is then what they come to ("the top
three customers by amount"), or that is offered."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from backend.tasks.calculate.programs.column_links import ColumnLink, Grouping
from backend.tasks.calculate.programs.column_rankings import SEVERAL_OF_NAME, is_dated
from backend.tasks.calculate.programs.column_readings import in_amount, often
from backend.tasks.calculate.programs.column_requests import ColumnOperation, ColumnRequest, Repeats
from backend.tasks.calculate.programs.column_words import LABEL, Headers, heading, stemmed
from backend.tasks.calculate.programs.comparison_words import amounts
from backend.tasks.calculate.programs.plain_verbs import is_level, only_binds, that_add_up
from backend.tasks.calculate.programs.rewording import places_of
from backend.types.calculations import Calculation, Refusal
from backend.types.choices import Interpretation
from backend.types.tables import StoredTable

Grouped = Callable[[ColumnRequest, ColumnLink], Calculation | Refusal]
"""Works out one figure for each group of a request."""


def of_repeats(
    request: ColumnRequest,
    link: ColumnLink,
    table: StoredTable,
    refused: Refusal,
    grouped: Grouped,
) -> Calculation | Refusal:
    """The ranking of what the rows of each name come to, where the question means that; else the
    refusal, with it as a reading. Figures that do not add up are left refused.

    Args:
        request: a ranking of rows.
        link: what it means.
        table: the list.
        refused: why its rows are not ranked.
        grouped: works out figures of groups over the same rows.
    """
    ranks = (ColumnOperation.TOP, ColumnOperation.BOTTOM)
    is_several = refused.reason.startswith(SEVERAL_OF_NAME) and request.operation in ranks
    if not is_several or len(link.measure) != 1 or request.repeats is Repeats.LEFT:
        return refused
    (column,) = link.measure
    if is_dated(table, column) or is_level(table, column):
        return refused
    rank = "low" if request.operation is ColumnOperation.BOTTOM else "high"
    name = heading(link.entity, table)
    summed = replace(request, operation=ColumnOperation.SUM, group=name, rank=rank)
    made = grouped(summed, replace(link, group=Grouping(link.entity), entity=LABEL))
    if request.repeats is Repeats.ADDED or isinstance(made, Refusal):
        return made
    reading = Interpretation(
        f"{'Lowest' if rank == 'low' else 'Highest'} total {heading(column, table)}",
        (((request.measure, f"total {request.measure}"),),),
        places_of(made.operands),
    )
    return replace(refused, is_open=True, readings=(reading,))


def most_of(
    request: ColumnRequest,
    link: ColumnLink,
    table: StoredTable,
    columns: Sequence[int],
    first: Calculation | Refusal,
    grouped: Grouped,
) -> Calculation | Refusal:
    """Which group did most of something: told where the number of its rows and what they come to
    name one group, else each of these is a reading.

    Args:
        request: a count of each group that may mean what the rows come to.
        link: what it means.
        table: the list.
        columns: of what rows may come to.
        first: the count of each group.
        grouped: works out figures of groups over the same rows.
    """
    is_tied = isinstance(first, Refusal) and first.is_open
    if isinstance(first, Refusal) and not is_tied:
        return first
    summed = replace(request, operation=ColumnOperation.SUM, is_open=False)
    nearest: list[str] = []
    readings: list[Interpretation] = []
    answers = {"" if isinstance(first, Refusal) else first.answer}
    if isinstance(first, Calculation):
        nearest.append(f"{first.answer}: {first.listed[0][1]} rows")
        readings.append(often(first))
    for column in columns:
        other = grouped(summed, replace(link, measure=(column,)))
        if isinstance(other, Refusal):
            return other
        readings.append(in_amount(request, heading(column, table), other))
        nearest.append(f"{other.answer}: {heading(column, table)} {other.listed[0][1]}")
        answers.add(other.answer)
    if len(answers) == 1 or not columns:
        return first
    reason = "“Most” may mean how often, or how much in one of the columns."
    return Refusal(reason, tuple(nearest), is_open=True, readings=tuple(readings))


def amounts_of(
    request: ColumnRequest, table: StoredTable, headers: Headers, rows: Sequence[int]
) -> list[int]:
    """The columns of what rows may come to: all that add up where the verb does not say which."""
    if only_binds(request.act, table, rows):
        return that_add_up(table, headers.figures)
    return [at for at in headers.figures if headers.of(at) & stemmed(amounts())]
