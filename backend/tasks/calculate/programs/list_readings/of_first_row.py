"""What a list says of the row that comes first: "Who repaired the oldest sail?" asks which sail is
the oldest, and then who repaired that one."""

from __future__ import annotations

import re
from dataclasses import replace

from backend.tasks.calculate.programs.column_words import bare_question, is_list
from backend.tasks.calculate.programs.comparison_words import one_of, superlatives
from backend.tasks.calculate.programs.list_readings.asked_list import AskedList, Outcome
from backend.types.calculations import Calculation, Operation

_OF_FIRST = re.compile(
    r"(?i)^(?P<start>(?:who|what|which|when|where|how)\b.+?) the "
    rf"(?P<how>{one_of(superlatives())}) "
    r"(?P<what>[^\W\d_]+)(?P<rest> [^,]+)?$"
)
_IS = re.compile(r"(?i)^(?:who|what|which)(?: [^\W\d_]+)? (?:is|are|was|were)$")
"""Only this behind it: the row itself is asked for."""
_ONE = re.compile(r"(?i)^(?:ones?|things?|of)$")

_TOLD = (Operation.LOOKUP, Operation.LIST)
_ENDS = (Operation.LARGEST, Operation.SMALLEST, Operation.FIRST, Operation.LAST)


def of_first_row(asked: AskedList) -> list[Outcome]:
    """The cell of the row that comes first by the only column that its word means, with the cell
    by which it does; nothing where several rows come first, or either question is not answered."""
    text = bare_question(asked.question)
    match = _OF_FIRST.match(text)
    if match is None or asked.is_part or not is_list(asked.table):
        return []
    if _IS.match(match["start"]) or _ONE.match(match["what"]):
        return []
    first = asked.ask(f"Which {match['what']} is the {match['how']}")
    if not isinstance(first, Calculation) or first.operation not in _ENDS:
        return []
    name = first.operands[0].label
    if not name or first.answer != name:
        return []
    told = asked.ask(f"{match['start']} {name}{match['rest'] or ''}")
    if not isinstance(told, Calculation) or told.operation not in _TOLD:
        return []
    if {operand.row for operand in told.operands} != {first.operands[0].row}:
        return []
    return [replace(told, sentence=f"{told.sentence}; {first.sentence}")]
