"""Programs in plain words, as somebody might ask for what they work out."""

from __future__ import annotations

from backend.tasks.calculate.composed.programs import GROUPED, Program, Step
from backend.types.tables import StoredTable

_SAID = {
    Step.LOOK_UP: "what is the {answer}",
    Step.LIST: "which {answer}",
    Step.COUNT: "how many",
    Step.SUM: "total {figures}",
    Step.MEAN: "average {figures}",
    Step.MOST: "highest {figures}",
    Step.LEAST: "lowest {figures}",
    Step.TOP: "{answer} with the highest {figures}",
    Step.BOTTOM: "{answer} with the lowest {figures}",
    Step.TOP_SUM: "which {answer} has the highest total {figures}",
    Step.BOTTOM_SUM: "which {answer} has the lowest total {figures}",
    Step.TOP_COUNT: "which {answer} most often",
    Step.BOTTOM_COUNT: "which {answer} least often",
    Step.TOP_MEAN: "which {answer} has the highest average {figures}",
    Step.BOTTOM_MEAN: "which {answer} has the lowest average {figures}",
    Step.SUM_EACH: "total {figures} for each {answer}",
    Step.COUNT_EACH: "how many for each {answer}",
    Step.MEAN_EACH: "average {figures} for each {answer}",
    Step.PART: "what share of the {figures}",
    Step.SHARE: "what share of the {rows}",
    Step.DIFFERENCE: "how much more {figures}",
    Step.COUNT_KINDS: "how many different {answer}",
    Step.GAP: "how much more {figures} than {less}",
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
    said = [
        _SAID[program.step].format(
            answer=answer, figures=head(program.figures), rows=about, less=head(program.less)
        )
    ]
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
