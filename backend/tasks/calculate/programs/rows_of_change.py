"""Rows whose figures are changes themselves: "How much did comparable sales increase in 2022?" is
told by the row "Comparable sales: 4.1 %", and not by how far that is from the year before."""

from __future__ import annotations

import re

from backend.glossaries import says_a_change
from backend.tasks.calculate.programs.requests import years_in
from backend.types.calculations import Calculation, Operation

_CHANGE = re.compile(r"(?i)\b(?:change|growth|increase|decrease|\(decrease\))(?!\w)")
_OF_A_CHANGE = re.compile(
    r"(?i)\b(?:change|difference|increase|decrease|growth|decline|move|rise|fall) (?:in|of|between)"
    r" (?:the )?(?:[\w-]+ ){0,3}(?:growth|change|increase|rate)\b|\b(?:growth|rate)\b.*\bchanged?\b"
)
_MOVED = frozenset([Operation.DIFFERENCE, Operation.CHANGE])


def is_change_itself(question: str, made: Calculation) -> bool:
    """Whether a change was worked out of one row of per cent that is called a change, or is one as
    its field knows, for a question that names one year at most and no change of a change."""
    if made.operation not in _MOVED or len(years_in(question)) > 1:
        return False
    labels = {operand.label for operand in made.operands}
    if len(labels) != 1 or any(operand.unit != "%" for operand in made.operands):
        return False
    label = labels.pop()
    if _OF_A_CHANGE.search(question):
        return False
    return _CHANGE.search(label) is not None or says_a_change(label)
