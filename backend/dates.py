"""Dates as texts write them, and the days that they mean.

"12 March 2024", "March 12th, 2024", "12-Mar-2024", "12. März 2024", "2024-03-12", "2024/3/12" and
"12.03.2024" are one day. Which of "3/4/2024" is the month the text itself does not say: whoever
knows says it, and where nobody does such a date is none.
"""

from __future__ import annotations

import re
from calendar import monthrange
from collections.abc import Iterable
from datetime import date
from functools import lru_cache
from typing import NamedTuple

from backend.calendar_words import MONTH_NAME, MONTH_NAME_ABROAD, MONTH_TITLES, month_number

YEAR = r"(?:1\d|20)\d\d"
"""Pattern of a year that may stand alone."""
NO_YEAR = 1004
"""Stands for the year of days that name none, "2 April", in a list: a leap year of which no list
is. What is shown of such a day has no year."""
_HALF_A_YEAR = 183
_YEARS_OF_NONE = (NO_YEAR - 1, NO_YEAR, NO_YEAR + 1)
"""A list without years goes over New Year once at most."""
_NO_YEAR_BEHIND = re.compile(rf",? (?:{'|'.join(map(str, _YEARS_OF_NONE))})\b")
_NAMED = (
    rf"(?P<d>\d{{1,2}})(?:st|nd|rd|th)?\.?(?:\s+|-)(?:of\s+)?(?P<n>{MONTH_NAME})\b\.?,?(?:\s+|-)"
    rf"(?P<y>{YEAR})",
    rf"(?P<d>\d{{1,2}})(?:\.|er|º)?\s+(?:de\s+)?(?P<n>{MONTH_NAME_ABROAD})\b\s+(?:de\s+)?"
    rf"(?P<y>{YEAR})",
    rf"(?P<n>{MONTH_NAME})\b\.?\s+(?P<d>\d{{1,2}})(?:st|nd|rd|th)?(?:\s*,)?\s+(?P<y>{YEAR})",
)
_ISO = r"(?P<y>\d{4})-(?P<m>\d\d)-(?P<d>\d\d)"
"""Any year: some files write 9999-12-31 for never."""
# "4711-1-2" is rather the number of a part
_YEAR_FIRST = tuple(
    rf"(?P<y>{YEAR}){between}(?P<m>\d{{1,2}}){between}(?P<d>\d{{1,2}})"
    for between in ("-", "/", r"\.", "_")
)
_TIME_OF_DAY = r"(?:[T ][\d:.]+Z?)?"
_DOTTED = rf"(?P<d>\d{{1,2}})\.(?P<m>\d{{1,2}})\.(?P<y>{YEAR})"
_SLASHED = rf"(?P<one>\d{{1,2}})/(?P<two>\d{{1,2}})/(?P<y>{YEAR})"
# a cell "2023.1.2" is rather the number of a version
_POINTED = rf"(?P<y>{YEAR})\.(?P<m>\d\d)\.(?P<d>\d\d)"
_DAYS = (
    *(f"{_ISO}{_TIME_OF_DAY}", f"{_YEAR_FIRST[0]}{_TIME_OF_DAY}", _YEAR_FIRST[1], *_NAMED),
    *(_DOTTED, _SLASHED, _POINTED),
)
_LONGER = (
    rf"(?P<y>{YEAR})[-/](?P<m>\d\d)(?![-/\d])",
    rf"(?P<m>\d{{1,2}})[/.](?P<y>{YEAR})",
    rf"(?P<q>Q[1-4])(?: of)?[ -](?P<y>{YEAR})",
    rf"(?P<n>{MONTH_NAME})\b\.?,?[ -](?P<y>{YEAR})",
    rf"(?P<y>{YEAR})",
)


def _nameless(forms: tuple[str, ...]) -> str:
    return "|".join(re.sub(r"\(\?P<\w+>", "(?:", form) for form in forms)


DAY = _nameless(_DAYS)
"""Pattern of a day in full, whether there is such a day or not; small letters are to count."""
ANY_DATE = _nameless((*_DAYS, *_LONGER))
"""Pattern of a day, a month, a quarter or a year; small letters are to count."""
_WHOLE_DAYS = tuple(re.compile(f"(?i){day}") for day in _DAYS)
_WHOLE_LONGER = tuple(re.compile(f"(?i){each}") for each in _LONGER)
_ORDERED = re.compile(_SLASHED)
_IN_TEXT = (
    *(re.compile(rf"(?i)(?<![^\W_])(?<!\d[.,/]){each}(?![^\W_])") for each in _NAMED),
    *(
        re.compile(rf"(?<!\d){each}(?!\d)")
        for each in (_ISO, _YEAR_FIRST[0], _YEAR_FIRST[1], _POINTED, _YEAR_FIRST[3])
    ),
    re.compile(rf"(?<![^\W_])(?<![.,]){_DOTTED}(?![^\W_]|[.,]\d)"),
    re.compile(rf"(?<![\d/]){_SLASHED}(?![\d/])"),
    # "may" and "march" in small letters are words of their own
    re.compile(rf"\b(?P<n>{MONTH_NAME})\.?\s+(?P<y>{YEAR})\b"),
    re.compile(rf"(?<![\d,.])(?P<y>{YEAR})(?!\d|[.,]\d)"),
)


class Span(NamedTuple):
    """Days from the first to the last, both within."""

    first: date
    last: date


class DateMention(NamedTuple):
    """A date in a text, which it is from `start` to before `end`; month and day are 0 where the
    text leaves them out."""

    year: int
    month: int
    day: int
    start: int
    end: int


class _Parts(NamedTuple):
    """What a text says of a date; month, day and quarter are 0 where it leaves them out."""

    year: int
    month: int = 0
    day: int = 0
    quarter: int = 0


@lru_cache(1 << 14)
def span_of(text: str, month_first: bool | None = None) -> Span | None:
    """The days that a text names; None where it names none, or holds more than a date.

    Args:
        text: a day, a month, a quarter or a year.
        month_first: what "3/4/2024" means; None where nothing says so, which leaves it open.
    """
    parts = _read(text, (*_WHOLE_DAYS, *_WHOLE_LONGER), month_first)
    if parts is None:
        return None
    year, month, day, quarter = parts
    if quarter:
        return Span(date(year, 3 * quarter - 2, 1), _last_of(year, 3 * quarter))
    if not month:
        return Span(date(year, 1, 1), date(year, 12, 31))
    if not day:
        return Span(date(year, month, 1), _last_of(year, month))
    return Span(date(year, month, day), date(year, month, day))


@lru_cache(1 << 14)
def day_of(text: str, month_first: bool | None = None) -> date | None:
    """The one day that a text names in full; None where it names none.

    Args:
        month_first: what "3/4/2024" means; None where nothing says so, which leaves it open.
    """
    parts = _read(text, _WHOLE_DAYS, month_first)
    return date(parts.year, parts.month, parts.day) if parts else None


def dates_in(text: str) -> list[DateMention]:
    """The dates and bare years of a running text, in their order; no two share a character."""
    date_mentions: list[DateMention] = []
    taken: set[int] = set()
    for form in _IN_TEXT:
        for match in form.finditer(text):
            parts = _parts(match.groupdict(), None)
            if parts and taken.isdisjoint(range(*match.span())):
                taken.update(range(*match.span()))
                date_mentions.append(DateMention(parts.year, parts.month, parts.day, *match.span()))
    return sorted(date_mentions, key=lambda date_mention: date_mention.start)


def names_year(span: Span) -> bool:
    """Whether days are of a year that somebody wrote, and not of the one that stands for none."""
    return span.first.year not in _YEARS_OF_NONE


def beside(one: Span, other: Span) -> Span:
    """A day as it lies beside another one, where neither names its year: 3 January "after" 28
    December is that of the next year. It stays where it is if it lies behind the other one, or up
    to half a year before it."""
    if names_year(one) or names_year(other) or (other.first - one.first).days <= _HALF_A_YEAR:
        return one
    days = []
    for year in (other.first.year - 1, other.first.year, other.first.year + 1):
        if is_day(year, one.first.month, one.first.day):
            day = one.first.replace(year=year)
            days.append(Span(day, day))
    return min(days, key=lambda day: abs((day.first - other.first).days), default=one)


def are_of_one_calendar(*columns: Iterable[Span]) -> bool:
    """Whether all days of some columns name years, or none of them does: only then does one lie
    before another."""
    return len({names_year(span) for column in columns for span in column}) < 2


def without_no_year(text: str) -> str:
    """A text as it is shown: without the year that stands for none."""
    return _NO_YEAR_BEHIND.sub("", text)


def is_of_open_order(text: str) -> bool:
    """Whether a text is a date of the form in which either day or month may come first."""
    return _ORDERED.fullmatch(text.strip()) is not None


def month_comes_first(text: str) -> bool | None:
    """Whether a date like "12/25/2024" names its month first; None where it does not tell, or the
    text is of another form."""
    match = _ORDERED.fullmatch(text.strip())
    return _order(int(match["one"]), int(match["two"])) if match else None


def part_of(span: Span, part: str) -> str:
    """The year, quarter or month of a span as "2024", "Q1 2024" or "March 2024"; empty where it is
    longer than that."""
    first, last = span
    if part != "month" and not names_year(span):
        return ""
    if part == "year":
        return str(first.year) if first.year == last.year else ""
    if part == "quarter":
        quarter = (first.month + 2) // 3
        same = (first.year, quarter) == (last.year, (last.month + 2) // 3)
        return f"Q{quarter} {first.year}" if same else ""
    same = (first.year, first.month) == (last.year, last.month)
    return without_no_year(f"{MONTH_TITLES[first.month - 1]} {first.year}") if same else ""


def is_day(year: int, month: int, day: int) -> bool:
    """Whether the calendar has such a day."""
    return year >= 1 and 1 <= month <= 12 and 1 <= day <= monthrange(year, month)[1]


def full_year(digits: str) -> int:
    """A year of two digits belongs to this century."""
    return int(digits) if len(digits) == 4 else 2000 + int(digits)


def ordered(one: int, two: int, month_first: bool | None = None) -> tuple[int, int] | None:
    """Month and day of two numbers of which either may come first.

    None where either may be the month and `month_first` does not say. What it says is taken as it
    is, also where that leaves a month above 12.
    """
    if month_first is None:
        month_first = True if one == two else _order(one, two)
    if month_first is None:
        return None
    return (one, two) if month_first else (two, one)


def _order(one: int, two: int) -> bool | None:
    return None if (one > 12) == (two > 12) else two > 12


def _read(text: str, forms: tuple[re.Pattern[str], ...], month_first: bool | None) -> _Parts | None:
    text = text.strip()
    for form in forms:
        match = form.fullmatch(text)
        if match is not None:
            return _parts(match.groupdict(), month_first)
    return None


def _parts(held: dict[str, str | None], month_first: bool | None) -> _Parts | None:
    """What a form's groups say; None for a month or a day that no calendar has."""
    year = int(held["y"] or 0)
    if quarter := held.get("q"):
        return _Parts(year, quarter=int(quarter[1]))
    if (name := held.get("n")) is not None:
        month, day = month_number(name), int(held.get("d") or 0)
    elif (one := held.get("one")) is not None:
        both = ordered(int(one), int(held["two"] or 0), month_first)
        if both is None:
            return None
        month, day = both
    elif (number := held.get("m")) is not None:
        month, day = int(number), int(held.get("d") or 0)
    else:
        return _Parts(year)
    in_full = "d" in held or "one" in held
    return _Parts(year, month, day) if is_day(year, month, day if in_full else 1) else None


def _last_of(year: int, month: int) -> date:
    return date(year, month, monthrange(year, month)[1])
