"""The time that a question over a list says behind what it names, and the rows that are of it."""

from __future__ import annotations

import re
from dataclasses import dataclass

from backend.calendar_words import MONTH_NAME
from backend.dates import names_year
from backend.tasks.calculate.programs.column_conditions import spans_of
from backend.tasks.calculate.programs.column_rows import entries_of
from backend.tasks.calculate.programs.column_words import headers_of
from backend.tasks.calculate.programs.list_readings.asked_list import AskedList
from backend.tasks.calculate.programs.requests import years_in
from backend.types.calculations import Calculation, Refusal
from backend.types.tables import StoredTable

_THIS_YEAR = re.compile(r"(?i),?(?: so far)? (?:in |during )?this year(?: so far)?$")
_QUARTER = r"q[1-4]|(?:first|second|third|fourth) quarter"
_DAY = rf"(?:the )?(?:\d{{1,2}} )?(?:{MONTH_NAME}|(?:19|20)\d\d|{_QUARTER})"
_WHEN = re.compile(rf"(?i) (?:in|during|since|after|before|until|for|between|from) {_DAY}\b(?:.*)$")


@dataclass(frozen=True, slots=True)
class TimeApart:
    """What a text names, the words for a time behind it as a question over the list says them, and
    the year that "this year" means there; empty where it says none."""

    bare: str
    when: str
    year: str

    @property
    def said(self) -> str:
        """Which year is meant by "this year", as a formula says it."""
        return f" (this year: {self.year})" if self.year else ""


def with_time_apart(said: str, table: StoredTable) -> TimeApart | None:
    """A text without its time; None where it is open which year "this year" is."""
    if found := _THIS_YEAR.search(said):
        if not (year := year_of(table)):
            return None
        when = f" in {year}" if headers_of(table, "").dates else ""
        return TimeApart(said[: found.start()], when, year)
    found = _WHEN.search(said)
    return TimeApart(said[: found.start()], found[0], "") if found else TimeApart(said, "", "")


def year_of(table: StoredTable) -> str:
    """The year that a list is of: the one of all its days, or the one that its name says where it
    has none; empty where it has days of several, or its name says another."""
    dates = headers_of(table, "").dates
    named = set(years_in(" ".join((table.title, *table.section[-1:]))))
    if len(dates) > 1 or len(named) > 1:
        return ""
    if not dates:
        return named.pop() if named else ""
    year = year_of_days(table, dates[0])
    return year if named <= {year} else ""


def year_of_days(table: StoredTable, column: int) -> str:
    """The year of all days of a column; empty where they are of several, or none is known."""
    spans = spans_of(table, column, entries_of(table)[0]).values()
    if not all(map(names_year, spans)):
        return ""
    years = {str(day.year) for span in spans for day in (span.first, span.last)}
    return years.pop() if len(years) == 1 else ""


def rows_in_time(
    asked: AskedList, when: str, condition: str = ""
) -> tuple[list[int], str] | Refusal | None:
    """The rows of a time that keep to a condition (" where Category is Rope"), with both in words
    (" where Category is Rope and Day in May"); None where the list does not tell them."""
    entries, _, doubtful = entries_of(asked.table)
    if not when and not condition:
        return None if doubtful else (entries, "")
    counted = asked.ask(f"How many rows are there{when}{condition}")
    if not isinstance(counted, Calculation):
        return counted
    rows = sorted({operand.row for operand in counted.operands})
    if len(rows) != counted.value:
        return None
    return rows, f" where {counted.over.partition(' where ')[2]}"
