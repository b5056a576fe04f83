"""What programs over a list come to."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from backend.tasks.calculate.composed.any_rows import any_row, repeated
from backend.tasks.calculate.composed.list_programs import Program, sides_named, sides_of
from backend.tasks.calculate.composed.list_steps import CHOSEN, GROUPED, OF_TWO, ListStep
from backend.tasks.calculate.composed.row_conditions import NO, YES
from backend.tasks.calculate.programs.column_differences import (
    APART,
    ComparedSums,
    difference_of_sums,
)
from backend.tasks.calculate.programs.column_links import ColumnLink, Grouping
from backend.tasks.calculate.programs.column_operations import operate_link
from backend.tasks.calculate.programs.column_requests import ColumnOperation, ColumnRequest, Repeats
from backend.tasks.calculate.programs.column_values import Equal
from backend.tasks.calculate.programs.column_words import LABEL, ROWS, value_of
from backend.types.calculations import Calculation, Refusal
from backend.types.tables import StoredTable

_PLAIN = {
    ListStep.LOOK_UP: ColumnOperation.LOOKUP,
    ListStep.LIST: ColumnOperation.LIST,
    ListStep.COUNT: ColumnOperation.COUNT,
    ListStep.SUM: ColumnOperation.SUM,
    ListStep.MEAN: ColumnOperation.MEAN,
    ListStep.MOST: ColumnOperation.HIGHEST,
    ListStep.LEAST: ColumnOperation.LOWEST,
    ListStep.TOP: ColumnOperation.TOP,
    ListStep.BOTTOM: ColumnOperation.BOTTOM,
    ListStep.PART: ColumnOperation.PART,
    ListStep.SHARE: ColumnOperation.SHARE,
    ListStep.COUNT_KINDS: ColumnOperation.COUNT,
    ListStep.RATE: ColumnOperation.SUM,
}

_WANTED = {
    ListStep.IS_MORE: "higher",
    ListStep.MORE_OF_TWO: "higher",
    ListStep.IS_LESS: "lower",
    ListStep.LESS_OF_TWO: "lower",
}


def _of_two_sides(
    program: Program, table: StoredTable, own: StoredTable | None
) -> Calculation | Refusal:
    """What one side comes to more than the other, or whether it is more, or less."""
    sides = sides_of(program)
    if sides is None:
        return Refusal("It is open between which two the difference is.")
    step = ListStep.SUM if program.figures is not None else ListStep.COUNT
    one, two = (run(replace(side, step=step), table, own) for side in sides)
    if any(isinstance(each, Calculation) and each.value < 0 for each in (one, two)):
        return Refusal("One of the two is below nought.")
    wanted = _WANTED.get(program.step, APART)
    names = sides_named(sides) if program.step in CHOSEN else ()
    if names and _is_less(one, two):
        one, two, names = two, one, names[::-1]  # the working is read from the larger one on
    told = difference_of_sums(ComparedSums("", "", wanted, names), one, two)
    return told if told is not None else Refusal("The two sides are no sums of different rows.")


def _is_less(one: Calculation | Refusal, two: Calculation | Refusal) -> bool:
    if isinstance(one, Refusal) or isinstance(two, Refusal):
        return False
    return one.value < two.value


def run(
    program: Program, table: StoredTable, own: StoredTable | None = None
) -> Calculation | Refusal:
    """What a program comes to; of a rate the sum of its column, whose cells it is made of.

    Args:
        table: the list, with the columns that are derived of its own.
        own: the list without them, where it has any.
    """
    if program.step in OF_TWO:
        return _of_two_sides(program, table, own)
    if program.step is ListStep.REPEATED:
        each = replace(program, step=ListStep.COUNT_EACH)
        return repeated(run(each, table, own), program.most)
    equals = tuple(_equals(program, table))
    blanks = tuple(state.column for state in program.states if not state.is_yes and state.is_empty)
    filled = tuple(state.column for state in program.states if state.is_yes and state.is_empty)
    figures = () if program.figures is None else (program.figures,)
    link = ColumnLink(
        _entity(program),
        figures,
        equals,
        tuple(each.bound for each in program.bounds),
        tuple(each.dated for each in program.dates),
        blanks,
        pairs=tuple(each.pair for each in program.pairs),
        filled=filled,
    )
    if program.step in (ListStep.ANY, ListStep.EVERY):
        many = operate_link(ColumnRequest(ColumnOperation.COUNT, "", ""), link, table, own)
        return any_row(many, link, table, is_wanted=program.step is ListStep.ANY)
    if program.step in GROUPED:
        assert program.answer is not None
        operation, rank = GROUPED[program.step]
        link = replace(link, entity=ROWS, group=Grouping(program.answer, program.part))
        request = ColumnRequest(operation, "", "", most=program.most, rank=rank)
        return operate_link(request, link, table, own)
    operation = _PLAIN[program.step]
    if program.step is ListStep.LOOK_UP:
        assert program.answer is not None
        link = replace(link, measure=(program.answer,), entity=LABEL)
    request = ColumnRequest(
        operation,
        "",
        "",
        most=program.most,
        repeats=Repeats.BY_ROW,
        is_distinct=program.step is ListStep.COUNT_KINDS,
    )
    return operate_link(request, link, table, own)


def _entity(program: Program) -> int:
    by_answer = (ListStep.LIST, ListStep.TOP, ListStep.BOTTOM, ListStep.COUNT_KINDS)
    if program.step in by_answer and program.answer is not None:
        return program.answer
    return ROWS


def _equals(program: Program, table: StoredTable) -> Iterator[Equal]:
    by_column: dict[int, list[str]] = {}
    for value in program.values:
        by_column.setdefault(value.column, []).extend(value.texts)
    for column, texts in by_column.items():
        yield Equal(column, tuple(dict.fromkeys(texts)))
    for state in program.states:
        if state.texts:
            yield Equal(state.column, state.texts, is_negated=True)
        if state.is_empty or state.texts:
            continue
        wanted = YES if state.is_yes else NO
        said = {value_of(row, state.column) for row in table.rows}
        held = tuple(sorted(text for text in said if text.casefold() in wanted))
        yield Equal(state.column, held)
