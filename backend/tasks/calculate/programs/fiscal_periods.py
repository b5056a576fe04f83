"""Whether the period of a cell is surely the one that the question names.

A year that ends in January is called after either year, and "three months ended June 30" are the
second quarter of the calendar but the fourth of a year that ends in June. Neither is guessed.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from backend.calendar_words import MONTH_NAME, MONTH_TITLES, MONTHS, month_number
from backend.tables.cell_values import is_year
from backend.tables.column_periods import NUMERALS
from backend.tasks.calculate.programs.agreement import OTHER_PERIOD
from backend.tasks.calculate.programs.fiscal_calendar import TO_DECEMBER, FiscalCalendar
from backend.tasks.calculate.programs.period_parts import length_of
from backend.tasks.calculate.programs.requests import months_in, quarters_in
from backend.types.calculations import Operand, period_words
from backend.types.tables import HEADER_JOINT, StoredTable

LAST_MONTH_BEFORE = 2
"""A year that ends by the end of this month may be called after the year before."""
DECEMBER = 12
_DAY = re.compile(r"(\d{4})-(\d{2})(?:-\d{2})?(?:/(\w+))?$")
_SHORTER = re.compile(
    r"(?i)\bquarter|\b(?:three|six|nine|[369])[ -]months?\b|\bhalf\b|\bmonth(?:ly)?\b"
    rf"|\b(?:\d{{1,2}}|{'|'.join(NUMERALS)})[ -](?:weeks?|wks?)\b|\bweek(?:ly)?\b|\bdaily\b"
)
"""What a question says that does not ask for a whole year; "52 weeks" is one."""
_WHOLE = re.compile(r"(?i)\b(?:52|53|fifty-two|fifty-three)[ -]weeks?\b|\btwelve[ -]months\b")
_NUMBERED = re.compile(r"\d{4}-Q(\d)$")
_IN_MONTH = re.compile(
    rf"(?i)\b(?:in|during|for|at the end of|end of) (?P<month>{MONTH_NAME})\b\.?,? (?:of )?"
    r"(?:19|20)\d\d\b"
)
_SPAN = re.compile(r"(?i)\b(?:ended|ending|to|until|through|since|year|years|months|quarter)\b")
_QUARTER = re.compile(r"(?i)\bquarters?\b|\bq[1-4]\b")


def open_period(
    question: str,
    years: Sequence[str],
    operands: Sequence[Operand],
    beside: Iterable[StoredTable],
    calendar: FiscalCalendar | None = None,
) -> tuple[str, tuple[str, ...]]:
    """Why it is open which period is meant, as a sentence, and the choices; empty where it is not.

    Args:
        question: its text.
        years: that it names.
        operands: the cells that were chosen.
        beside: the tables of the same document, which say when its years end.
        calendar: of the document, where the question means it: a period that it names is not open.
    """
    if calendar is not None and all(calendar.named(each.period) for each in operands):
        return "", ()
    ends = year_ends(beside)
    asked = question.casefold()
    meant = months_in(question)
    shorter = bool(_SHORTER.search(_WHOLE.sub("", question)))
    for operand in operands:
        if shorter and not _is_part(operand.period) and not _QUARTER.search(operand.header):
            said = (
                "The question asks for a part of a year; the figures are of a whole one or a day."
            )
            return said, _named(operands)
        header = operand.header.replace(HEADER_JOINT, " ")
        if quarters_in(question) and not quarters_in(header) and ends != {DECEMBER}:
            said = "It is open which quarter of the calendar the fiscal quarter is."
            return said, (f"{operand.label}, {operand.when}",)
        ended = _month_of(operand.period)
        if meant and ended is not None and ended not in meant:
            said = f"{OTHER_PERIOD}: it ends in {MONTH_TITLES[ended - 1]}."
            return said, _named(operands)
        day = _DAY.match(operand.period)
        if day is None or not years or MONTHS[int(day[2]) - 1] in asked:
            continue
        year, month, length = day[1], int(day[2]), day[3] or ""
        if is_called_after_either(operand.period):
            said = (
                f"The period ends in {period_words(operand.period.partition('/')[0])}: it is open "
            )
            return f"{said}whether it is called {int(year) - 1} or {year}.", _named(operands)
        if not length and ends and month not in ends:
            return "The figures are of a day within the year.", _named(operands)
    return "", ()


def is_of_another_month(question: str, operands: Sequence[Operand]) -> bool:
    """Whether a question asks for one month of a year ("in September 2031") and a cell is of a day
    in another one, or of a longer period."""
    asked = {month_number(match["month"]) for match in _IN_MONTH.finditer(question)}
    if not asked or _SPAN.search(question):
        return False
    for operand in operands:
        ended = _month_of(operand.period)
        if ended is not None and (ended not in asked or _is_part(operand.period)):
            return True
    return False


def is_called_after_either(period: str) -> bool:
    """Whether a period ends so early in a year that it may be called after the year before."""
    day = _DAY.match(period)
    return day is not None and int(day[2]) <= LAST_MONTH_BEFORE


def _is_part(period: str) -> bool:
    return bool(_NUMBERED.match(period) or length_of(period))


def _month_of(period: str) -> int | None:
    """The month in which a period ends; None where it is not told."""
    day, quarter = _DAY.match(period), _NUMBERED.match(period)
    if quarter is not None:
        return 3 * int(quarter[1])
    return int(day[2]) if day is not None else None


def _named(operands: Sequence[Operand]) -> tuple[str, ...]:
    return tuple(f"{operand.label}, {operand.when}: {operand.text}" for operand in operands)


def year_ends(tables: Iterable[StoredTable]) -> frozenset[int]:
    """The months in which whole years of a document end."""
    found: set[int] = set()
    for table in tables:
        around = f"{table.label_name} {table.title} {table.lead_in}"
        for column in table.columns:
            day = _DAY.match(column.period)
            if day is not None and day[3] == "12M":
                found.add(int(day[2]))
            elif is_year(column.period) and TO_DECEMBER.search(f"{around} {column.name}"):
                found.add(DECEMBER)  # such a year is written without its last day
    return frozenset(found)
