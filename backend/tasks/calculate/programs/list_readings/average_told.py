"""A row of averages that is named: "What is the class average in English?"."""

from __future__ import annotations

import re

from backend.tasks.calculate.programs.average_rows import average_rows
from backend.tasks.calculate.programs.column_conditions import has_measure
from backend.tasks.calculate.programs.column_rows import first_text
from backend.tasks.calculate.programs.column_words import bare_question, content, headers_of
from backend.tasks.calculate.programs.list_readings.asked_list import AskedList, Outcome
from backend.tasks.calculate.programs.list_readings.cell_told import cell_told

_ASKED = re.compile(
    r"(?i)^(?:what|how (?:much|high|many)) (?:is|was|are|were) (?:the )?(?P<what>.+)$"
)
_PLAIN = content("average averages avg mean median")


def average_told(asked: AskedList) -> list[Outcome]:
    """The cell of the row whose whole name the question says, under the only header that it says
    besides; nothing where the row is only called an average, which is worked out instead."""
    match = _ASKED.match(bare_question(asked.question))
    if match is None or asked.is_part:
        return []
    table = asked.table
    said, headers = content(match["what"]), headers_of(asked.table, "")
    for at in sorted(average_rows(table)):
        name = first_text(table.rows[at])
        words = content(name)
        left = said - words
        if words <= _PLAIN or not words <= said or not left:
            continue
        columns = [figure for figure in headers.figures if headers.of(figure) == left]
        if len(columns) == 1 and has_measure(table, table.rows[at], columns[0]):
            return [cell_told(table, at, columns[0], name)]
    return []
