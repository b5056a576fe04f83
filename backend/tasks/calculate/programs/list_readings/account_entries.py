"""What went out of an account and came in, by who or what an entry names: "How much did I pay the
dentist?", "How much did we get from the mill?", "When was the rent paid?" of a statement with
columns "Debit" and "Credit"."""

from __future__ import annotations

import re
from decimal import Decimal

from backend.calendar_words import MONTH_NAME
from backend.tasks.calculate.programs.arithmetic import written
from backend.tasks.calculate.programs.column_answers import ONE, made, operands
from backend.tasks.calculate.programs.column_conditions import (
    figure_at,
    has_measure,
    scale_at,
    unit_at,
)
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
from backend.tasks.calculate.programs.merged_figures import open_for_some
from backend.types.calculations import Calculation, Operation, Refusal, measured
from backend.types.tables import CellKind, StoredTable

MOST_WRITTEN_OUT = 5
"""Figures of a sum that its formula writes one by one."""
MOST_VALUES = 12
"""Different entries that a word may stand for together."""
OUT = re.compile(r"(?i)^(?:debits?|withdrawals?|(?:money|paid|payments?) out)\b")
INTO = re.compile(r"(?i)^(?:credits?|deposits?|(?:money|paid|payments?) in)\b")
SENT_BACK = re.compile(
    r"(?i)\b(?:refund(?:ed|s)?|reversal|reversed|returned|cash ?back|charge ?back|reimburse\w*"
    r"|credit note|repaid|repayment)\b"
)
_OPEN_IF_BACK = Refusal("Some of it was paid back, and it is open if that counts.", is_open=True)
_WHEN = (
    rf"(?P<when>(?: (?:in|during|since|after|before|until) (?:{MONTH_NAME}|(?:19|20)\d\d"
    rf"|\d{{1,2}} (?:{MONTH_NAME}))\b.*)?)$"
)
_WE = r"(?:i|we|you|they)"
_PAID = re.compile(
    rf"(?i)^(?:how much|what) (?:money )?(?:(?:did|do|have|has) {_WE} (?:spend|spent|pay|paid)"
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
    column = out if paid else into
    if not any(has_measure(table, table.rows[at], column) for at in rows):
        head = heading(column, table)
        return [Refusal(f"No entry that has these words has a figure under {head}.", is_open=True)]
    other = into if paid else out
    if any(has_measure(table, table.rows[at], other) for at in rows if _is_back(table, at, words)):
        return [_OPEN_IF_BACK]
    rows = [at for at in rows if has_measure(table, table.rows[at], column)]
    texts = list(dict.fromkeys(value_of(table.rows[at], words) for at in rows))
    where = f"where {heading(words, table)} is {' or '.join(texts)}"
    if not found["when"]:
        return sum_of_entries(table, rows, column, where)
    told = asked.ask(f"What is the total {plain_heading(column, table)}{found['when']} {where}")
    is_sum = isinstance(told, Calculation) and told.operation is Operation.SUM
    return [told] if told is not None and is_sum else []


def _is_back(table: StoredTable, at: int, words: int) -> bool:
    return SENT_BACK.search(value_of(table.rows[at], words)) is not None


def _day_of(table: StoredTable, at: int, where: str) -> Outcome:
    day = table.rows[at].label
    formula = f"{table.label_name} {where} = {day}"
    cells = operands(table, [at], LABEL)
    return made(Operation.LOOKUP, day, ONE, formula, cells, f"{table.label_name} of 1 row{where}")


def sum_of_entries(
    table: StoredTable, rows: list[int], column: int, where: str, besides: str = ""
) -> list[Outcome]:
    """What the entries with a figure come to; nothing where none has one, or shares it. `besides`
    is what the formula says behind it."""
    held = [at for at in rows if has_measure(table, table.rows[at], column)]
    if open_for_some(table, [column], held, is_sum=True) is not None:
        return []
    units = {(unit_at(table, at, column), scale_at(table, at, column)) for at in held}
    if len(units) != 1:
        return []
    ((unit, scale),) = units
    values = [figure_at(table, at, column) for at in held]
    total = sum(values, Decimal(0))
    few = 1 < len(values) <= MOST_WRITTEN_OUT
    parts = f": {' + '.join(map(written, values))}" if few else ""
    over = f"{heading(column, table)} of {len(held)} of {len(entries_of(table)[0])} rows {where}"
    formula = f"sum of {over}{parts} = {written(total)}{measured(unit, scale)}{besides}"
    cells = operands(table, held, column)
    return [made(Operation.SUM, written(total), total, formula, cells, over, unit, scale)]


def _columns(table: StoredTable) -> tuple[int | None, int | None, int | None]:
    """The columns of what went out and came in, and the only one of words."""
    headers = headers_of(table, "")
    out = [at for at in headers.figures if OUT.match(heading(at, table))]
    into = [at for at in headers.figures if INTO.match(heading(at, table))]
    words = [at for at, column in enumerate(table.columns) if column.kind is CellKind.TEXT]
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
