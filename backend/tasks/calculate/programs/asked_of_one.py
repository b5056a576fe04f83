"""What is asked of one: "How much does an adult pay?" is not what all adults pay together."""

from __future__ import annotations

import re

from backend.tasks.calculate.programs.column_words import bare_question
from backend.types.calculations import Calculation, Operation, Refusal

_OF_ONE = re.compile(
    r"(?i)^(?:how (?:much|many)|what)\b.*\b(?:do|does|did|must|will|has|is) "
    r"(?:an?|one|each|every|a single) [^\W\d_]+"
)
REASON = "The question is of one, and several rows would be added up."


def adds_up_for_one(question: str, made: Calculation) -> Refusal | None:
    """A refusal where a sum of several rows is told for a question about any one of them."""
    if made.operation is not Operation.SUM or _OF_ONE.match(bare_question(question)) is None:
        return None
    rows = {(operand.table_id, operand.row) for operand in made.operands}
    return Refusal(REASON, (made.sentence,)) if len(rows) > 1 else None
