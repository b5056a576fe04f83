"""Something that a column of figures is called by, with what was done to it: "How much interest is
paid in total?", "How many hours are worked at the front desk?"."""

from __future__ import annotations

import re

from backend.tasks.calculate.programs.column_words import bare_question, column_said, plain_heading
from backend.tasks.calculate.programs.list_readings.asked_list import AskedList, Outcome
from backend.tasks.calculate.programs.list_readings.said_of_some import is_said_of_some
from backend.tasks.calculate.programs.plain_verbs import that_add_up
from backend.types.calculations import Calculation, Operation

_DONE = re.compile(
    r"(?i)^how (?:much|many) (?P<what>(?!money\b|different\b)[^\W\d_]+(?: [^\W\d_]+)?) "
    r"(?:is|are|was|were|has been|have been) "
    r"(?P<verb>paid|charged|worked|spent|used|consumed|produced|collected|recorded|logged|booked)"
    r"(?P<rest>(?: (?:in|on|at|by|for|during|from|between|before|after|since|with) .+?)?)"
    r"$"
)
_ALL = re.compile(r"(?i) (?:in total|in all|altogether|overall)$")
_SUMS = (Operation.SUM, Operation.LOOKUP)


def noun_done(asked: AskedList) -> list[Outcome]:
    """The total of the column that is called so; nothing where none is, or it does not add up."""
    match = _DONE.match(_ALL.sub("", bare_question(asked.question)))
    if match is None or asked.is_part:
        return []
    table = asked.table
    columns = that_add_up(table, range(len(table.columns)))
    column = column_said(match["what"], table, columns)
    if column is None or is_said_of_some(match["verb"].casefold(), table):
        return []
    made = asked.ask(f"What is the total {plain_heading(column, table)}{match['rest']}")
    is_sum = isinstance(made, Calculation) and made.operation in _SUMS
    return [made] if made is not None and is_sum else []
