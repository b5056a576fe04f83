"""How many things there are that a column counts: "How many oak trees are there?" of a list of
plots with a column "Trees"."""

from __future__ import annotations

import re

from backend.tasks.calculate.programs.column_words import (
    FUNCTION,
    PEOPLE,
    bare_question,
    headers_of,
    is_list,
    plain_heading,
    stemmed,
)
from backend.tasks.calculate.programs.list_readings.asked_list import AskedList, Outcome
from backend.tasks.calculate.programs.plain_verbs import that_add_up
from backend.types.calculations import Calculation, Refusal

_HOW_MANY = re.compile(
    r"(?i)^how many (?P<which>(?:[^\W\d_]+ ){0,3}?)(?P<noun>[^\W\d_]+)"
    r"(?P<there> (?:are|were|is|was) there)?(?P<where>(?: (?:in|on|at|of|from) (?!total|all$).+?)?)"
    r"(?: (?:in total|altogether|in all|overall))?$"
)
_DONE = re.compile(
    rf"(?i)^how many (?P<which>)(?:{'|'.join(sorted(PEOPLE))}|pupils|students|members|guests) "
    r"(?:are|were|have|had) (?P<noun>[^\W\d_]+ed)"
    r"(?P<where>(?: (?:in|on|at|for|from) (?!total|all$).+?)?)"
    r"(?: (?:in total|altogether|in all|overall))?$"
)
_OPEN = Refusal("A column says how many there are, and it is open of which rows.", is_open=True)


def things_counted(asked: AskedList) -> list[Outcome]:
    """The sum of the only column whose whole header is the noun, never how many rows there are;
    nothing where there is no such column, or the labels are called so as well."""
    text = bare_question(asked.question)
    found = _DONE.match(text) or _HOW_MANY.match(text)
    if found is None or asked.is_part or not is_list(asked.table):
        return []
    headers = headers_of(asked.table, "")
    noun = stemmed([found["noun"]])
    held = [at for at in that_add_up(asked.table, headers.figures) if headers.of(at) == noun]
    if len(held) != 1 or headers.own == noun:
        return []
    if not FUNCTION.isdisjoint(found["which"].casefold().split()):
        return []  # "orders have a weight of 7"
    which = f" of {found['which'].strip()}" if found["which"].strip() else ""
    head = plain_heading(held[0], asked.table)
    made = asked.ask(f"What is the total {head}{which}{found['where']}")
    if isinstance(made, Calculation):
        return [made]
    # who asks what there is would be told how many rows there are
    is_open = found.re is _HOW_MANY and found["there"] and not found["where"]
    return [_OPEN] if is_open else []
