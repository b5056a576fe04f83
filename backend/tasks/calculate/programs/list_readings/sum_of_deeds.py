"""What a list says was done in all: "How much was received from May to July?" under "Received"."""

from __future__ import annotations

import re

from backend.tasks.calculate.programs.column_words import bare_question, is_list, plain_heading
from backend.tasks.calculate.programs.list_readings.asked_list import AskedList, Outcome
from backend.tasks.calculate.programs.list_readings.column_done import column_done
from backend.tasks.calculate.programs.plain_verbs import that_add_up
from backend.types.calculations import Calculation, Operation

_DONE = re.compile(
    r"(?i)^how much (?:money )?(?:(?:was|were|has been|have been)"
    r"|(?:did|do|have|has) (?:we|they|i|you|the club)) (?P<verb>[^\W\d_]+)(?: out| in)?"
    r"(?P<when>(?: (?:in|from|between|during|for|of|to|by|at|with) .+)?)$"
)


def sum_of_deeds(asked: AskedList) -> list[Outcome]:
    """The total of the only column that is headed by the deed alone; nothing where there is none,
    or what is named behind it is no part of the list."""
    match = _DONE.match(bare_question(asked.question))
    if match is None or asked.is_part or not is_list(asked.table):
        return []
    column = column_done(match["verb"], asked.table)
    if column is None or not that_add_up(asked.table, [column]):
        return []
    made = asked.ask(f"What is the total {plain_heading(column, asked.table)}{match['when']}")
    is_sum = isinstance(made, Calculation) and made.operation in (Operation.SUM, Operation.LOOKUP)
    return [made] if made is not None and is_sum else []
