"""What the words of a question may stand for in a list: values of cells, columns, bounds and days.

But for days little is decided here: one word may be a value of two columns, and a header as well.
Which of its meanings holds is what the ranking of whole programs says.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable
from difflib import get_close_matches
from functools import cached_property

from backend.calendar_words import MONTH_NAME
from backend.dates import Span
from backend.tasks.calculate.composed.cut_words import cut_to, said_in_full
from backend.tasks.calculate.composed.initials import are_all_initials, said_as_initials
from backend.tasks.calculate.composed.meant_days import MeantDays
from backend.tasks.calculate.composed.mentions import HeaderMention, ValueMention
from backend.tasks.calculate.composed.said_otherwise import said_otherwise
from backend.tasks.calculate.composed.taxed_columns import taxed_columns
from backend.tasks.calculate.programs.column_rows import entries_of
from backend.tasks.calculate.programs.column_words import (
    FIGURES,
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
from backend.tasks.calculate.programs.short_names import (
    may_be_several,
    names_people,
)
from backend.tasks.calculate.programs.short_things import forms_in_full
from backend.types.tables import CellKind, StoredTable

LONGEST_SPAN = 4
ALIKE = 0.8
"""How alike a misspelt word and the word of a cell are at least (Ratcliff and Obershelp 1988)."""
SHORTEST_MISSPELT = 5
_CODED = (
    *("project", "programme", "program", "scheme", "fund", "grant", "site", "farm", "room"),
    *("building", "department", "team", "unit", "branch", "course", "campaign", "ward", "shop"),
)
"""Headers of things that people write by their initials; a size “ML” is nobody's."""
WHOLE, PART, MISSPELT = 1.0, 0.7, 0.5
"""How well a value fits: all of its words, some of them, a word like one of them."""
_ONE_MONTH = re.compile(rf"(?i)(?:{MONTH_NAME})")
_ONE_DAY = re.compile(
    rf"(?i)\d(?:st|nd|rd|th)?\.?\s*(?:of\s+)?(?:{MONTH_NAME})\b|\b(?:{MONTH_NAME})\.?\s+\d"
)


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
        own = of_list or table
        self.own = len(own.columns)
        self.quotients = quotients
        self._question = question
        self._said = WORD.findall(question)
        self.headers: Headers = headers_of(table, about)
        self.entries = entries_of(own)[0]
        self.taxed = taxed_columns(question, own)
        """What the question says of a tax."""
        self._days = MeantDays(
            question,
            table,
            about,
            own,
            self.headers,
            self.entries,
            self._headers_said,
            self._vocabulary,
        )
        days = self._days
        self.day_sets, self.words, self.is_understood = days.sets, days.words, days.is_understood
        """What the days that are named may bound, all words, and whether every bound on days was
        taken up, as `MeantDays` has them."""

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

    @cached_property
    def _headers_said(self) -> frozenset[str]:
        """The stems of all headers."""
        return frozenset[str]().union(*self._headers_stemmed.values())

    def _stems_of(self, column: int) -> frozenset[str]:
        table = self.table
        name = table.label_name if column == LABEL else table.columns[column].name
        bare = IN_BRACKETS.sub(" ", name)
        words = WORD.findall(bare) or WORD.findall(name)
        own = stemmed(said_in_full(word, bare, self._said) for word in words)
        if 0 <= column < self.own and (
            otherwise := said_otherwise(self._question, table.columns[: self.own], column)
        ):
            return otherwise | (own & stemmed(self._said))
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

    def days_in(self, column: int) -> dict[str, Span]:
        """The days in a column, by their texts."""
        return self._days.days_in(column)

    @cached_property
    def is_of_one_year(self) -> bool:
        """Whether the list has days of one year alone, or none."""
        years = {
            year
            for column in self.headers.dates
            for day in self.days_in(column).values()
            for year in (day.first.year, day.last.year)
        }
        return len(years) < 2

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
        header = heading(column, self.table)
        full = forms_in_full(header, held)
        names = {full.get(text, text) for text in texts}
        if len(names) > 1:
            return ValueMention(first, last, column, tuple(texts), fit)
        (name,) = names
        forms = tuple(text for text in held if full.get(text, text) == name)
        if len(forms) > 1:
            return ValueMention(first, last, column, forms, fit, is_one=True)
        if names_people(header) and may_be_several(name, held):
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
            texts = self._texts_of[column]
            are_things = are_all_initials(texts) and bool(
                self.header_stems(column) & stemmed(_CODED)
            )
            for first, last, text in said_as_initials(
                self._question, self.words, texts, are_things=are_things
            ):
                if not (are_things and self._names_a_header(first, last, column)):
                    yield ValueMention(first, last, column, (text,), PART)

    def _names_a_header(self, first: int, last: int, but: int) -> bool:
        """Whether a word from one place to another names a column but for one."""
        others = self._headers_said - self.header_stems(but)
        return any(self.words[at].stems & others for at in range(first, last))

    def _misspelt(self) -> Iterable[ValueMention]:
        named = self._headers_said
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


def _is_a_deed(word: str, texts: Iterable[str]) -> bool:
    """Whether a word is a form of a verb that no text has as it is: what somebody charged is no
    "Service charge"."""
    plain = word.casefold()
    held = {each.casefold() for text in texts for each in WORD.findall(text)}
    return plain.endswith("ed") and plain not in held


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
