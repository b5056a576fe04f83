"""Questions that name the list itself: "How many boats are in the list?"."""

from __future__ import annotations

import re

from backend.tasks.calculate.programs.column_words import (
    bare_question,
    headers_of,
    is_list,
    stemmed,
)
from backend.tasks.calculate.programs.list_readings.asked_list import AskedList, Outcome
from backend.types.calculations import Calculation

_WITHIN = re.compile(
    r"(?i)(?P<there> (?:are|were|is|was)(?: there)?)?(?: listed)? (?:in|on) (?:the|this|that|our) "
    r"(?P<what>list|table|file|data(?: ?set)?|(?:spread)?sheet|workbook)$"
)


def within_list(asked: AskedList) -> list[Outcome]:
    """What is told of the question without the words for the list; nothing where a column is
    called so."""
    text = bare_question(asked.question)
    match = _WITHIN.search(text)
    if match is None or not is_list(asked.table):
        return []
    headers = headers_of(asked.table, "")
    if stemmed([match["what"]]) & frozenset().union(headers.own, *headers.columns):
        return []
    plain = f"{text[: match.start()]}{' are there' if match['there'] else ''}"
    made = asked.ask(plain)
    return [made] if isinstance(made, Calculation) else []
