"""What went out of an account and came in, by who or what an entry names: "How much did I pay the
dentist?", "How much did we get from the mill?", "When was the rent paid?" of a statement with
columns "Debit" and "Credit"."""

from __future__ import annotations

import re

from backend.calendar_words import MONTH_NAME
from backend.tasks.calculate.programs.column_answers import ONE, made, operands
from backend.tasks.calculate.programs.column_rows import entries_of
from backend.tasks.calculate.programs.column_words import (
    LABEL,
    bare_question,
    content,
    headers_of,
    heading,
    plain_heading,
    stemmed,
    value_of,
)
from backend.tasks.calculate.programs.list_readings.asked_list import AskedList, Outcome
from backend.types.calculations import Calculation, Operation
from backend.types.tables import CellKind, StoredTable

MOST_VALUES = 12
"""Different entries that a word may stand for together."""
_OUT = stemmed(["debit", "debits", "withdrawal", "withdrawals", "withdrawn", "out"])
_IN = stemmed(["credit", "credits", "deposit", "deposits", "in"])
_WHEN = (
    rf"(?P<when>(?: (?:in|during|since|after|before|until) (?:{MONTH_NAME}|(?:19|20)\d\d"
    rf"|\d{{1,2}} (?:{MONTH_NAME}))\b.*)?)$"
)
_WE = r"(?:i|we|you|they)"
_PAID = re.compile(
    rf"(?i)^(?:how much|what) (?:money )?(?:(?:did|have|has) {_WE} (?:spend|spent|pay|paid)"
    rf"|(?:was|were|has been) (?:spent|paid)|went|did (?P<dear>.+?) cost)(?: in total| altogether)?"
    rf"(?: (?:at|to|for|on|with|out to))?(?: the| my| our)?(?P<who> .+?)??{_WHEN}"
)
_GOT = re.compile(
    rf"(?i)^(?:how much|what) (?:money )?(?:did|have|has) {_WE} (?:get|got|receive|received|earn)"
    rf"(?: in total| altogether)? (?:from|by)(?: the| my| our)?(?P<who> .+?){_WHEN}"
)
_DAY = re.compile(
    rf"(?i)^(?:when|on (?:what|which) (?:day|date)) (?:did {_WE} (?P<deed>pay|get|receive)"
    r"|was|were)(?: the| my| our)?(?P<who> .+?)(?: (?:paid|received|debited|credited|booked))?$"
)


def account_entries(asked: AskedList) -> list[Outcome]:
    """The sum of the entries that have all words, or the day of the only one; nothing where the
    table is no such statement."""
    text = bare_question(asked.question)
    paid, got, day = _PAID.match(text), _GOT.match(text), _DAY.match(text)
    found = paid or got or day
    if found is None or asked.is_part:
        return []
    table = asked.table
    out, into, words = _columns(table)
    if out is None or into is None or words is None:
        return []
    who = found["who"] or (found["dear"] if paid else "") or ""
    rows = _named(who, table, words)
    if not rows:
        return []
    head = heading(words, table)
    texts = list(dict.fromkeys(value_of(table.rows[at], words) for at in rows))
    where = f"where {head} is {' or '.join(texts)}"
    if day is not None:
        is_day = LABEL in headers_of(table, asked.about).dates and len(rows) == 1
        return [_day_of(table, rows[0], where)] if is_day else []
    column = plain_heading(out if paid else into, table)
    told = asked.ask(f"What is the total {column}{found['when']} {where}")
    is_sum = isinstance(told, Calculation) and told.operation is Operation.SUM
    return [told] if told is not None and is_sum else []


def _day_of(table: StoredTable, at: int, where: str) -> Outcome:
    day = table.rows[at].label
    formula = f"{table.label_name} {where} = {day}"
    cells = operands(table, [at], LABEL)
    return made(Operation.LOOKUP, day, ONE, formula, cells, f"{table.label_name} of 1 row{where}")


def _columns(table: StoredTable) -> tuple[int | None, int | None, int | None]:
    """The columns of what went out and came in, and the only one of words."""
    headers = headers_of(table, "")
    out = [at for at in headers.figures if headers.of(at) & _OUT]
    into = [at for at in headers.figures if headers.of(at) & _IN and at not in out]
    words = [at for at, each in enumerate(table.columns) if each.kind is CellKind.TEXT]
    held = (out, into, words)
    one, two, three = (each[0] if len(each) == 1 else None for each in held)
    return one, two, three


def _named(who: str, table: StoredTable, words: int) -> list[int]:
    """The entries whose text has all words; none where there are too many to be one thing."""
    said = content(who)
    if not said:
        return []
    rows = [
        at
        for at in entries_of(table)[0]
        if said <= stemmed(re.findall(r"[^\W\d_]+", value_of(table.rows[at], words)))
    ]
    return rows if len({value_of(table.rows[at], words) for at in rows}) <= MOST_VALUES else []
