"""Days, months and quarters that a question names without their year, over a list all of whose days
are of one year: "before 5 May" is before 5 May 2031 there."""

from __future__ import annotations

import re

from backend.calendar_words import FULL_MONTH, MONTH_NAME, QUARTER_ORDINALS
from backend.tasks.calculate.programs.column_dates import day_spans, days_of_rows
from backend.tasks.calculate.programs.column_words import (
    WORD,
    columns_of_words,
    headers_of,
    heading,
    is_list,
    stemmed,
    value_of,
)
from backend.tasks.calculate.programs.requests import years_in
from backend.tasks.calculate.programs.several_dates import SEVERAL, each_of
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
_WHICH = "|".join(QUARTER_ORDINALS)
_IN_WORDS = re.compile(
    rf"(?i)\b(?P<word>in|during|for|of) (?:both )?the (?P<one>{_WHICH})"
    rf"(?: and (?:(?:in )?the )?(?P<two>{_WHICH}))? quarters?(?: of the year)?\b"
)
_TWO_QUARTERS = re.compile(
    rf"(?i)\b(?:both )?(?:the )?(?P<one>{_WHICH}) and (?:(?:in )?the )?"
    rf"(?P<two>{_WHICH}) quarters?(?: of)? (?P<year>(?:19|20)\d\d)\b"
)
_OTHER_YEAR = re.compile(r"(?i)\b(?:fiscal|financial|school|tax|academic) year\b|\bFY ?\d")
_QUARTERLY = stemmed(["quarter", "quarterly"])
_LONGEST = 100
"""Days that a quarter has at most."""
_SHORT = re.compile(r"(?:st|nd|rd|th)$")


def with_year_completed(question: str, table: StoredTable) -> str:
    """The question with that year behind each of these; as it was where it names a year, or the
    list has days of several years, or none."""
    if not is_list(table):
        return question
    question = _TWO_QUARTERS.sub(_two_in_figures, question)
    if years_in(question):
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
    if _begins_with_the_year(table) and not _speaks_of_quarters(table):
        plain = _IN_WORDS.sub(_in_figures, plain)
    plain = SEVERAL.sub(lambda each: _quarters_of(each, year), plain)
    plain = _BOUND.sub(lambda each: f"{each['word']} {each['month']} {year}", plain)
    return _QUARTER.sub(lambda each: f"{each['word']} {each['quarter']} {year}", plain)


def _in_figures(found: re.Match[str]) -> str:
    two = f" and Q{QUARTER_ORDINALS.index(found['two'].casefold()) + 1}" if found["two"] else ""
    return f"{found['word']} Q{QUARTER_ORDINALS.index(found['one'].casefold()) + 1}{two}"


def _two_in_figures(found: re.Match[str]) -> str:
    one, two = (QUARTER_ORDINALS.index(found[each].casefold()) + 1 for each in ("one", "two"))
    return f"Q{one} {found['year']} and Q{two} {found['year']}"


def _quarters_of(found: re.Match[str], year: str) -> str:
    named = each_of(found["all"])
    if not all(each.startswith("Q") for each in named) or not named:
        return found[0]
    said = " and ".join(f"{each} {year}" for each in named)
    return f"{found[0].removesuffix(found['all'])}{said}"


def _begins_with_the_year(table: StoredTable) -> bool:
    """Whether a list has days of the first three months: the second quarter of one that begins in
    April may be that of the year which begins there."""
    last = 3
    for at in headers_of(table, "").dates:
        texts = [value_of(row, at) for row in table.rows if not row.total]
        if any(span.first.month <= last for span in day_spans(texts).values()):
            return True
    return False


def _speaks_of_quarters(table: StoredTable) -> bool:
    """Whether a list has quarters of its own, or is of a year that need not be the calendar's."""
    over = " ".join((table.title, *table.section))
    if _OTHER_YEAR.search(over):
        return True
    told = [heading(at, table) for at in headers_of(table, "").all()]
    told += [value_of(row, at) for row in table.rows for at in columns_of_words(table)]
    return any(stemmed(WORD.findall(each)) & _QUARTERLY for each in told)


def _only_year(table: StoredTable) -> str:
    """The year of all days, months and quarters of a list; empty where there are several, or none:
    a column of years says nothing of its months."""
    years: set[int] = set()
    for at in headers_of(table, "").dates:
        texts = [value_of(row, at) for row in table.rows if not row.total]
        spans = days_of_rows(texts).values()
        if all((span.last - span.first).days < _LONGEST for span in spans):
            years |= {day.year for span in spans for day in span}
    return str(years.pop()) if len(years) == 1 else ""


def _bare(day: str) -> str:
    return _SHORT.sub("", day)
