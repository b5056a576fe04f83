"""What was paid is not what came in: of a list with a column for each, "How much did we pay in
rent?" is not told by the figures under "Money in"."""

from __future__ import annotations

import re
from collections.abc import Sequence

from backend.tasks.calculate.programs.column_words import bare_question
from backend.tasks.calculate.programs.list_readings.kind_booked import WE, ways_of_money
from backend.types.calculations import Calculation, Refusal
from backend.types.tables import StoredTable

_PAID = re.compile(
    rf"(?i)^(?:how much(?: money)?|what) (?:did|do|have|has|had)(?:n['’]t)? {WE} (?:not )?"
    r"(?:pay|paid|spend|spent)\b"
)
_OWED = re.compile(r"(?i)^how much(?: money)? (?:is|are|was|were) (?:\w+ )?(?:owed|owing|unpaid)\b")
_REASON = "The figures are those of what came in, and the question is for what was paid or is owed."


def is_of_other_side(
    question: str, made: Calculation, tables: Sequence[StoredTable], about: str
) -> Refusal | None:
    """A refusal where a question is for what was paid or is owed, and all figures are of the column
    of what came in."""
    text = bare_question(question)
    if not (_PAID.match(text) or _OWED.match(text)):
        return None
    for table in tables:
        used = {each.column for each in made.operands if each.table_id == table.id}
        out, into = ways_of_money(table, about)
        if used and out is not None and used == {into}:
            return Refusal(_REASON, (made.sentence,), is_open=True)
    return None
