"""Days, months and quarters that a question names without their year, over a list all of whose days
are of one year: "before 5 May" is before 5 May 2031 there."""

from __future__ import annotations

import re

from backend.calendar_words import FULL_MONTH, MONTH_NAME
from backend.tasks.calculate.programs.column_dates import day_spans
from backend.tasks.calculate.programs.column_words import (
    headers_of,
    is_list,
    value_of,
)
from backend.tasks.calculate.programs.requests import years_in
from backend.types.tables import StoredTable

_NO_YEAR = r"(?!,?\s*(?:\d|(?:19|20)\d\d))"
_DAY = r"\d{1,2}(?:st|nd|rd|th)?"
_TWO_DAYS = re.compile(
    rf"\b(?P<start>(?i:from|between)) (?P<one>{_DAY}) (?P<joint>to|and|until|till) "
    rf"(?P<two>{_DAY}) (?P<month>{MONTH_NAME})\b{_NO_YEAR}"
)
_DAY_FIRST = re.compile(rf"\b(?P<day>{_DAY})(?: of)? (?P<month>{MONTH_NAME})\b{_NO_YEAR}")
_MONTH_FIRST = re.compile(rf"\b(?P<month>{FULL_MONTH}) (?P<day>{_DAY})\b(?![:.]\d){_NO_YEAR}")
_TWO_MONTHS = re.compile(
    rf"\b(?P<start>(?i:from|between)) (?P<one>{MONTH_NAME}) (?P<joint>to|and|until|till) "
    rf"(?P<two>{MONTH_NAME})\b{_NO_YEAR}"
)
_BOUND = re.compile(
    rf"\b(?P<word>(?i:before|after|since|until|till)) (?P<month>{FULL_MONTH})\b{_NO_YEAR}"
)
_QUARTER = re.compile(r"\b(?P<word>(?i:in|during|for|of)) (?P<quarter>Q[1-4])\b(?! ?(?:19|20)\d\d)")
_LONGEST = 100
"""Days that a quarter has at most."""
_SHORT = re.compile(r"(?:st|nd|rd|th)$")


def with_year_completed(question: str, table: StoredTable) -> str:
    """The question with that year behind each of these; as it was where it names a year, or the
    list has days of several years, or none."""
    if years_in(question) or not is_list(table):
        return question
    year = _only_year(table)
    if not year:
        return question
    plain = _TWO_DAYS.sub(
        lambda each: (
            f"{each['start']} {_bare(each['one'])} {each['month']} {year} {each['joint']} "
            f"{_bare(each['two'])} {each['month']} {year}"
        ),
        question,
    )
    plain = _DAY_FIRST.sub(lambda each: f"{_bare(each['day'])} {each['month']} {year}", plain)
    plain = _MONTH_FIRST.sub(lambda each: f"{_bare(each['day'])} {each['month']} {year}", plain)
    plain = _TWO_MONTHS.sub(
        lambda each: f"{each['start']} {each['one']} {year} {each['joint']} {each['two']} {year}",
        plain,
    )
    plain = _BOUND.sub(lambda each: f"{each['word']} {each['month']} {year}", plain)
    return _QUARTER.sub(lambda each: f"{each['word']} {each['quarter']} {year}", plain)


def _only_year(table: StoredTable) -> str:
    """The year of all days, months and quarters of a list; empty where there are several, or none:
    a column of years says nothing of its months."""
    years: set[int] = set()
    for at in headers_of(table, "").dates:
        texts = [value_of(each, at) for each in table.rows if not each.total]
        spans = day_spans(texts).values()
        if all((span.last - span.first).days < _LONGEST for span in spans):
            years |= {day.year for span in spans for day in span}
    return str(years.pop()) if len(years) == 1 else ""


def _bare(day: str) -> str:
    return _SHORT.sub("", day)
