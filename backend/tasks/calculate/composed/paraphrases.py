"""Programs in plain words, as somebody might ask for what they work out."""

from __future__ import annotations

from backend.tasks.calculate.composed.list_programs import Program
from backend.tasks.calculate.composed.list_steps import GROUPED, ListStep
from backend.tasks.calculate.composed.row_conditions import StateMention
from backend.tasks.calculate.programs.column_links import Dated
from backend.types.calculations import Calculation
from backend.types.tables import StoredTable

MOST_WORDS, MOST_ANSWERED = 44, 8
"""Words of a statement, and of the answer at its end, at most."""
_SAID = {
    ListStep.LOOK_UP: "what is the {answer}",
    ListStep.LIST: "which {answer}",
    ListStep.COUNT: "how many",
    ListStep.SUM: "total {figures}",
    ListStep.MEAN: "average {figures}",
    ListStep.MOST: "highest {figures}",
    ListStep.LEAST: "lowest {figures}",
    ListStep.TOP: "{answer} with the highest {figures}",
    ListStep.BOTTOM: "{answer} with the lowest {figures}",
    ListStep.TOP_SUM: "which {answer} has the highest total {figures}",
    ListStep.BOTTOM_SUM: "which {answer} has the lowest total {figures}",
    ListStep.TOP_COUNT: "which {answer} most often",
    ListStep.BOTTOM_COUNT: "which {answer} least often",
    ListStep.TOP_MEAN: "which {answer} has the highest average {figures}",
    ListStep.BOTTOM_MEAN: "which {answer} has the lowest average {figures}",
    ListStep.SUM_EACH: "total {figures} for each {answer}",
    ListStep.COUNT_EACH: "how many for each {answer}",
    ListStep.MEAN_EACH: "average {figures} for each {answer}",
    ListStep.PART: "what share of the {figures}",
    ListStep.SHARE: "what share of the {rows}",
    ListStep.DIFFERENCE: "how much more {figures}",
    ListStep.COUNT_KINDS: "how many different {answer}",
    ListStep.ANY: "is there any",
    ListStep.EVERY: "is there none",
    ListStep.RATE: "{figures} overall",
    ListStep.IS_MORE: "is the {figures} higher",
    ListStep.IS_LESS: "is the {figures} lower",
    ListStep.MORE_OF_TWO: "which one has the higher {figures}",
    ListStep.LESS_OF_TWO: "which one has the lower {figures}",
    ListStep.REPEATED: "which {answer} more than once",
    ListStep.BEYOND: "how far {figures} is over or under {answer}",
    ListStep.BEYOND_EACH: "which {answer} in total",
    ListStep.LEFT_OF: "what {figures} leaves of {answer}",
    ListStep.NEVER: "which {answer} has no row",
}


def paraphrase_of(program: Program, table: StoredTable, about: str) -> str:
    """A program over a table that is called `about`, as a question."""
    said = [_what(program, table, about)]
    said += [" or ".join(value.texts[:2]) for value in program.values]
    said += [f"in {each.dated.text}" for each in program.dates]
    said += [f"{_head(each.column, table)} {_state(each)}" for each in program.states]
    said += _compared(program, table)
    return f"{', '.join(said)}, {about}"


def meaning_of(program: Program, table: StoredTable, about: str) -> str:
    """What a program over a list that is called `about` works out, and of which rows: the column of
    each condition with what is in it."""
    rows = [
        f"{_head(each.column, table)} is {' or '.join(each.texts[:2])}" for each in program.values
    ]
    rows += [f"{_head(each.dated.column, table)} {_days(each.dated)}" for each in program.dates]
    rows += [f"{_head(each.column, table)} {_state(each, 'empty')}" for each in program.states]
    rows += _compared(program, table)
    where = f" where {' and '.join(rows)}" if rows else ""
    return f"{_what(program, table, about)}{where}"


def statement_of(meaning: str, outcome: Calculation, about: str) -> str:
    """The meaning of a program over a list that is called `about`, with what it comes to, as a
    statement."""
    answer = " ".join(f"{outcome.answer} {outcome.unit}".split()[:MOST_ANSWERED])
    return " ".join(f"{about}: {meaning} = {answer}".split()[:MOST_WORDS])


def _what(program: Program, table: StoredTable, about: str) -> str:
    is_of_time = program.step in GROUPED and program.part
    answer = program.part if is_of_time else _head(program.answer, table)
    figures = _head(program.figures, table)
    return _SAID[program.step].format(answer=answer, figures=figures, rows=about)


def _compared(program: Program, table: StoredTable) -> list[str]:
    """The bounds on figures, and the pairs of columns of which one is beyond the other."""
    bounds = [
        f"{_head(each.bound.column, table)} {each.bound.comparison.sign} "
        f"{each.bound.comparison.bound}"
        for each in program.bounds
    ]
    pairs = [each.pair for each in program.pairs]
    return bounds + [
        f"{_head(pair.left, table)} {pair.sign} {_head(pair.right, table)}" for pair in pairs
    ]


def _days(dated: Dated) -> str:
    return f"in {dated.text}" if dated.sign == "in" else dated.said


def _state(state: StateMention, empty: str = "no") -> str:
    if state.texts:
        return f"is not {' or '.join(state.texts[:2])}"
    if state.is_yes:
        return "yes"
    return empty if state.is_empty else "no"


def _head(column: int | None, table: StoredTable) -> str:
    if column is None:
        return ""
    return table.label_name if column < 0 else table.columns[column].name
