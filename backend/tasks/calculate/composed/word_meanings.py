"""What the words of a question may stand for in a list: values of cells, columns, bounds and days.

But for days little is decided here: one word may be a value of two columns, and a header as well.
Which of its meanings holds is what the ranking of whole programs says.
"""

from __future__ import annotations

import itertools
import re
from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace
from difflib import get_close_matches
from functools import cached_property

from backend.calendar_words import (
    MONTH_ABBREVIATIONS,
    MONTH_NAME,
    MONTHS,
    month_number,
)
from backend.dates import Span, names_year
from backend.printed_months import months_as_printed
from backend.tasks.calculate.composed.cut_words import cut_to, said_in_full
from backend.tasks.calculate.composed.days_said import (
    ORDINAL,
    NamedDay,
    calendar_days,
    day_named,
    is_bound,
    places_in,
    with_ends_of_periods,
    with_known_years,
    with_weeks,
)
from backend.tasks.calculate.composed.initials import said_as_initials
from backend.tasks.calculate.composed.mentions import (
    DayMention,
    HeaderMention,
    SaidWord,
    ValueMention,
)
from backend.tasks.calculate.composed.running_periods import ends_of_periods, over_periods
from backend.tasks.calculate.composed.taxed_columns import taxed_columns
from backend.tasks.calculate.programs.column_choice import dated
from backend.tasks.calculate.programs.column_conditions import spans_of
from backend.tasks.calculate.programs.column_dates import DateBound, without_dates
from backend.tasks.calculate.programs.column_links import Dated
from backend.tasks.calculate.programs.column_rows import entries_of
from backend.tasks.calculate.programs.column_words import (
    FIGURES,
    FUNCTION,
    IN_BRACKETS,
    LABEL,
    WORD,
    Headers,
    headers_of,
    heading,
    stemmed,
    terms,
    value_of,
)
from backend.tasks.calculate.programs.comparison_words import units_in_words
from backend.tasks.calculate.programs.days_completed import with_year_completed
from backend.tasks.calculate.programs.short_names import (
    may_be_several,
    names_in_full,
    names_people,
)
from backend.types.tables import CellKind, StoredTable

LONGEST_SPAN = 4
ALIKE = 0.8
"""How alike a misspelt word and the word of a cell are at least (Ratcliff and Obershelp 1988)."""
SHORTEST_MISSPELT = 5
SHORT_MONTH = 3
MOST_DAY_SETS = 3
WHOLE, PART, MISSPELT = 1.0, 0.7, 0.5
"""How well a value fits: all of its words, some of them, a word like one of them."""
_ONE_MONTH = re.compile(rf"(?i)(?:{MONTH_NAME})")
_ONE_DAY = re.compile(
    rf"(?i)\d(?:st|nd|rd|th)?\.?\s*(?:of\s+)?(?:{MONTH_NAME})\b|\b(?:{MONTH_NAME})\.?\s+\d"
)
_MONTH = re.compile(
    r"(?i)(?<!\d )(?<!since )(?<!after )(?<!before )(?<!until )(?<!till )(?<!from )(?<!to )"
    rf"(?<!between )(?<!by )\b(?P<month>(?-i:May|March)|(?!(?:may|march)\b)(?:{MONTH_NAME}))\b"
    r"(?! \d|\.)"
)
"""A month by itself, that no other bound on days has taken up."""
_YEARS = re.compile(r"(?<!\d)(?:19|20)\d\d(?!\d)")
_SEASON = re.compile(r"(?:19|20)\d\d ?[-/–] ?(?:\d\d)?\d\d")


class Meanings:
    """All that a question may name in a table. `of_list` is the list without the columns that are
    derived of its own, where it has any, and `own` how many columns that has; `quotients` are those
    of the derived ones that divide."""

    def __init__(
        self,
        question: str,
        table: StoredTable,
        about: str,
        of_list: StoredTable | None = None,
        quotients: tuple[int, ...] = (),
    ) -> None:
        self.table = table
        self._of_list = of_list or table
        self.own = len(self._of_list.columns)
        self.quotients = quotients
        self._about = about
        self._question = question
        self._said = WORD.findall(question)
        self.headers: Headers = headers_of(table, about)
        self.entries = entries_of(self._of_list)[0]
        self._days: dict[int, dict[str, Span]] = {}
        self.taxed = taxed_columns(question, self._of_list)
        """What the question says of a tax."""
        self.day_sets, self.words, self.is_understood = self._without_dates(question)
        """What the days that are named may bound, the likeliest first (an empty set where none is
        named, or where they may be words of the list), all words, and whether every bound on days
        was taken up."""

    @cached_property
    def values(self) -> tuple[ValueMention, ...]:
        """The values, the longest spans first; a span within one that fits as well is left out."""
        found = [*self._spans(), *self._initials(), *self._misspelt()]
        return tuple(each for each in found if not any(_is_within(each, other) for other in found))

    @cached_property
    def columns(self) -> tuple[HeaderMention, ...]:
        """The headers that words name."""
        found = []
        for column in self.headers.all():
            header = self.header_stems(column)
            places = frozenset(
                at
                for at, word in enumerate(self.words)
                if word.stems & header and (word.is_content or len(header) == 1)
            )
            if places:
                said = frozenset[str]().union(*(self.words[at].stems for at in places))
                found.append(HeaderMention(places, column, len(said & header) / len(header)))
        return tuple(found)

    def header_stems(self, column: int) -> frozenset[str]:
        """The stems of a header, with what its words are short for."""
        return self._headers_stemmed[column]

    @cached_property
    def _headers_stemmed(self) -> dict[int, frozenset[str]]:
        return {column: self._stems_of(column) for column in self.headers.all()}

    def _stems_of(self, column: int) -> frozenset[str]:
        table = self.table
        name = table.label_name if column == LABEL else table.columns[column].name
        bare = IN_BRACKETS.sub(" ", name)
        words = WORD.findall(bare) or WORD.findall(name)
        own = stemmed(said_in_full(word, bare, self._said) for word in words)
        if self.taxed is None or column not in (self.taxed.meant, *self.taxed.others):
            return own
        said = stemmed(WORD.findall(self.taxed.said))
        return own | said if column == self.taxed.meant else own - said

    @cached_property
    def _places(self) -> dict[int, frozenset[int]]:
        return {each.column: each.places for each in self.columns}

    def named_places(self, column: int) -> frozenset[int]:
        """The places of the words that name a column."""
        return self._places.get(column, frozenset())

    def unit_stems(self, column: int) -> frozenset[str]:
        """The stems of the words for a column's unit, and of what stands in brackets behind it."""
        if column < 0:
            return frozenset()
        own = self.table.columns[column]
        said = {own.unit, *WORD.findall(" ".join(IN_BRACKETS.findall(own.name)))}
        said |= set(WORD.findall(own.name))
        known = units_in_words()
        units = {known.get(word.casefold(), word.casefold()) for word in said if word}
        return stemmed([word for word, unit in known.items() if unit in units] + sorted(units))

    @cached_property
    def _vocabulary(self) -> dict[str, set[tuple[int, str]]]:
        """The values that hold a stem: column and text. Labels that are days are no words."""
        found: dict[str, set[tuple[int, str]]] = defaultdict(set)
        for column in self.text_columns:
            if column in self.headers.dates:
                continue
            texts = {value_of(self.table.rows[at], column) for at in self.entries}
            for text in filter(None, texts):
                for stem in stemmed(WORD.findall(text)):
                    found[stem].add((column, text))
        return found

    @cached_property
    def text_columns(self) -> tuple[int, ...]:
        """The labels, and the columns of words."""
        columns = enumerate(self.table.columns)
        return (LABEL, *(at for at, each in columns if each.kind is CellKind.TEXT))

    @cached_property
    def figure_columns(self) -> tuple[int, ...]:
        """The columns of figures."""
        return tuple(at for at, each in enumerate(self.table.columns) if each.kind in FIGURES)

    @cached_property
    def own_figures(self) -> tuple[int, ...]:
        """Those of them that are not derived."""
        return tuple(at for at in self.figure_columns if at < self.own)

    @cached_property
    def day_columns(self) -> tuple[int, ...]:
        """The columns of days, without the labels."""
        return tuple(at for at in self.headers.dates if at >= 0)

    @cached_property
    def ordering_days(self) -> tuple[int, ...]:
        """The columns of days, the labels first where they are days: rows may be put in the order
        of any of them."""
        return tuple(sorted(self.headers.dates))

    def _spans(self) -> Iterable[ValueMention]:
        for first in range(len(self.words)):
            for last in range(first + 1, min(first + LONGEST_SPAN, len(self.words)) + 1):
                yield from self._of_span(first, last)

    def _of_span(self, first: int, last: int) -> Iterable[ValueMention]:
        words = self.words[first:last]
        if not (words[0].is_content and words[-1].is_content):
            return
        held: set[tuple[int, str]] | None = None
        for word in words:
            if not word.is_content:
                continue
            for part in _parts(word.text):
                own = set().union(*(self._vocabulary.get(stem, set()) for stem in terms(part)))
                held = own if held is None else held & own
        by_column: dict[int, list[str]] = defaultdict(list)
        for column, text in sorted(held or ()):
            by_column[column].append(text)
        said = frozenset[str]().union(*(word.stems for word in words))
        months = all(_ONE_MONTH.fullmatch(word.text) for word in words if word.is_content)
        for column, texts in by_column.items():
            whole = [text for text in texts if stemmed(WORD.findall(text)) <= said]
            # one day of a month does not stand for the month
            parts = [text for text in texts if not (months and _ONE_DAY.search(text))]
            if not whole and len(words) == 1 and _is_a_deed(words[0].text, parts):
                continue
            if whole or parts:
                yield self._of_texts(first, last, column, whole or parts, WHOLE if whole else PART)

    def _of_texts(
        self, first: int, last: int, column: int, texts: list[str], fit: float
    ) -> ValueMention:
        """The mention of some texts, with the other forms of the name that they are: "Priya" means
        the rows of "Priya Nair" as well, and "Tom" nobody for sure where two are called so."""
        held = self._texts_of[column]
        if not names_people(heading(column, self.table)):
            return ValueMention(first, last, column, tuple(texts), fit)
        full = names_in_full(held)
        names = {full.get(text, text) for text in texts}
        if len(names) > 1:
            return ValueMention(first, last, column, tuple(texts), fit)
        (name,) = names
        forms = tuple(text for text in held if full.get(text, text) == name)
        if len(forms) > 1:
            return ValueMention(first, last, column, forms, fit, is_one=True)
        if may_be_several(name, held):
            alike = tuple(text for text in held if text == name or text.startswith(f"{name} "))
            return ValueMention(first, last, column, alike, PART)
        return ValueMention(first, last, column, tuple(texts), fit)

    @cached_property
    def _texts_of(self) -> dict[int, tuple[str, ...]]:
        """The different texts of each column of words, in their order."""
        return {
            column: tuple(
                sorted({value_of(self.table.rows[at], column) for at in self.entries} - {""})
            )
            for column in self.text_columns
        }

    def _initials(self) -> Iterable[ValueMention]:
        for column in self.text_columns:
            for first, last, text in said_as_initials(
                self._question, self.words, self._texts_of[column]
            ):
                yield ValueMention(first, last, column, (text,), PART)

    def _misspelt(self) -> Iterable[ValueMention]:
        named = frozenset[str]().union(*(self.header_stems(at) for at in self.headers.all()))
        for at, word in enumerate(self.words):
            if not word.is_content or len(word.text) < SHORTEST_MISSPELT:
                continue
            if any(map(str.isdigit, word.text)):
                continue  # another number is no misspelt one
            if any(stem in self._vocabulary or stem in named for stem in word.stems):
                continue
            for stem in word.stems:
                like = get_close_matches(stem, self._vocabulary, 1, ALIKE)
                if not like and word.text.islower():  # Northampton is no part of the North
                    like = cut_to(stem, self._vocabulary)
                by_column: dict[int, list[str]] = defaultdict(list)
                for column, text in sorted(self._vocabulary[like[0]] if like else ()):
                    by_column[column].append(text)
                for column, texts in by_column.items():
                    yield self._of_texts(at, at + 1, column, texts, MISSPELT)

    def _without_dates(
        self, question: str
    ) -> tuple[tuple[tuple[DayMention, ...], ...], tuple[SaidWord, ...], bool]:
        """What the days may bound, all words, of which those of days that stand in no header are no
        content, and whether every bound was taken up."""
        printed, of_week, is_open = with_weeks(months_as_printed(question))
        plain = with_ends_of_periods(printed)
        completed = with_year_completed(plain, self._of_list)
        rest, bounds = without_dates(with_known_years(completed, self._years_of_months()))
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
        known = filter(self._says_all_days, self.ordering_days)
        ends = ends_of_periods(self._of_list, known, question)
        sets = list(dict.fromkeys(over_periods(some, ends) for some in sets))
        if options and may_be_words:
            sets.append(())
        return tuple(sets), words, is_understood

    def _says_all_days(self, column: int) -> bool:
        """Whether each entry has a day in a column: of one without it is not known when it was."""
        days = self.days_in(column)
        return all(value_of(self.table.rows[at], column) in days for at in self.entries)

    def _days_of(self, bound: DateBound) -> list[Dated]:
        """The columns and the days that a bound may mean, the likeliest first; empty where no
        column has such days."""
        if bound.further:
            return self._any_of(bound)
        meant = dated(bound, self.table, self.headers, self.entries)
        found = (
            [Dated(meant[0], bound.sign, meant[1], bound.text)] if isinstance(meant, tuple) else []
        )
        for column in sorted(self.headers.dates):
            only = replace(self.headers, dates=(column,))
            outcome = dated(replace(bound, near=""), self.table, only, self.entries)
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
        return bool(self.headers.dates) and any(
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
        for column in self.headers.dates:
            for day in self.days_in(column).values():
                if names_year(day) and day.first.month == day.last.month:
                    years[day.first.month].add(day.first.year)
        return {month: min(own) for month, own in years.items() if len(own) == 1}

    def _days_named(self, said: Sequence[str], named: Sequence[NamedDay]) -> Iterable[DayMention]:
        """The days of the week, of the month and of the year ("on Friday or Saturday", "on the
        20th", "5 May") that are named, in each column that has them."""
        for column in self.headers.dates:
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
            self._days[column] = spans_of(self.table, column, self.entries)
        return self._days[column]

    def _is_of_whole_list(self, bound: DateBound) -> bool:
        """Whether a bound is the year that the list is called by: "budget 2023"."""
        named = f"{self._about} {self.table.title}"
        is_season = _SEASON.search(named) is not None
        return bound.sign == "in" and not is_season and set(_YEARS.findall(named)) == {bound.text}

    def _stand_in_list(self, text: str) -> bool:
        """Whether each word is one of a header or of a cell: "September" over a column."""
        named = frozenset[str]().union(*(self.header_stems(at) for at in self.headers.all()))
        figures = {
            cell.text
            for row in self.table.rows
            for cell in map(row.cells.__getitem__, self.figure_columns)
            if cell is not None
        }
        return all(
            word in figures or bool(_stems_said(word) & (named | self._vocabulary.keys()))
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


def _is_a_deed(word: str, texts: Iterable[str]) -> bool:
    """Whether a word is a form of a verb that no text has as it is: what somebody charged is no
    "Service charge"."""
    plain = word.casefold()
    held = {each.casefold() for text in texts for each in WORD.findall(text)}
    return plain.endswith("ed") and plain not in held


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


def _parts(word: str) -> list[str]:
    """The parts of a number or a code such as "2024-019", of which all must be there; of a word
    itself."""
    return re.findall(r"[^\W_]+", word) if any(map(str.isdigit, word)) else [word]


def _is_within(one: ValueMention, other: ValueMention) -> bool:
    """Whether a mention says less than another one of its column that covers it."""
    if one is other or one.column != other.column:
        return False
    covered = other.first <= one.first and one.last <= other.last
    longer = other.last - other.first > one.last - one.first
    return covered and longer and other.fit >= one.fit
