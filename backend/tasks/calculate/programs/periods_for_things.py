"""A row that is a period answers no question for a thing: "Year 1" of what falls due of the leases
with customers is not the largest customer."""

from __future__ import annotations

import re

from backend.tables.period_labels import is_period_label
from backend.types.calculations import Calculation, Operation, Refusal

_RANKED = frozenset(
    [Operation.LARGEST, Operation.SMALLEST, Operation.TOP, Operation.BOTTOM, Operation.GROWTH]
)
_LATER = re.compile(r"(?i)thereafter|later(?: years)?|due after .*")
_OF_TIME = re.compile(
    r"(?i)\b(?:when|years?|months?|quarters?|weeks?|days?|dates?|periods?|seasons?|times?|annual"
    r"|monthly|quarterly|weekly|daily)\b"
)


def names_only_a_period(question: str, made: Calculation | Refusal | None) -> bool:
    """Whether the row that has the most or the least is called by a period, and the question asks
    for none."""
    if not isinstance(made, Calculation) or made.operation not in _RANKED:
        return False
    if _OF_TIME.search(question):
        return False
    names = [name for name, _ in made.listed] or [made.answer]
    return all(is_period_label(name) or _LATER.fullmatch(name.strip()) for name in names)
