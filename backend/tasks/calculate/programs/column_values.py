"""Which values of cells a text names, with "not" and "or", and which columns it says are empty."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from backend.tasks.calculate.programs.column_words import (
    FUNCTION,
    GROUP,
    LABEL,
    WORD,
    Headers,
    content,
    key_of,
    kind_words,
    stemmed,
    terms,
    value_of,
)
from backend.tasks.calculate.programs.header_readings import (
    readings_of_value,
)
from backend.types.calculations import Refusal
from backend.types.tables import CellKind, StoredTable

TWO_COLUMNS = "Two columns fit equally well."
SEVERAL_VALUES = "Several values of one column are named, and it is open how they go together."
NOUGHT_OR_EMPTY = Refusal(
    "Some rows have nought there and others are empty, and it is open which are meant.",
    is_open=True,
)
MOST_WORDS = 6
"""A longer text of a cell is no value that a question names."""
_LONGEST_HEADER = 4
_NEGATIONS = (("not",), ("except",), ("excluding",), ("outside",), ("other", "than"))
_JOINTS = frozenset(["or", "and"])
_UNDER = frozenset(["in", "for", "under", "on"])
_EMPTY = frozenset(["without", "lacking", "missing"])
_NONE = frozenset(["no", "without"])
_ARTICLES = frozenset(["a", "an", "any", "the"])
_WAYS = {
    "from": frozenset(["from", "origin", "source", "departure", "start", "sender"]),
    "to": frozenset(["to", "destination", "target", "arrival", "end", "recipient"]),
}
"""Headers of where things come from, and where they go to."""
_IN_UNIT = re.compile(r"\d+\s?(?P<unit>[^\W\d_]+)")
_TO_A_BOUND = frozenset(["from", "to", "by", "until", "till", "before", "after", "within"])
"""Words before a figure that make it no more than a bound."""
CONTRARY = {"yes": "no", "y": "n", "true": "false"}
"""How a cell says yes, and what it says no by."""
_ANSWERS = frozenset(["yes", "no", "true", "false", "none", "not", "or"])


@dataclass(frozen=True, slots=True)
class Equal:
    """A column that must hold one of some texts, or none of them."""

    column: int
    texts: tuple[str, ...]
    is_negated: bool = False


@dataclass(frozen=True, slots=True)
class Named:
    """What a text names: values of columns, and columns that must be empty; `left` are the words
    that name neither."""

    equals: tuple[Equal, ...]
    blanks: tuple[int, ...]
    left: tuple[str, ...]


Decided = dict[tuple[str, ...], tuple[int, str]]
"""Columns of a yes and a no by the stems of their headers, with how yes is written."""
Known = dict[tuple[str, ...], dict[int, str]]
"""Texts of cells by their stems and column."""


class _Reading:
    """Walks over the words of a text and takes values and empty columns out."""

    def __init__(
        self, table: StoredTable, headers: Headers, rows: Sequence[int], asked: str, agrees: bool
    ) -> None:
        self._table = table
        self._rows = rows
        self._headers = headers
        decided = yes_columns(table, rows)
        self._known, self._alike = _values_of(table, headers, rows, decided)
        self._asked = frozenset(key_of(asked))
        self._is_in_capitals = asked.isupper()
        self._agreed = decided if agrees else {}
        self._from_to = ways_of(table)
        self._ways = frozenset(self._from_to.values())
        self.equals: list[Equal] = []
        self.blanks: list[int] = []
        self._is_unclear = False  # "no days" where some rows have nought and others are empty

    def walk(self, text: str) -> str | Refusal:
        """The words that are left; a refusal where a value is of two columns."""
        words = WORD.findall(text)
        left: list[str] = []
        at = 0
        negated = ""
        joint: str | None = None  # what stands since the last value: "", "or" or "and"
        while at < len(words):
            if taken := self._blank(words, at) or self._agreement(words, at):
                at += taken
                joint = None
                continue
            is_denial = bool(self._denial(words, at))
            if not is_denial and (taken := _negation(words, at)):
                negated = " ".join((negated, *words[at : at + taken])).strip()
                at += taken
                continue
            lower = words[at].casefold()
            size, places = self._value(words, at)
            if not size:
                if lower in _JOINTS and joint is not None:
                    joint = f"{joint} {lower}".strip()
                else:
                    left.append(words[at])
                    # "of the north at Leeds" joins nothing, "the north, the south" does
                    if lower not in FUNCTION or (joint == "" and lower not in _ARTICLES):
                        left += _unused(joint)
                        joint = None
                at += 1
                continue
            key = key_of(" ".join(words[at : at + size]))
            column = self._column_of(words, at, size, places, joint)
            if isinstance(column, Refusal):
                return column
            if (key, column) in self._alike:
                return Refusal(SEVERAL_VALUES)
            if not self._join(column, places[column], joint, is_negated=bool(negated)):
                return Refusal(SEVERAL_VALUES)
            if self.equals[-1].texts == (places[column],):
                left += _unused(joint)
            negated, joint = "", ""
            at += size
        left += _unused(joint)
        if negated:
            left.append(negated)
        return NOUGHT_OR_EMPTY if self._is_unclear else " ".join(left)

    def _column_of(
        self, words: Sequence[str], at: int, size: int, places: dict[int, str], joint: str | None
    ) -> int | Refusal:
        """The column of a value among those that hold it."""
        if (way := self._way(words, at)) is not None and self._ways & places.keys():
            if way not in places:  # "to Oslo", and Oslo is where others start from
                return Refusal("No row of the list fits all of this.")
            places = {way: places[way]}
        column = self._column(places, joint)
        if column is not None:
            return column
        said = " ".join(words[at : at + size])
        return Refusal(TWO_COLUMNS, readings=readings_of_value(said, places, self._table))

    def _way(self, words: Sequence[str], at: int) -> int | None:
        """The column of where things come from or go to that the word before a place means."""
        before = [word.casefold() for word in words[:at] if word.casefold() not in _ARTICLES]
        return self._from_to.get(before[-1]) if before else None

    def _agreement(self, words: Sequence[str], at: int) -> int:
        """How many words from here are the header of a column that says yes of a row, as people ask
        for those rows: "How many visitors would recommend it?"."""
        for size in range(min(MOST_WORDS, len(words) - at), 0, -1):
            column = self._agreed.get(key_of(" ".join(words[at : at + size])))
            if column is None:
                continue
            around = (*words[max(0, at - 2) : at], *words[at + size : at + size + 2])
            said = {each.casefold() for each in around} & (_ANSWERS - {"or"})
            if said or size == len(words):
                return 0
            if not self._join(*column, None, is_negated=False):
                return 0
            return size
        return 0

    def _value(self, words: Sequence[str], at: int) -> tuple[int, dict[int, str]]:
        """How many words from here are a value, the most that are, and the columns that hold it."""
        for size in range(min(MOST_WORDS, len(words) - at), 0, -1):
            key = key_of(" ".join(words[at : at + size]))
            found = self._known.get(key, {})
            if size == 1 and words[at].casefold() in FUNCTION:
                # "gate A" is a gate, "a gate" is any of them; where all is in capitals that is open
                named = {c: t for c, t in found.items() if t == words[at] != "I" and t.isupper()}
                named = {} if self._is_in_capitals else named
                return (1, named) if named else (0, {})
            before = stemmed(words[max(0, at - 2) : at])
            if size == 1 and (words[at].casefold() in _ANSWERS or words[at].isdigit()):
                # "yes" or "3" says nothing by itself: its header must stand before it
                found = {
                    column: text
                    for column, text in found.items()
                    if (column in (LABEL, GROUP) and words[at].isdigit())
                    or self._headers.of(column) & before
                }
                named = {c: t for c, t in found.items() if self._headers.of(c) & before}
                found = named or found
            else:
                # a stem that a header shares is a value only where it stands as in the cell
                shared = any(set(key) <= self._headers.of(each) for each in self._headers.all())
                said = [word.casefold() for word in words[at : at + size]]
                found = {
                    column: text
                    for column, text in found.items()
                    if (
                        column not in self._headers.figures
                        or self._is_beside(column, words, at, size)
                    )
                    and (not shared or said == [word.casefold() for word in WORD.findall(text)])
                }
            if found:
                return size, found
        return 0, {}

    def _is_beside(self, column: int, words: Sequence[str], at: int, size: int) -> bool:
        """Whether the header of a figure stands right before or behind it: "terms of 60 days"."""
        before = words[max(0, at - 2) : at]
        if before and before[-1].casefold() in _TO_A_BOUND:
            return False
        near = (*before, *words[at + size : at + size + 1])
        return not self._headers.of(column).isdisjoint(stemmed(near))

    def _denial(self, words: Sequence[str], at: int) -> int:
        """How many words from here are a value that begins with "not": "Not repaired"."""
        if words[at].casefold() != "not":
            return 0
        size, _ = self._value(words, at)
        return size if size > 1 else 0

    def _join(self, column: int, text: str, joint: str | None, *, is_negated: bool) -> bool:
        """Take a value up, with the last one where "or" stands between them; False where the column
        has another value already."""
        if not any(equal.column == column for equal in self.equals):
            self.equals.append(Equal(column, (text,), is_negated))
            return True
        last = self.equals[-1]
        if joint is None or is_negated or last.column != column:
            return False
        self.equals[-1] = Equal(column, (*last.texts, text), last.is_negated)
        return True

    def _column(self, places: dict[int, str], joint: str | None) -> int | None:
        if len(places) == 1:
            return next(iter(places))
        if joint and self.equals and self.equals[-1].column in places:
            return self.equals[-1].column
        named = [place for place in places if self._headers.of(place) & self._asked]
        return named[0] if len(named) == 1 else None

    def _blank(self, words: Sequence[str], at: int) -> int:
        """How many words from here say that a column is empty: "without a delivery date"."""
        lower = words[at].casefold()
        having = at > 0 and words[at - 1].casefold() in ("have", "has", "had", "with")
        if lower not in _EMPTY and not (lower == "no" and having):
            return 0
        start = at + 1
        while start < len(words) and words[start].casefold() in _ARTICLES:
            start += 1
        start = self._under(words, start)
        for size in range(min(_LONGEST_HEADER, len(words) - start), 0, -1):
            asked = content(" ".join(words[start : start + size]))
            found = [
                column
                for column in range(len(self._table.columns))
                if asked
                and asked & self._headers.of(column)
                and asked <= self._headers.of(column) | kind_words(self._table, [column])
            ]
            exact = [column for column in found if asked >= self._headers.of(column)]
            found = exact or found
            if len(found) == 1:
                if lower in _NONE and (noughts := self._noughts(found[0])):
                    self.equals.append(Equal(found[0], noughts))
                else:
                    self.blanks.append(found[0])
                return start + size - at
        return 0

    def _noughts(self, column: int) -> tuple[str, ...]:
        """How nought is written in a column of figures: who had "no days" has nought where others
        have, and not an empty cell."""
        if column not in self._headers.figures:
            return ()
        cells = [self._table.rows[at].cells[column] for at in self._rows]
        found = [cell.text for cell in cells if cell is not None and cell.value == 0]
        self._is_unclear = bool(found) and any(cell is None or cell.value is None for cell in cells)
        return tuple(dict.fromkeys(found))

    def _under(self, words: Sequence[str], start: int) -> int:
        """Where the header stands behind what the table calls its figures: "no mark in Latin"."""
        at = start
        while at < len(words) and frozenset(terms(words[at])) <= self._headers.around:
            at += 1
        is_place = at > start and at < len(words) and words[at].casefold() in _UNDER
        return at + 1 if is_place else start


def named_in(
    texts: Sequence[str],
    table: StoredTable,
    headers: Headers,
    rows: Sequence[int],
    asked: str,
    *,
    agrees: bool = True,
) -> Named | Refusal:
    """The values and the empty columns that texts name.

    Args:
        texts: the parts of the question.
        table: the one that may answer.
        headers: those of the table.
        rows: those whose values count.
        asked: the whole question, whose words tell columns of one value apart.
        agrees: whether the header of a column of yes and no stands for its yes.
    """
    reading = _Reading(table, headers, rows, asked, agrees)
    left: list[str] = []
    for text in texts:
        rest = reading.walk(text)
        if isinstance(rest, Refusal):
            return rest
        left.append(rest)
    return Named(tuple(reading.equals), tuple(reading.blanks), tuple(left))


def _values_of(
    table: StoredTable, headers: Headers, rows: Sequence[int], decided: Decided
) -> tuple[Known, set[tuple[tuple[str, ...], int]]]:
    """The texts of cells by their stems, and those stems that stand for two texts of a column.
    Whole numbers count as values, too: they may be those of accounts or rooms; so do those that
    are printed with one unit ("60 days")."""
    known: Known = {}
    alike: set[tuple[tuple[str, ...], int]] = set()
    texts = [at for at, each in enumerate(table.columns) if each.kind is CellKind.TEXT]
    numbers = [at for at in headers.figures if _are_whole(table, at) or _are_in_unit(table, at)]
    heads = (*(each.name for each in table.columns), table.label_name)
    printed = {word.casefold() for head in heads for word in WORD.findall(head)}
    of_answers = {at for at, _ in decided.values()}  # "No" beside "Invoice No"
    for row in (table.rows[at] for at in rows):
        for column in (GROUP, LABEL, *texts, *numbers):
            text = value_of(row, column)
            key = key_of(text)
            said = {word.casefold() for word in WORD.findall(text)}
            answers = column in of_answers and text.casefold() in _ANSWERS
            if 0 < len(key) <= MOST_WORDS and (answers or not said <= printed):
                first = known.setdefault(key, {}).setdefault(column, text)
                if first.casefold().strip() != text.casefold().strip():
                    alike.add((key, column))
    return known, alike


def yes_columns(table: StoredTable, rows: Sequence[int]) -> Decided:
    """The columns of a yes and a no."""
    found: Decided = {}
    for at, column in enumerate(table.columns):
        if column.kind is not CellKind.TEXT:
            continue
        said = {text.casefold(): text for row in rows if (text := value_of(table.rows[row], at))}
        for yes, no in CONTRARY.items():
            if yes in said and no in said:
                found[key_of(column.name)] = at, said[yes]
    return found


def ways_of(table: StoredTable) -> dict[str, int]:
    """The columns of words that say where things come from and where they go to, by "from" and
    "to"; nothing where the table has not exactly one of either."""
    found: dict[str, int] = {}
    for word, heads in _WAYS.items():
        held = [
            at
            for at, column in enumerate(table.columns)
            if column.kind is CellKind.TEXT
            and heads & {each.casefold() for each in WORD.findall(column.name)}
        ]
        if len(held) != 1:
            return {}
        found[word] = held[0]
    return found


def _are_whole(table: StoredTable, column: int) -> bool:
    cells = (row.cells[column] for row in table.rows)
    texts = [cell.text for cell in cells if cell is not None and cell.value is not None]
    return bool(texts) and all(text.isdigit() for text in texts)


def _are_in_unit(table: StoredTable, column: int) -> bool:
    """Whether all cells of a column print a whole number and the same unit behind it."""
    cells = (row.cells[column] for row in table.rows)
    texts = [cell.text for cell in cells if cell is not None and cell.kind is not CellKind.NIL]
    found = [_IN_UNIT.fullmatch(text.strip()) for text in texts]
    units = {each["unit"].casefold().removesuffix("s") if each else "" for each in found}
    return len(units) == 1 and "" not in units


def _negation(words: Sequence[str], at: int) -> int:
    lower = [word.casefold() for word in words[at : at + 2]]
    return next(
        (len(negation) for negation in _NEGATIONS if tuple(lower[: len(negation)]) == negation), 0
    )


def _unused(joint: str | None) -> list[str]:
    return [each for each in (joint or "").split() if each not in FUNCTION]


def is_common(each: Equal, words: frozenset[str], asked: str, around: str) -> bool:
    """Whether words that name the rows are a value as well; "no" is one only behind its header, and
    what was done ("repaired" in a log of repairs) names no rows.

    Args:
        each: a value that a question names.
        words: stems that name the rows.
        asked: the question.
        around: the texts that the stems are of.
    """
    values = [text for text in each.texts if text.casefold() not in _ANSWERS]
    said = {word.casefold() for word in WORD.findall(asked)}
    printed = {word.casefold() for word in WORD.findall(around)}
    return any(
        frozenset(key_of(text)) <= words
        and not (text.casefold().endswith("ed") and text.casefold() in said - printed)
        for text in values
    )


def first_phrase(text: str) -> list[str]:
    """The stems of the words before the first function word, which say what is counted or listed;
    the last first, since "open accounts" are accounts."""
    words = WORD.findall(text)
    while words and words[0].casefold() in FUNCTION:
        words.pop(0)
    phrase = next((at for at, word in enumerate(words) if _ends_phrase(words, at)), len(words))
    return [term for word in reversed(words[:phrase]) for term in terms(word)]


def _ends_phrase(words: Sequence[str], at: int) -> bool:
    """Whether a word says something of the words before it: a function word, or what several did
    ("customers ordered chairs")."""
    word = words[at].casefold()
    return word in FUNCTION or (at > 0 and word.endswith("ed") and words[at - 1].endswith("s"))


def stems_in_order(text: str) -> list[str]:
    """The stems of a text's content words, in their order."""
    return [
        term
        for word in WORD.findall(text)
        if word.casefold() not in FUNCTION
        for term in terms(word)
    ]
