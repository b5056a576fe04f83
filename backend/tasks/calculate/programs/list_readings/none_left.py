"""Things of which a stock list has none: "Which items are out of stock?"."""

from __future__ import annotations

import re

from backend.tasks.calculate.programs.between_columns import columns_of_stock, is_of_stock
from backend.tasks.calculate.programs.column_words import (
    bare_question,
    headers_of,
    is_list,
    plain_heading,
    stemmed,
)
from backend.tasks.calculate.programs.list_readings.asked_list import AskedList, Outcome
from backend.types.calculations import Calculation

_NONE = re.compile(
    r"(?i)\b(?:(?:that|which) )?(?:(?:is|are|was|were|have|has) )?(?:currently |now )?"
    r"(?:out of stock|sold out|not (?:in stock|available)|not on (?:hand|stock)|unavailable)"
    r"(?: (?:now|at the moment|right now|today))?$"
)


def none_left(asked: AskedList) -> list[Outcome]:
    """The rows whose stock is nought; nothing where not one column alone says what there is, or
    words of a header say it."""
    text = bare_question(asked.question)
    match = _NONE.search(text)
    if match is None or asked.is_part or not is_list(asked.table):
        return []
    headers = headers_of(asked.table, "")
    held = columns_of_stock(asked.table, headers)
    said = stemmed(["available", "unavailable", "sold", "out"])
    if len(held) != 1 or not is_of_stock(asked.table, headers):
        return []
    if said & frozenset().union(*headers.columns):
        return []
    before = text[: match.start()].strip()
    made = asked.ask(f"{before} with {plain_heading(held[0], asked.table)} equal to 0")
    return [made] if isinstance(made, Calculation) else []
