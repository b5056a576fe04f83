"""Questions for how what was spent stands to a budget, where no list tells it: the cell of the
budget alone is no answer."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from backend.pipelines._redrafting import RedraftingAnswerer, as_closest, first_cited
from backend.ports import Answerer, Parts
from backend.tasks.answer.extractive.verdicts import ANSWERED
from backend.tasks.calculate.composed.spent_of_budget import is_of_budget
from backend.tasks.calculate.programs.column_words import value_of
from backend.types import (
    LOCAL_READER,
    Calculation,
    Draft,
    Hit,
    Operation,
    Query,
    StoredTable,
)

UNSAID = "A cell of a list does not say how what was spent stands to the budget."
_OF_ONE_COLUMN = frozenset(
    [Operation.LOOKUP, Operation.SUM, Operation.MEAN, Operation.SHARE, Operation.COUNT]
)


def sets_nothing_against(question: str, made: Calculation, tables: Sequence[StoredTable]) -> bool:
    """Whether a question sets something against a budget, and a calculation is of one column, or
    names those of which a row is beyond it where they have several.

    Args:
        tables: among which are those of the calculation's cells.
    """
    if not is_of_budget(question) or not made.operands:
        return False
    first = made.operands[0]
    if is_of_budget(first.header) or is_of_budget(made.over):
        return False  # a column or a state of the list says it itself
    if made.operation is Operation.LIST:
        table = next((each for each in tables if each.id == first.table_id), None)
        texts = (
            [value_of(row, first.column) for row in table.rows if not row.total] if table else []
        )
        return len(set(texts)) < len(texts)
    return not made.joint and made.operation in _OF_ONE_COLUMN


class BesideBudgetAnswerer(RedraftingAnswerer):
    """Lets another answer, and holds back a row that it tells in place of a comparison."""

    def redrafted(self, draft: Draft, question: str, hits: Sequence[Hit]) -> Draft:
        """What the other says, a row at most as one of the closest passages."""
        first = first_cited(draft, hits)
        is_row = first is not None and first.kind != "prose"
        if draft.answered_by != LOCAL_READER or draft.verdict not in ANSWERED or not is_row:
            return draft
        return replace(as_closest(draft), notices=(*draft.notices, UNSAID))


def beside_budgets(parts: Parts, question: str) -> Parts:
    """The parts with an answer task that does so, for a question that sets something against a
    budget; else as they are."""
    if not is_of_budget(question):
        return parts

    def answerer(query: Query) -> Answerer:
        return BesideBudgetAnswerer(parts.answerer(query))

    return replace(parts, answerer=answerer)
