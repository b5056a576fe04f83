"""The first of one kind: "Which cutter is the oldest?" of a list of boats with a column of their
kinds."""

from __future__ import annotations

import re

from backend.tasks.calculate.programs.column_rows import entries_of
from backend.tasks.calculate.programs.column_words import (
    WORD,
    bare_question,
    columns_of_words,
    headers_of,
    heading,
    is_list,
    key_of,
    stemmed,
    value_of,
    words_for_rows,
)
from backend.tasks.calculate.programs.comparison_words import one_of, superlatives
from backend.tasks.calculate.programs.list_readings.asked_list import AskedList, Outcome
from backend.types.calculations import Calculation

_HOW = one_of(superlatives())
_FORMS = (
    re.compile(rf"(?i)^(?:which|what) (?P<kind>.+?) (?:is|was) (?:the )?(?P<how>{_HOW})$"),
    re.compile(rf"(?i)^(?:which|what) (?:is|was) (?:the )?(?P<how>{_HOW}) (?P<kind>.+)$"),
)


def kind_ranked(asked: AskedList) -> list[Outcome]:
    """What comes first of the rows that hold the text which is called, where one column has it;
    nothing where the word names the rows or a column."""
    text = bare_question(asked.question)
    found = next(filter(None, (form.match(text) for form in _FORMS)), None)
    table = asked.table
    if found is None or asked.is_part or not is_list(table) or not table.label_name:
        return []
    headers = headers_of(table, asked.about)
    said = stemmed(WORD.findall(found["kind"]))
    if said & (words_for_rows(headers) | headers.own | frozenset().union(*headers.columns)):
        return []
    rows = entries_of(table)[0]
    held = {
        at: value
        for at in columns_of_words(table)
        if at >= 0
        for row in rows
        if key_of(value := value_of(table.rows[row], at)) == key_of(found["kind"])
    }
    if len(held) != 1:
        return []
    ((column, value),) = held.items()
    head = heading(column, table)
    made = asked.ask(f"Which {table.label_name} with {head} {value} is the {found['how']}")
    return [made] if isinstance(made, Calculation) else []
