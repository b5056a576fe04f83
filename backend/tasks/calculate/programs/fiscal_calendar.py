"""After which year a document calls its fiscal years, and which quarter a period of them is.

A year that ends in January 2023 is "fiscal 2022" for one company and "fiscal 2023" for another. A
document tells it by the years that it speaks of.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from backend.calendar_words import QUARTER_ORDINALS
from backend.tables.cell_values import is_year
from backend.types.tables import StoredTable

FEWEST_MENTIONS = 3
"""So often must a document name a fiscal year before its names count."""
CLEARLY_MORE = 3
"""So many times as often must the one year be named as the other that would speak against it."""
FEW_OTHERS = 0.9
"""So large must the share of columns be whose years end in one month."""
EARLY = 2
"""A year that ends by the end of this month may be called after the year before."""
SPILL = 7
"""A year of 52 or 53 weeks may end this many days into the month after its last one."""
TO_DECEMBER = re.compile(
    r"(?i)\b(?:years?|twelve[ -]months|12[ -]months|(?:52|53|fifty-two|fifty-three)[ -]weeks)"
    r"(?: period)? (?:ended|ending) (?:december 31\b|dec\.? 31\b|31 december\b|12/31\b)"
)
_YEARS_ENDED = re.compile(r"(?i)\b(?:(?:fiscal|financial) )?years? (?:ended|ending)\b")
_FISCAL = re.compile(r"(?i)\b(?:fiscal|financial)\b|\bfy\s?['’]?\d|\bfy\b")
_NAMED = re.compile(r"(?i)\bfiscal(?:[ -]years?)? ['’]?(20\d\d)\b|\bFY ?['’]?(20\d\d|\d\d)\b")
_NAMED_QUARTER = re.compile(
    r"(?i)\b(?:(first|second|third|fourth)[- ]quarter|q([1-4]))"
    r" (?:of )?(?:fiscal )?(?:year )?(20\d\d)\b"
)
_ENDED = re.compile(r"(\d{4})-(\d{2})-(\d{2})(?:/(\d+)([MW]))?$")
_QUARTER = re.compile(r"(\d{4})-Q(\d)$")
_WEEKS_OF_QUARTER = range(11, 18)
_YEAR_TO_DATE = {
    ("6", "M"): 6,
    ("9", "M"): 9,
    **{(str(weeks), "W"): 6 for weeks in (26, 27)},
    **{(str(weeks), "W"): 9 for weeks in (39, 40)},
}
"""Months of the longer periods of a part of a year, which begin with it."""


@dataclass(frozen=True, slots=True)
class FiscalCalendar:
    """`last_month` is that in which the years end, from 1; a year is called after that of its last
    day less `shift`."""

    last_month: int
    shift: int

    def named(self, period: str) -> tuple[str, str] | None:
        """Year and part ("" for a whole year, "Q1" to "Q4", "6M", "9M") of a period as
        `Column.period`; a day is of the quarter that it ends, the last one of the year is of the
        year. None for what is no part of such a year."""
        quarter = _QUARTER.match(period)
        day = _ENDED.match(period)
        if quarter is not None:
            year, month, count, unit = int(quarter[1]), 3 * int(quarter[2]), 3, "M"
        elif day is not None:
            year, month = _month_of(int(day[1]), int(day[2]), int(day[3]))
            count, unit = int(day[4] or 0), day[5] or ""
        else:
            return None
        into = (month - self.last_month - 1) % 12 + 1
        if into % 3:
            return None
        ended = year if month <= self.last_month else year + 1
        part = f"Q{into // 3}"
        if not unit:
            part = "" if into == 12 else part
        elif unit == "M" and count == 12:
            part = ""
        elif (unit == "M" and count in (6, 9)) or (unit == "W" and count > 17):
            part = f"{into}M"
        elif unit == "W" and count not in _WEEKS_OF_QUARTER:
            return None
        return str(ended - self.shift), part


def asks_fiscal(question: str) -> bool:
    """Whether a question speaks of fiscal years."""
    return _FISCAL.search(question) is not None


def calendar_of(texts: Sequence[str], tables: Sequence[StoredTable]) -> FiscalCalendar | None:
    """The fiscal calendar of a document; None where its years end at different times, or where it
    does not tell how it calls them. Without a whole year in any table it is told by the quarter
    that the document names most and the latest one that its tables are of, or by the six or nine
    months since the year began.

    Args:
        texts: of its passages.
        tables: of the document.
    """
    found_ends = [end for table in tables for end in _year_ends(table)]
    if not found_ends:
        return _of_part_year(texts, tables)
    months = Counter(month for _, month in found_ends)
    ((last, often),) = months.most_common(1)
    # a single table may be of another company, or of a plan with years of its own
    if often < FEW_OTHERS * months.total():
        return None
    ends = {end for end in found_ends if end[1] == last}
    if last > EARLY:
        return FiscalCalendar(last, 0)
    latest = max(year for year, _ in ends)
    matches = (match for text in texts for match in _NAMED.finditer(text))
    named = Counter(f"20{(match[1] or match[2])[-2:]}" for match in matches)
    after, before = named[str(latest)], named[str(latest - 1)]
    if before >= FEWEST_MENTIONS and before >= CLEARLY_MORE * after:
        return FiscalCalendar(last, 1)
    if after >= FEWEST_MENTIONS and 2 * after >= before:
        return FiscalCalendar(last, 0)
    return None


def _year_ends(table: StoredTable) -> list[tuple[int, int]]:
    """Year and month in which each whole year of a table ends, column by column. Of years that end
    in December a column names the year alone."""
    around = f"{table.label_name} {table.title} {table.lead_in}"
    found = []
    for column in table.columns:
        day = _ENDED.match(column.period)
        if day is not None and _is_whole_year(day, table):
            found.append(_month_of(int(day[1]), int(day[2]), int(day[3])))
        elif is_year(column.period) and TO_DECEMBER.search(f"{around} {column.name}"):
            found.append((int(column.period), 12))
    return found


def _is_whole_year(day: re.Match[str], table: StoredTable) -> bool:
    """Whether a column is of a year to a day; what stands over the labels may say so of all."""
    is_bare = not day[4] and _YEARS_ENDED.search(table.label_name) is not None
    return is_bare or (day[4], day[5]) == ("12", "M")


def _of_part_year(texts: Sequence[str], tables: Sequence[StoredTable]) -> FiscalCalendar | None:
    """The calendar of a report on a part of a year. The six or nine months since the year began
    tell its last month for certain: such a report may name an earlier quarter most."""
    named, last = _of_quarters(texts, tables), _last_before_the_year_to_date(tables)
    if not last:
        return named
    if last > EARLY:
        return FiscalCalendar(last, 0)
    return named if named is not None and named.last_month == last else None


def _of_quarters(texts: Sequence[str], tables: Sequence[StoredTable]) -> FiscalCalendar | None:
    ends = [
        _month_of(int(day[1]), int(day[2]), int(day[3]))
        for table in tables
        for column in table.columns
        if (day := _ENDED.match(column.period)) is not None and _is_quarter(day)
    ]
    # "Q2 2024" over a column is as open as in the text, and says something where no day stands
    ends = ends or [
        (int(found[1]), 3 * int(found[2]))
        for table in tables
        for column in table.columns
        if (found := _QUARTER.match(column.period)) is not None
    ]
    named = Counter(
        (QUARTER_ORDINALS.index(match[1].casefold()) + 1 if match[1] else int(match[2]), match[3])
        for text in texts
        for match in _NAMED_QUARTER.finditer(text)
    )
    if not ends or not named:
        return None
    ((number, called), often), *others = named.most_common(2)
    if often < FEWEST_MENTIONS or any(count == often for _, count in others):
        return None
    year, month = max(ends)
    last = (month - 3 * number - 1) % 12 + 1
    shift = (year if month <= last else year + 1) - int(called)
    return FiscalCalendar(last, shift) if shift in (0, 1) else None


def _last_before_the_year_to_date(tables: Sequence[StoredTable]) -> int:
    """The month in which the years end, by the six or nine months since the latest one began; 0
    where none or several are told."""
    lasts = set()
    for table in tables:
        for column in table.columns:
            day = _ENDED.match(column.period)
            months = _YEAR_TO_DATE.get((day[4], day[5])) if day is not None else None
            if day is not None and months is not None:
                _, month = _month_of(int(day[1]), int(day[2]), int(day[3]))
                lasts.add((month - months - 1) % 12 + 1)
    return lasts.pop() if len(lasts) == 1 else 0


def _is_quarter(day: re.Match[str]) -> bool:
    count = int(day[4] or 0)
    return (day[5] == "M" and count == 3) or (day[5] == "W" and count in _WEEKS_OF_QUARTER)


def _month_of(year: int, month: int, day: int) -> tuple[int, int]:
    """Year and month that a period ends with: the first days of a month are the last of the one
    before."""
    if day > SPILL:
        return year, month
    return (year, month - 1) if month > 1 else (year - 1, 12)
