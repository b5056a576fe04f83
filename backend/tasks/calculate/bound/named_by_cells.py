"""The one row that a phrase means by the words of its cells: "a 12 cm oak block" where one column
says "Oak block, turned" and another one "12 cm", whatever code the row is labelled by.

A row is called by more words than anybody says, and a price list has many that share some of them.
So all words of the phrase must be the row's, no other row may have them all, and what the row is
named by first must be among them: a "block" is not meant by "Sanding a block".
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from backend.evidence.quantities import NUMBER_WORDS
from backend.tasks.calculate.programs.column_rows import entries_of
from backend.tasks.calculate.programs.column_words import (
    LABEL,
    WORD,
    heading,
    key_of,
    stemmed,
    value_of,
)
from backend.types.tables import CellKind, StoredTable

_LINKING = frozenset(["of", "for", "with", "in", "on", "at", "from", "by", "to", "as", "per", "up"])
_ARTICLES = frozenset(["a", "an", "the", "our", "your", "my", "this", "that"])
_LIGHT = _LINKING | _ARTICLES | {"and", "or"}
_FURTHER = re.compile(rf"(?i)[,;:(/–—]|\b(?:{'|'.join(sorted(_LINKING))}|without|incl\w*)\b")
"""What stands before what is only said besides of a thing: "Oak block, turned"."""
_CODE = re.compile(r"(?=\S*\d)[\w/.-]+")
_GLUED = re.compile(r"(?<=\d)(?=(?:mm|cm|m|km|g|kg|t|ml|cl|l|ft|in)\b)")
_HEADING = re.compile(r"(?i)(?!.*\b(?:and|or)\b)[^\W\d_](?:[\w’'-]| (?=\w)){2,40}")
"""A title of one kind of thing, and no sentence."""
WAITING = re.compile(r"(?i)^(?:delivery|waiting|lead|wait)(?: times?)?(?: ?\([^()]*\))?$")
"""Headers over how long a row takes to come, which it is not called by: "for 3 days"."""
_LONGEST_HEADING = 4
"""Words of such a title."""


@dataclass(frozen=True, slots=True)
class RowMeant:
    """A row of a table by its place, and what it is called there."""

    table: StoredTable
    at: int
    name: str


def row_meant(phrase: str, tables: Sequence[StoredTable]) -> RowMeant | None:
    """The only row of all tables that a phrase names; None where none or several may be meant.

    A number counts with the word beside it alone: "8 blocks" are no row with an 8 in it.

    Args:
        phrase: words for one thing, such as "a 12 cm oak block".
        tables: those whose rows may be meant.
    """
    said = _Said.of(phrase)
    if not said.stems:
        return None
    fits = [
        (table, at)
        for table in tables
        for at in entries_of(table)[0]
        if said.is_within(table, at, _around(table))
    ]
    if len(fits) != 1:
        return None
    ((table, at),) = fits
    column = _naming_column(table)
    name = "" if column is None else value_of(table.rows[at], column)
    if column is None or entries_of(table)[2] or not said.names(name, _called(table, column)):
        return None
    entries = entries_of(table)[0]
    is_shared = [value_of(table.rows[each], column) for each in entries].count(name) > 1
    return RowMeant(table, at, f"{name} ({table.rows[at].label})" if is_shared else name)


def is_of_several(phrase: str, row: RowMeant) -> bool:
    """Whether a phrase has a word in the plural that the row has for one thing alone."""
    own = {word.casefold() for word in WORD.findall(" ".join(_texts(row.table, row.at)))}
    words = (word.casefold() for word in WORD.findall(phrase))
    return any(
        word not in own and any(word == f"{each}{end}" for each in own for end in ("s", "es"))
        for word in words
    )


@dataclass(frozen=True, slots=True)
class _Said:
    """The words of a phrase: all stems in their order, those that name something, each number with
    its neighbours, and the word for what kind of thing is meant."""

    stems: frozenset[str]
    numbers: tuple[tuple[tuple[str, ...], ...], ...]
    head: frozenset[str]

    @classmethod
    def of(cls, phrase: str) -> _Said:
        words = WORD.findall(_GLUED.sub(" ", phrase))
        while words and words[0].casefold() in _ARTICLES:
            words = words[1:]
        if len(words) > 1 and words[0].casefold() == "one" and words[1].casefold() != "of":
            alone = words[1:]  # "one oak block"; with "one" where a row says it
        else:
            alone = words
        named = [word for word in alone if word.casefold() not in _LIGHT]
        ends = next((at for at, word in enumerate(alone) if word.casefold() in _LIGHT), len(alone))
        pairs = list(pairwise(alone))
        numbers = tuple(
            tuple(key_of(f"{one} {two}") for one, two in pairs if number in (one, two))
            for number in alone
            if _is_number(number)
        )
        return cls(stemmed(named), numbers, stemmed(alone[max(0, ends - 1) : ends]))

    def is_within(self, table: StoredTable, at: int, around: frozenset[str]) -> bool:
        """Whether a row and what stands around its table have all words."""
        keys = [key_of(text) for text in _texts(table, at)]
        held = around.union(*keys)
        return self.stems <= held and all(
            any(_holds(key, pair) for key in keys for pair in pairs) for pairs in self.numbers
        )

    def names(self, name: str, kinds: frozenset[str]) -> bool:
        """Whether the phrase says what a row is named by first, and is of that or of what the rows
        are called."""
        first = _FURTHER.split(_GLUED.sub(" ", name))[0]
        own = stemmed(word for word in WORD.findall(first) if word.casefold() not in _LIGHT)
        is_named = bool(own) and own <= self.stems and any(map(str.isalpha, own))
        return is_named and bool(self.head) and self.head <= stemmed(WORD.findall(name)) | kinds


def _is_number(word: str) -> bool:
    return word[0].isdigit() or word.casefold() in NUMBER_WORDS


def _holds(key: tuple[str, ...], pair: tuple[str, ...]) -> bool:
    size = len(pair)
    return any(key[at : at + size] == pair for at in range(len(key) - size + 1))


def _texts(table: StoredTable, at: int) -> Iterator[str]:
    """The texts of a row, a figure with the unit that its header says."""
    row = table.rows[at]
    yield row.label
    yield from row.group
    for column, each in enumerate(table.columns):
        if WAITING.match(heading(column, table)):
            continue
        text = _GLUED.sub(" ", value_of(row, column))
        is_bare = bool(each.unit) and text.replace(".", "").replace(",", "").isdigit()
        yield f"{text} {each.unit}" if is_bare else text


def _naming_column(table: StoredTable) -> int | None:
    """The labels, or the first column of words where these are codes; None where a row has no name
    there."""
    rows = [table.rows[at] for at in entries_of(table)[0]]
    if not all(_CODE.fullmatch(row.label) for row in rows):
        return LABEL if all(row.label for row in rows) else None
    texts = (at for at, each in enumerate(table.columns) if each.kind is CellKind.TEXT)
    column = next(texts, None)
    return column if column is not None and all(value_of(row, column) for row in rows) else None


def _called(table: StoredTable, column: int) -> frozenset[str]:
    """What the rows are called: by the header over their names, and the last word of a title of one
    kind of thing."""
    last = (WORD.findall(title)[-1:] for title in _titles(table))
    return stemmed(WORD.findall(heading(column, table))).union(*map(stemmed, last))


def _around(table: StoredTable) -> frozenset[str]:
    """Words that may be said of every row: over its names, and in a title of one kind of thing."""
    column = _naming_column(table)
    heads = [] if column is None else [heading(column, table)]
    return stemmed(WORD.findall(" ".join((*heads, table.label_name, *_titles(table)))))


def _titles(table: StoredTable) -> list[str]:
    return [
        title
        for title in (table.title, *table.section[-1:])
        if _HEADING.fullmatch(title) and len(WORD.findall(title)) <= _LONGEST_HEADING
    ]
