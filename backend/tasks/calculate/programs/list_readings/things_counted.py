"""How many things there are that a column counts: "How many oak trees are there?" of a list of
plots with a column "Trees"."""

from __future__ import annotations

import re

from backend.tasks.calculate.programs.column_rows import entries_of
from backend.tasks.calculate.programs.column_words import (
    FUNCTION,
    LABEL,
    PEOPLE,
    WORD,
    Headers,
    bare_question,
    headers_of,
    is_list,
    key_of,
    plain_heading,
    stemmed,
    value_of,
)
from backend.tasks.calculate.programs.column_years import holds_years
from backend.tasks.calculate.programs.list_readings.asked_list import AskedList, Outcome
from backend.tasks.calculate.programs.month_values import are_months
from backend.tasks.calculate.programs.plain_verbs import that_add_up
from backend.types.calculations import Calculation, Refusal
from backend.types.tables import CellKind, StoredTable

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
_ARE = re.compile(r"(?i) (?:are|is) there\b")
_OPEN = Refusal("A column says how many there are, and it is open of which rows.", is_open=True)


def things_counted(asked: AskedList) -> list[Outcome]:
    """The sum of the only column whose whole header is the noun, never how many rows there are;
    nothing where there is no such column, or the labels are called so as well."""
    text = bare_question(asked.question)
    match = _DONE.match(text) or _HOW_MANY.match(text)
    if match is None or asked.is_part or not is_list(asked.table):
        return []
    headers = headers_of(asked.table, "")
    noun = stemmed([match["noun"]])
    held = [at for at in that_add_up(asked.table, headers.figures) if headers.of(at) == noun]
    if len(held) != 1 or headers.own == noun:
        return []
    words = [word.casefold() for word in WORD.findall(plain_heading(held[0], asked.table))]
    if match["noun"].casefold() not in words:
        return []  # "Ring" is the number of one
    if not FUNCTION.isdisjoint(match["which"].casefold().split()):
        return []  # "orders have a weight of 7"
    at_times = _at_several_times(asked.table, headers, held[0])
    if at_times and (_ARE.search(text) or _are_the_same(asked.table, held[0])):
        # what there is now is not what was counted on all days together
        return [_OPEN] if match.re is _HOW_MANY and match["there"] and not match["where"] else []
    which = f" of {match['which'].strip()}" if match["which"].strip() else ""
    head = plain_heading(held[0], asked.table)
    made = asked.ask(f"What is the total {head}{which}{match['where']}")
    if isinstance(made, Calculation):
        return [made]
    # who asks what there is would be told how many rows there are
    is_open = match.re is _HOW_MANY and match["there"] and not match["where"]
    return [_OPEN] if is_open else []


def _at_several_times(table: StoredTable, headers: Headers, counted: int) -> bool:
    """Whether the same things were counted on several days, or in several months or years."""
    rows = entries_of(table)[0]
    years = [at for at in headers.figures if at != counted and holds_years(table, at)]
    times = [LABEL] if LABEL in headers.dates or are_months(table, LABEL) else []
    labels = [key_of(table.rows[at].label) for at in rows]
    if not times and len(set(labels)) < len(labels):
        texts = [at for at, column in enumerate(table.columns) if column.kind is CellKind.TEXT]
        months = [at for at in texts if are_months(table, at)]
        times = [*headers.dates, *years, *months]
    return any(len({value_of(table.rows[at], time) for at in rows}) > 1 for time in times)


def _are_the_same(table: StoredTable, counted: int) -> bool:
    """Whether each label has one and the same figure wherever it comes again."""
    held = {
        (key_of(table.rows[at].label), value_of(table.rows[at], counted))
        for at in entries_of(table)[0]
    }
    return len(held) == len({label for label, _ in held}) < len(entries_of(table)[0])
