"""Programs in plain words, as somebody might ask for what they work out."""

from __future__ import annotations

from backend.tasks.calculate.composed.list_programs import GROUPED, ListStep, Program
from backend.types.tables import StoredTable

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
}


def paraphrase_of(program: Program, table: StoredTable, about: str) -> str:
    """A program over a table that is called `about`, as a question."""

    def head(column: int | None) -> str:
        if column is None:
            return ""
        return table.label_name if column < 0 else table.columns[column].name

    answer = head(program.answer)
    if program.step in GROUPED and program.part:
        answer = program.part
    said = [_SAID[program.step].format(answer=answer, figures=head(program.figures), rows=about)]
    said += [" or ".join(value.texts[:2]) for value in program.values]
    said += [f"in {each.dated.text}" for each in program.dates]
    said += [f"{head(state.column)} {'yes' if state.is_yes else 'no'}" for state in program.states]
    said += [
        f"{head(each.bound.column)} {each.bound.comparison.sign} {each.bound.comparison.bound}"
        for each in program.bounds
    ]
    said += [
        f"{head(each.pair.left)} {each.pair.sign} {head(each.pair.right)}" for each in program.pairs
    ]
    return f"{', '.join(said)}, {about}"
