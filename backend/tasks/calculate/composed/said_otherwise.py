"""Words for a column that its header does not have: what was spent stands under "Actual" where a
budget stands beside it, and who moved in has a day under "In"."""

from __future__ import annotations

import re
from collections.abc import Sequence

from backend.tasks.calculate.composed.wanted_headers import wanted_stems
from backend.tasks.calculate.programs.column_words import (
    FIGURES,
    IN_BRACKETS,
    WORD,
    stemmed,
)
from backend.types.tables import CellKind, Column

_OUTTURN = stemmed(["actual", "actuals", "outturn", "act"])
_SPENDING = stemmed(["spend", "spends", "spent", "spending", "expenditure"])
_CUT = stemmed(["est", "bud"])
_OF_TURNED_DAYS = {
    "in": re.compile(r"(?i)\b(?:mov|check|com|cam|went|go|sign|book)\w* in\b"),
    "out": re.compile(r"(?i)\b(?:mov|check|com|cam|went|go|sign|book)\w* out\b"),
}
"""Deeds whose day stands under a header of one word."""
_OF_ENDS = re.compile(
    r"(?i)\b(?:due back|due (?:in|by|on)|com(?:es?|ing) back|go(?:es)? back|runs? out|expir\w+"
    r"|end(?:s|ed|ing)?|finish\w*)\b"
)
_OF_STARTS = re.compile(r"(?i)\b(?:start\w*|beg[aiu]n\w*|from when)\b")
_ENDS = stemmed(["end", "until", "finish", "expiry", "expires", "return"])
_STARTS = stemmed(["start", "begin", "from"])


def said_otherwise(question: str, columns: Sequence[Column], column: int) -> frozenset[str]:
    """The stems of the words of a question that name a column by what people call it; empty where
    none does.

    Args:
        columns: of the list.
        column: the place of one of them.
    """
    own = columns[column]
    head = stemmed(WORD.findall(IN_BRACKETS.sub(" ", own.name)))
    said = frozenset[str]()
    if own.kind in FIGURES and head & _OUTTURN and _is_beside_a_budget(columns, column):
        said = stemmed(WORD.findall(question)) & _SPENDING
    if own.kind is CellKind.DATE:
        said = _said_of_day(question, own.name, head)
    return said


def _is_beside_a_budget(columns: Sequence[Column], column: int) -> bool:
    """Whether another column of figures of the same unit says what was wanted."""
    return any(
        other.kind in FIGURES
        and other.unit == columns[column].unit
        and stemmed(WORD.findall(other.name)) & (wanted_stems() | _CUT)
        for at, other in enumerate(columns)
        if at != column
    )


def _said_of_day(question: str, name: str, head: frozenset[str]) -> frozenset[str]:
    """The stems of a deed that a column of days is of."""
    if _OF_ENDS.search(question) and _OF_STARTS.search(question):
        return frozenset()  # which day is of which deed is open
    form = _OF_TURNED_DAYS.get(name.casefold().strip())
    if form is None and head & _ENDS:
        form = _OF_ENDS
    elif form is None and head & _STARTS:
        form = _OF_STARTS
    found = form.search(question) if form is not None else None
    return stemmed(WORD.findall(found[0])) if found is not None else frozenset()
