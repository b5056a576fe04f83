"""Which of two rows is more of something: "Which boat is older, the Otter or the Heron?"."""

from __future__ import annotations

import re
from dataclasses import replace

from backend.tasks.calculate.programs.column_choice import meant_column
from backend.tasks.calculate.programs.column_conditions import has_measure
from backend.tasks.calculate.programs.column_differences import ComparedSums, difference_of_sums
from backend.tasks.calculate.programs.column_rows import entries_of
from backend.tasks.calculate.programs.column_words import (
    FIGURES,
    bare_question,
    headers_of,
    heading,
    is_list,
    key_of,
)
from backend.tasks.calculate.programs.column_years import holds_years
from backend.tasks.calculate.programs.comparison_words import MeantHeaders, superlatives
from backend.tasks.calculate.programs.list_readings.asked_list import AskedList, Outcome
from backend.tasks.calculate.programs.list_readings.cell_told import cell_told
from backend.types.calculations import Calculation, Refusal

_OF_SIZE = (("area", "size"), ("volume", "capacity"), ("population", "inhabitants"))
_SIZES = {
    **dict.fromkeys(("larger", "bigger"), MeantHeaders(_OF_SIZE)),
    "smaller": MeantHeaders(_OF_SIZE, is_low=True),
}
_MORE = {"more expensive": "most expensive", "less expensive": "least expensive"}
_COMPARED = re.compile(
    r"(?i)^(?:which|who|what)(?: one)?(?: (?P<what>[^,]+?))? (?:is|was|are|were) (?:the )?"
    r"(?P<word>(?:more|less) expensive|[^\W\d_]+er)(?: one)?[,:]? (?:the )?(?P<one>.+?) or "
    r"(?:the )?(?P<two>.+)$"
)


def compared_rows(asked: AskedList) -> list[Outcome]:
    """The label of the row that is meant, with both figures; nothing where the word means no single
    column of figures, or the two are no labels of rows."""
    match = _COMPARED.match(bare_question(asked.question))
    if match is None or asked.is_part or not is_list(asked.table):
        return []
    meant = _meant(match["word"].casefold())
    table = asked.table
    labels = {key_of(table.rows[at].label): at for at in entries_of(table)[0]}
    rows = [labels.get(key_of(match[part])) for part in ("one", "two")]
    if meant is None or len(labels) < len(entries_of(table)[0]):
        return []
    headers = headers_of(table, asked.about)
    column = meant_column(meant, table, headers, match["what"] or table.label_name)
    if isinstance(column, Refusal) or column < 0 or table.columns[column].kind not in FIGURES:
        return []
    calculations: list[Calculation] = []
    for at in rows:
        if at is None or not has_measure(table, table.rows[at], column):
            return []
        label = table.rows[at].label
        each = cell_told(table, at, column, label)
        calculations.append(replace(each, over=f"{heading(column, table)} of {label}"))
    names = tuple(calculation.operands[0].label for calculation in calculations)
    compared = ComparedSums("", "", "lower" if meant.is_low else "higher", names)
    made = difference_of_sums(compared, *calculations)
    if isinstance(made, Calculation) and holds_years(table, column):
        first = calculations[names.index(made.answer.partition(":")[0])]
        other = next(calculation for calculation in calculations if calculation is not first)
        answer = f"{first.operands[0].label}: {first.value} against {other.value}"
        made = replace(made, answer=answer, sentence=f"{answer} ({heading(column, table)})")
    return [made] if made is not None else []


def _meant(word: str) -> MeantHeaders | None:
    """What a comparing word means; None where it is none that is known."""
    if word in _SIZES:
        return _SIZES[word]
    stem = word.removesuffix("er")
    return superlatives().get(_MORE.get(word, f"{stem}est"))
