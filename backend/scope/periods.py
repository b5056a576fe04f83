"""Dates, quarters and years in questions, file names and first pages.

"Q2 of FY2023", "2023Q2", "second quarter of 2023" and "Q2'23" are one quarter; "FY22", "fiscal
2022" and "2022" one year. Only years from 1900 to 2099 are taken for years.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import date

from backend.dates import DateMention, dates_in, full_year

_ORDINALS = {"first": 1, "second": 2, "third": 3, "fourth": 4, "1st": 1, "2nd": 2, "3rd": 3}
_ORDINALS["4th"] = 4

_YEARS_TAKEN = range(1900, 2100)
_YEAR = r"(?:19|20)\d\d"
_SHORT = rf"(?:{_YEAR}|\d\d(?!\d))"
_FISCAL = r"(?:FY|fiscal(?:\s+year)?|financial\s+year|the\s+year)"
_LINK = r"[\s_,.'’/-]*"

_QUARTERS = (
    re.compile(
        rf"(?i)(?<![a-z0-9])Q(?P<q>[1-4])(?:\s+of)?{_LINK}(?:{_FISCAL})?{_LINK}(?P<y>{_SHORT})"
    ),
    re.compile(rf"(?i)(?<!\d)(?:{_FISCAL})?\s*(?P<y>{_YEAR}){_LINK}Q(?P<q>[1-4])(?![a-z0-9])"),
    re.compile(
        rf"(?i)\b(?P<o>{'|'.join(_ORDINALS)})[\s-]+quarter(?:\s+of)?(?:\s+the)?{_LINK}"
        rf"(?:{_FISCAL})?{_LINK}(?P<y>{_YEAR})"
    ),
)
_YEARS = (
    re.compile(rf"(?i)(?<![a-z])(?:FY|fiscal(?:\s+year)?)\s*['’]?(?P<y>{_SHORT})"),
    re.compile(rf"(?<![\d.,$€£])(?P<y>{_YEAR})(?!\d|[.,]\d)"),
)


@dataclass(frozen=True, slots=True, order=True)
class Period:
    """A year, or one of its quarters (1 to 4; 0 is the whole year)."""

    year: int
    quarter: int = 0

    def __str__(self) -> str:
        return f"Q{self.quarter} {self.year}" if self.quarter else str(self.year)


@dataclass(frozen=True, slots=True)
class Times:
    """The days and periods that a text names, sorted; a quarter's or day's year counts with it."""

    days: tuple[date, ...] = ()
    periods: tuple[Period, ...] = ()

    @property
    def years(self) -> frozenset[int]:
        """All years, those of quarters and days included."""
        whole = (period.year for period in self.periods)
        return frozenset((*whole, *(day.year for day in self.days)))

    @property
    def quarters(self) -> frozenset[Period]:
        """The periods that are quarters."""
        return frozenset(period for period in self.periods if period.quarter)


NO_TIMES = Times()


def times_in(text: str) -> Times:
    """The days, quarters and years that a text names."""
    days = _days(text)
    rest = _without(text, days)
    quarters = set(_quarters(rest))
    rest = _blanked(rest, _QUARTERS)
    years = {Period(full_year(match["y"])) for year in _YEARS for match in year.finditer(rest)}
    named = {date(day.year, day.month, day.day) for day in days}
    return Times(tuple(sorted(named)), tuple(sorted(quarters | years)))


def first_mention(text: str) -> int:
    """Where the first day, quarter or year begins; the text's length if there is none."""
    starts = [day.start for day in _days(text)]
    starts += [
        match.start() for quarter in (*_QUARTERS, *_YEARS) for match in quarter.finditer(text)
    ]
    return min(starts, default=len(text))


def without_times(text: str) -> str:
    """The text with days, quarters and years replaced by blanks."""
    return _blanked(_without(text, _days(text)), (*_QUARTERS, *_YEARS))


def _days(text: str) -> list[DateMention]:
    return [
        date_mention
        for date_mention in dates_in(text)
        if date_mention.day and date_mention.year in _YEARS_TAKEN
    ]


def _without(text: str, days: Iterable[DateMention]) -> str:
    for day in days:
        text = text[: day.start] + " " * (day.end - day.start) + text[day.end :]
    return text


def _blanked(text: str, patterns: Iterable[re.Pattern[str]]) -> str:
    for pattern in patterns:
        text = pattern.sub(lambda found: " " * len(found.group()), text)
    return text


def _quarters(text: str) -> Iterator[Period]:
    for pattern in _QUARTERS:
        for match in pattern.finditer(text):
            groups = match.groupdict()
            quarter = int(groups["q"]) if groups.get("q") else _ORDINALS[groups["o"].lower()]
            yield Period(full_year(match["y"]), quarter)
