"""Which days of a list a question may mean: the columns that its days and periods may bound."""

from __future__ import annotations

import itertools
import re
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace

from backend.calendar_words import (
    MONTH_ABBREVIATIONS,
    MONTH_NAME,
    MONTHS,
    month_number,
)
from backend.dates import Span, names_year
from backend.printed_months import months_as_printed
from backend.tasks.calculate.composed.days_said import (
    ORDINAL,
    NamedDay,
    calendar_days,
    day_named,
    is_bound,
    places_in,
    with_ends_of_periods,
    with_known_years,
    with_months_between,
    with_weeks,
)
from backend.tasks.calculate.composed.mentions import DayMention, SaidWord
from backend.tasks.calculate.composed.running_periods import ends_of_periods, over_periods
from backend.tasks.calculate.programs.column_choice import dated
from backend.tasks.calculate.programs.column_conditions import spans_of
from backend.tasks.calculate.programs.column_dates import DateBound, without_dates
from backend.tasks.calculate.programs.column_links import Dated
from backend.tasks.calculate.programs.column_words import (
    FUNCTION,
    WORD,
    Headers,
    stemmed,
    terms,
    value_of,
)
from backend.tasks.calculate.programs.days_completed import with_year_completed
from backend.types.tables import StoredTable

SHORT_MONTH = 3
MOST_DAY_SETS = 3
_MONTH = re.compile(
    r"(?i)(?<!\d )(?<!since )(?<!after )(?<!before )(?<!until )(?<!till )(?<!from )(?<!to )"
    rf"(?<!between )(?<!by )\b(?P<month>(?-i:May|March)|(?!(?:may|march)\b)(?:{MONTH_NAME}))\b"
    r"(?! \d|\.)"
)
"""A month by itself, that no other bound on days has taken up."""
_YEARS = re.compile(r"(?<!\d)(?:19|20)\d\d(?!\d)")
_SEASON = re.compile(r"(?:19|20)\d\d ?[-/–] ?(?:\d\d)?\d\d")


class MeantDays:
    """The days that a question may mean in a list."""

    def __init__(
        self,
        question: str,
        table: StoredTable,
        about: str,
        of_list: StoredTable,
        headers: Headers,
        entries: list[int],
        named: frozenset[str],
        vocabulary: Mapping[str, Collection[tuple[int, str]]],
    ) -> None:
        """Read a question.

        Args:
            question: what is asked.
            table: the list with the columns that are derived of its own.
            about: what the list is called.
            of_list: the list without them.
            headers: the headers of the table.
            entries: the rows that are entries, by their places.
            named: the stems of all headers.
            vocabulary: by stems, the values that hold them: column and text.
        """
        self._table = table
        self._about = about
        self._of_list = of_list
        self._headers = headers
        self._entries = entries
        self._named = named
        self._vocabulary = vocabulary
        self._said = WORD.findall(question)
        self._days: dict[int, dict[str, Span]] = {}
        self.sets, self.words, self.is_understood = self._read(question)
        """What the days that are named may bound, the likeliest first (an empty set where none is
        named, or where they may be words of the list), all words, and whether every bound on days
        was taken up."""

    def _read(
        self, question: str
    ) -> tuple[tuple[tuple[DayMention, ...], ...], tuple[SaidWord, ...], bool]:
        """What the days may bound, all words, of which those of days that stand in no header are no
        content, and whether every bound was taken up."""
        printed, of_week, is_open = with_weeks(months_as_printed(question))
        plain = with_ends_of_periods(printed)
        completed = with_year_completed(plain, self._of_list)
        year_of = self._years_of_months()
        spanned = with_months_between(completed, year_of)
        rest, bounds = without_dates(with_known_years(spanned, year_of))
        bounds += [
            DateBound("in", None, month_number(match["month"]), match["month"], "")
            for match in _MONTH.finditer(rest)
            if not self._may_be_a_name(match["month"])
        ]
        said = self._said
        options: list[list[DayMention]] = []
        apart: list[tuple[DayMention, ...]] = []
        taken = {at for at, word in enumerate(said) if word.casefold() in of_week}
        bounding = set(taken)
        is_understood, may_be_words = not is_open, True
        for bound in bounds:
            places = places_in(bound.text, said)
            meant = [DayMention(places, each) for each in self._days_of(bound)]
            in_list = self._stand_in_list(bound.text)
            apart.append(self._apart(bound, said))
            may_be_words = may_be_words and in_list
            if meant:
                options.append(meant)
                bounding |= places
                taken |= set() if in_list else places
            elif self._is_of_whole_list(bound):
                taken |= places
            elif not in_list:
                is_understood = False
        if self._leaves_a_bound(said, bounding):
            is_understood = False
        named = list(calendar_days(said, taken | bounding, self._vocabulary.keys()))
        if meant := list(self._days_named(said, named)):
            taken |= meant[0].places
            may_be_words = False
            options.append(meant)
            apart += self._named_apart(said, named)
        words = tuple(
            SaidWord(
                word,
                _stems_said(word),
                word.casefold() not in FUNCTION and at not in taken,
            )
            for at, word in enumerate(said)
        )
        sets = [
            some
            for some in itertools.product(*options)
            if len({each.dated.column for each in some}) < 2
        ][:MOST_DAY_SETS]
        sets = sets or [tuple(each[0] for each in options)]
        sets += [some for some in apart if some and len(options) == 1]
        known = filter(self._says_all_days, sorted(self._headers.dates))
        ends = ends_of_periods(self._of_list, known, question)
        sets = list(dict.fromkeys(over_periods(some, ends) for some in sets))
        if options and may_be_words:
            sets.append(())
        return tuple(sets), words, is_understood

    def _says_all_days(self, column: int) -> bool:
        """Whether each entry has a day in a column: of one without it is not known when it was."""
        days = self.days_in(column)
        return all(value_of(self._table.rows[at], column) in days for at in self._entries)

    def _days_of(self, bound: DateBound) -> list[Dated]:
        """The columns and the days that a bound may mean, the likeliest first; empty where no
        column has such days."""
        if bound.further:
            return self._any_of(bound)
        meant = dated(bound, self._table, self._headers, self._entries)
        found = (
            [Dated(meant[0], bound.sign, meant[1], bound.text)] if isinstance(meant, tuple) else []
        )
        for column in sorted(self._headers.dates):
            only = replace(self._headers, dates=(column,))
            outcome = dated(replace(bound, near=""), self._table, only, self._entries)
            if isinstance(outcome, tuple):
                found.append(Dated(outcome[0], bound.sign, outcome[1], bound.text))
            elif bound.span is None and bound.month and bound.sign == "in":
                found += self._in_month(column, bound)
        first: dict[int, Dated] = {}
        for each in found:
            first.setdefault(each.column, each)
        return list(first.values())

    def _any_of(self, bound: DateBound) -> list[Dated]:
        """One of several days or periods, in each column that has all of them."""
        each_of = [self._days_of(own) for own in (replace(bound, further=()), *bound.further)]
        found = []
        for first in each_of[0]:
            others = [
                next((day for day in some if day.column == first.column), None)
                for some in each_of[1:]
            ]
            held = [day for day in others if day is not None]
            if len(held) == len(others) and not any(day.further for day in (first, *held)):
                further = tuple(day.span for day in held)
                text = f"day in {bound.text}" if first.is_weekday else bound.text
                found.append(replace(first, text=text, further=further))
        return found

    def _apart(self, bound: DateBound, said: Sequence[str]) -> tuple[DayMention, ...]:
        """Two days or periods that are named together, each by itself: "in February or March"."""
        if len(bound.further) != 1:
            return ()
        both = [self._days_of(own)[:1] for own in (replace(bound, further=()), *bound.further)]
        texts = [bound.text.split(" or ")[0], bound.further[0].text]
        return tuple(
            DayMention(places_in(text, said), replace(day, text=text))
            for text, some in zip(texts, both, strict=True)
            for day in some
        )

    def _in_month(self, column: int, bound: DateBound) -> list[Dated]:
        """The days of a column that are in a month, if they are all of one year."""
        days = [day for day in self.days_in(column).values() if day.first.month == bound.month]
        is_one = len({day.first.year for day in days}) == 1
        return [_in_any_of(column, days, f"day in {bound.text}")] if is_one else []

    def _leaves_a_bound(self, said: Sequence[str], taken: Collection[int]) -> bool:
        """Whether a day is named with "before", "up to" or the like that no bound took up."""
        days = [day_named(said, at) for at in range(len(said)) if at not in taken]
        return bool(self._headers.dates) and any(
            day is not None and is_bound(said, day[0]) for day in days
        )

    def _named_apart(
        self, said: Sequence[str], named: Sequence[NamedDay]
    ) -> list[tuple[DayMention, ...]]:
        """Two days that are named, each by itself: "more on 12 May than on 3 May"."""
        if len(named) != 2:
            return []
        one, two = (list(self._days_named(said, [each])) for each in named)
        return [
            (first, second)
            for first in one
            for second in two
            if first.dated.column == second.dated.column
        ]

    def _years_of_months(self) -> dict[int, int]:
        """The year of each month of which the list has days of one year alone."""
        years: dict[int, set[int]] = defaultdict(set)
        for column in self._headers.dates:
            for day in self.days_in(column).values():
                if names_year(day) and day.first.month == day.last.month:
                    years[day.first.month].add(day.first.year)
        return {month: min(own) for month, own in years.items() if len(own) == 1}

    def _days_named(self, said: Sequence[str], named: Sequence[NamedDay]) -> Iterable[DayMention]:
        """The days of the week, of the month and of the year ("on Friday or Saturday", "on the
        20th", "5 May") that are named, in each column that has them."""
        for column in self._headers.dates:
            days = {day for day in self.days_in(column).values() if day.first == day.last}
            held = [(places, own) for places, is_it in named if (own := set(filter(is_it, days)))]
            if held:
                places = frozenset(at for some, _ in held for at in some)
                text = " or ".join(" ".join(said[at] for at in sorted(some)) for some, _ in held)
                meant = {day for _, own in held for day in own}
                yield DayMention(places, _in_any_of(column, meant, text))

    def days_in(self, column: int) -> dict[str, Span]:
        """The days in a column, by their texts."""
        if column not in self._days:
            self._days[column] = spans_of(self._table, column, self._entries)
        return self._days[column]

    def _is_of_whole_list(self, bound: DateBound) -> bool:
        """Whether a bound is the year that the list is called by: "budget 2023"."""
        named = f"{self._about} {self._table.title}"
        is_season = _SEASON.search(named) is not None
        return bound.sign == "in" and not is_season and set(_YEARS.findall(named)) == {bound.text}

    def _stand_in_list(self, text: str) -> bool:
        """Whether each word is one of a header or of a cell: "September" over a column."""
        figures = {
            cell.text
            for row in self._table.rows
            for cell in map(row.cells.__getitem__, self._headers.figures)
            if cell is not None
        }
        return all(
            word in figures or bool(_stems_said(word) & (self._named | self._vocabulary.keys()))
            for word in WORD.findall(text)
        )

    def _may_be_a_name(self, month: str) -> bool:
        """Whether a short month is a word of a cell: "Jan" may be somebody, where it is not beside
        a number."""
        if len(month) > SHORT_MONTH or not stemmed([month]) <= self._vocabulary.keys():
            return False
        alone = re.compile(rf"(?i)(?<!\d )(?<!\d)\b{month}\b(?!\.? \d)")
        (stem,) = stemmed([month])
        return any(alone.search(text) for _, text in self._vocabulary[stem])


def _stems_said(word: str) -> frozenset[str]:
    """The stems of a word of the question, with the month that it is short for, and the number of
    an ordinal."""
    stems = frozenset(terms(word))
    if word.casefold() in MONTH_ABBREVIATIONS:
        return stems | stemmed([MONTHS[month_number(word) - 1]])
    ordinal = ORDINAL.fullmatch(word)
    return stems | {ordinal["day"]} if ordinal is not None else stems


def _in_any_of(column: int, days: Collection[Span], text: str) -> Dated:
    """One of some days of a column."""
    first, *further = sorted(set(days))
    return Dated(column, "in", first, text, tuple(further), is_weekday=True)
