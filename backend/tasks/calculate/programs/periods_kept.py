"""Whether a figure is of the time that a question asks for, where columns say less than it does.

A column "2031" is a year that ends in December, or when the document's years end, and no year to
June; in a statement it is no month and no half. A column "2030/31" is no year 2031. And of two days
that a balance sheet shows, the end of a year is no day in its middle.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from decimal import Decimal

from backend.calendar_words import MONTH_NAME, month_number
from backend.tasks.calculate.programs.fiscal_calendar import FiscalCalendar, asks_fiscal
from backend.tasks.calculate.programs.requests import years_in
from backend.tasks.calculate.programs.trusted_tables import is_balance_sheet, is_statement
from backend.types.calculations import Operand, Operation
from backend.types.tables import StoredTable
from backend.years_over_two import over_two_years

DECEMBER = 12
_YEAR_ENDED = re.compile(
    r"(?i)\b(?:year|(?:twelve|12) months|52 weeks|53 weeks) (?:that )?(?:to|ended|ending|ends?)"
    rf"(?: in| on| the)?\s(?:\d{{1,2}}(?:st|nd|rd|th)? )?(?P<month>{MONTH_NAME})\b"
)
_A_MONTH = re.compile(
    rf"(?i)\b(?:in|for|during) (?P<month>{MONTH_NAME})\.?,? (?:of )?(?:19|20)\d\d\b"
)
_SECOND_HALF = re.compile(r"(?i)\b(?:second|2nd|last|latter) half\b|\bH2\b|\b2H\b")
_END_OF_YEAR = re.compile(
    r"(?i)\b(?:end of|year[- ]?end(?: of)?|close of|by end|at end) (?:the year )?(?:19|20)\d\d\b"
)
_WHOLE_YEAR = re.compile(r"(?:19|20)\d\d(?:-(?P<month>\d\d)-(?P<day>\d\d)/(?:12M|52W|53W))?")
_DAY = re.compile(r"(?:19|20)\d\d-(?P<month>\d\d)-(?P<day>\d\d)")
_FIRST_HALF = re.compile(r"(?i)\b(?:first|1st) (?:half|six months)\b|\bH1\b|\b1H\b|\b1H ?\d\d\b")
_HALF_YEAR = re.compile(r"\d{4}-(?P<month>\d\d)-(?P<day>\d\d)/(?:6M|26W|27W)")
_SAYS_NO_HALF = re.compile(r"\d{4}(?:-Q[1-4])?|\d{4}-\d\d-\d\d/(?!6M|26W|27W)\d+[MW]")
"""A whole year, a quarter, or so many other months: "six months of 2031" may say no last day."""
_JUNE = 6
_OVER_THE_END = 7
"""Days by which weeks may go on after a month."""
_MORE = re.compile(r"(?i)\bhow much (?P<way>more|higher|larger|greater|less|lower|smaller|fewer)\b")
_LESS = frozenset(["less", "lower", "smaller", "fewer"])


def is_of_other_time(
    question: str,
    operands: Sequence[Operand],
    tables: Sequence[StoredTable],
    calendar: FiscalCalendar | None,
) -> bool:
    """Whether any cell is of a whole year where a month, a second half or a year with another end
    is asked for, or of a day within a year where its end is.

    Args:
        tables: those that hold the cells.
        calendar: of the document, if it is known.
    """
    plain = years_in(question) and not over_two_years(question) and not asks_fiscal(question)
    if plain and any(over_two_years(cell.header) for cell in operands):
        return True
    own_end = calendar.last_month if calendar is not None else DECEMBER
    if ended := _YEAR_ENDED.search(question):
        month = month_number(ended["month"])
        return any(_ends_otherwise(cell.period, month, own_end) for cell in operands)
    parts = _A_MONTH.search(question)
    if parts is not None or _SECOND_HALF.search(question):
        held = {table.id: table for table in tables}
        return any(
            _WHOLE_YEAR.fullmatch(cell.period) is not None
            and (table := held.get(cell.table_id)) is not None
            and is_statement(table)
            and not is_balance_sheet(table)
            for cell in operands
        )
    if _END_OF_YEAR.search(question) and not asks_fiscal(question):
        return _is_within_a_year(operands, tables)
    return False


def is_the_wrong_way(question: str, operation: Operation, value: object) -> bool:
    """Whether it is asked how much more there was, and the difference is less than nought, or the
    other way round: the two were subtracted in the other order, or the question is mistaken."""
    found = _MORE.search(question)
    if found is None or operation is not Operation.DIFFERENCE or not isinstance(value, Decimal):
        return False
    return value > 0 if found["way"].casefold() in _LESS else value < 0


def is_first_half(period: str, question: str, calendar: FiscalCalendar | None) -> bool:
    """Whether a period of half a year is the first half of its year, as far as a question asks for
    one: by the document's calendar where it asks for a fiscal one.

    Args:
        period: as columns have it, "2031-06-30/6M".
    """
    if _FIRST_HALF.search(question) is None:
        return True
    found = _HALF_YEAR.match(period)
    if found is None:
        return _SAYS_NO_HALF.fullmatch(period) is None
    month = _last_month(found)
    if asks_fiscal(question):
        return calendar is not None and (month - calendar.last_month - 6) % 12 in (0, 11, 1)
    return month == _JUNE


def _ends_otherwise(period: str, month: int, own_end: int) -> bool:
    """Whether a period is a whole year that ends in another month; one that says no month ends in
    December, or when the document's years do."""
    found = _WHOLE_YEAR.fullmatch(period)
    if found is None:
        return False
    if found["month"] is None:
        return month != own_end
    ends = (int(found["month"]), _last_month(found))
    return month % DECEMBER not in {each % DECEMBER for each in ends}


def _last_month(found: re.Match[str]) -> int:
    """The month that a period tells of last, where its weeks may go on a few days after it; nought
    for a December that they end in January."""
    return int(found["month"]) - (int(found["day"]) <= _OVER_THE_END)


def _is_within_a_year(operands: Sequence[Operand], tables: Sequence[StoredTable]) -> bool:
    """Whether cells are of a day in the middle of a year, in a table that shows an end of a year
    beside it."""
    held = {table.id: table for table in tables}
    for cell in operands:
        day, table = _DAY.fullmatch(cell.period), held.get(cell.table_id)
        if day is None or table is None:
            continue
        days = [found for column in table.columns if (found := _DAY.fullmatch(column.period))]
        months = {int(found["month"]) for found in days}
        if len(months) > 1 and DECEMBER in months and int(day["month"]) != DECEMBER:
            return True
    return False
