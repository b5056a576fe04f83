"""The day of a deed that a list calls by its noun: "When did Ada die?" of "Date of death", "When
was the punt bought?" of "Purchase date", "Who was born in 1934?"."""

from __future__ import annotations

import re

from backend.tasks.calculate.programs.column_words import (
    LABEL,
    WORD,
    bare_question,
    headers_of,
    is_list,
    plain_heading,
    stemmed,
)
from backend.tasks.calculate.programs.comparison_words import deeds
from backend.tasks.calculate.programs.list_readings.asked_list import AskedList, Outcome
from backend.types.calculations import Calculation
from backend.types.tables import StoredTable

_WHEN = re.compile(
    r"(?i)^(?:when|on (?:which|what) (?:day|date)) (?:did|was|were|is|are) (?P<what>.+?) "
    r"(?P<verb>[^\W\d_]+)$"
)
_WHO = re.compile(
    r"(?i)^(?:who|which (?:people|persons|of them)) (?:was |were )?(?P<verb>died|born) "
    r"(?P<when>(?:in|on|before|after|between|during|since) .+)$"
)
_PEOPLE = stemmed(["name", "person", "people", "who"])


def deed_days(asked: AskedList) -> list[Outcome]:
    """The day, or whose day it is; nothing where not one column of days alone is called by the
    deed."""
    text = bare_question(asked.question)
    when, who = _WHEN.match(text), _WHO.match(text)
    found = when or who
    if found is None or asked.is_part or not is_list(asked.table):
        return []
    column = _of_deed(found["verb"].casefold(), asked.table)
    if column is None:
        return []
    head = plain_heading(column, asked.table)
    label = asked.table.label_name
    if when is not None:
        made = asked.ask(f"What is the {head} of {when['what']}")
    elif stemmed(WORD.findall(label)) & _PEOPLE:
        made = asked.ask(f"Which {label} with {head} {found['when']}")
    else:
        return []
    return [made] if isinstance(made, Calculation) else []


def _of_deed(verb: str, table: StoredTable) -> int | None:
    """The only column of days whose header has another word of the same deed."""
    family = frozenset().union(*(deed for deed in deeds() if verb in deed))
    heads = {
        at: {word.casefold() for word in WORD.findall(plain_heading(at, table))}
        for at in headers_of(table, "").dates
        if at != LABEL
    }
    found = [at for at, words in heads.items() if words & family]
    return found[0] if len(found) == 1 and verb not in heads[found[0]] else None
