"""What every word of a question stands for in the cells of a table; nothing where a word is left.

Rows are named with all words of their label. Headers are named whole, or by some of their words
where no other header has these. What is left over may only be a word for the rows, for the table
itself, for money where all figures are money, or a verb that says no more than that a figure is its
row's.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from backend.evidence.quantities import NUMBER_WORDS
from backend.tasks.calculate.bound.cues import Cues, Wanted, cues_of
from backend.tasks.calculate.bound.days import DaysNamed, days_named
from backend.tasks.calculate.bound.headers_named import (
    Named,
    income,
    meant_by_verb,
    money,
    names_a_line,
    number_of,
    partly,
    planned,
)
from backend.tasks.calculate.bound.places import SHEET, TIMES, FigureField, times_in
from backend.tasks.calculate.bound.row_names import names_column, names_of_rows
from backend.tasks.calculate.bound.sum_column import name_of, sum_column
from backend.tasks.calculate.bound.times import times_named
from backend.tasks.calculate.bound.words import OpenWords, named_whole, words_of_question
from backend.tasks.calculate.programs.column_links import Dated
from backend.tasks.calculate.programs.column_rows import entries_of
from backend.tasks.calculate.programs.column_values import Equal
from backend.tasks.calculate.programs.column_wording import AFTER_VERB
from backend.tasks.calculate.programs.column_words import (
    LABEL,
    WORD,
    headers_of,
    is_of_deed,
    key_of,
    stemmed,
    value_of,
    words_for_rows,
)
from backend.tasks.calculate.programs.comparison_words import (
    deeds,
    quantities,
    set_apart,
    units_in_words,
)
from backend.types.tables import CellKind, StoredTable

_AUXILIARY = frozenset(["did", "does", "do"])
_NO_VERBS = frozenset(
    [
        *("not", "never", "no", "nor", "only", "hardly", "barely", "almost", "nearly", "also"),
        *("still", "then", "just", "again", "else", "instead", "alone", "yet", "already"),
        *("late", "early", "once", "twice", "first", "last", "long", "often", "too", "well"),
        *("abroad", "online", "inside", "outside", "free", "new", "extra", "together", "each"),
    ]
)
"""Words that may stand where a verb does."""
_HAPPENED = frozenset(
    [
        *("took", "part", "place", "takes", "happened", "happen", "held", "dated", "fell", "fall"),
        *("falls", "stay", "stayed", "remain", "remained", "ran", "run", "across", "still"),
    ]
)
"""Words that say no more than that something was so, or was there."""
_AGAINST = re.compile(
    r"(?i)\b(?:than|exceed(?:s|ed|ing)?|compared (?:with|to)|relative to|against|behind|ahead of)\b"
)
_HOW_MUCH = re.compile(r"(?i)^(?:by )?how (?:much|many)\b")
_SHORT = 100
"""A longer text above a table is prose, and no title of it."""
_CAPTION = re.compile(r"(?i)^table \d")
_RATE = re.compile(r"(?i)per ?cent|%")


@dataclass(frozen=True, slots=True)
class Binding:
    """What a question names: the cue words, the labels of rows, and by dimension the values that
    it names, in its order. `lacks` are its times that the field has none of. `names_rows` says that
    a word stands for the rows, `is_of_names` that it is what their labels are called, so that each
    name counts once. `base` are the rows and values behind "than", "exceed" or the like, in their
    order, None where no such word stands there: the first that tells two figures apart is taken
    from the other. `equals` and `dates` are conditions on the rows, `entity` the column that is
    asked for. `is_run` says that a run of periods is meant which no word adds up ("from May to
    July"). `left` are words that stand for nothing, of a question that names rows, whose `text` is
    without its days. `counts_values` says that the word behind "how many" is a text of the rows
    ("repairs" under "Kind")."""

    cues: Cues
    rows: tuple[str, ...]
    values: Mapping[str, tuple[str, ...]]
    lacks: tuple[str, ...] = ()
    names_rows: bool = False
    base: tuple[str, ...] | None = None
    equals: tuple[Equal, ...] = ()
    dates: tuple[Dated, ...] = ()
    entity: int = LABEL
    is_of_names: bool = False
    is_run: bool = False
    left: tuple[str, ...] = ()
    text: str = ""
    counts_values: bool = False


def bound(
    question: str, among: FigureField, beside: Sequence[StoredTable], about: str
) -> Binding | None:
    """What the words of a question stand for; None where one stands for nothing, and no row is
    named.

    Args:
        question: without the marks at its end.
        among: the columns of figures that may be meant.
        beside: all tables of the document.
        about: the title of the document.
    """
    return _WordByWord(question, among, beside, about).made()


class _WordByWord:
    """One question and one field."""

    def __init__(
        self, question: str, among: FigureField, beside: Sequence[StoredTable], about: str
    ) -> None:
        self._open = OpenWords(question, words_of_question(question))
        self._among = among
        self._about = about
        self._beside = beside
        self._doing: set[int] = set()  # "return" in "did Blom return late", of a value "returned"

    def made(self) -> Binding | None:
        days = self._days()
        if days is None:
            return None
        self._open = OpenWords(days.rest, words_of_question(days.rest))
        heads = {
            value: name
            for name in self._among.dimensions()
            if name not in TIMES
            for value in self._among.values(name)
        }
        labels, held = self._labels(), self._held()
        whole = named_whole(self._open.words, (*labels, *heads, *held))
        kinds = [labels, heads, held]
        if any(sum(each in kind for kind in kinds) > 1 for each in whole):
            return None  # a row and a column are called alike
        self._take(whole)
        cues = cues_of(self._open.left_as_it_is())
        if cues is None or self._is_worked_there([each for each in whole if each in heads]):
            return None
        cues = self._without_cues(cues)
        values: Named = {}
        for value, places in whole.items():
            if value in heads:
                values.setdefault(heads[value], []).append((places[0], value))
        around = times_in(" ".join((self._about, *around_tables(self._among))))
        free = [at for at in range(len(self._open.words)) if at not in self._open.taken]
        times = times_named(self._open.words, self._open.text, free, self._among, around)
        if times is None:
            return None
        self._open.taken |= times.taken
        is_run = times.runs is not None and cues.wanted is Wanted.CELL
        if is_run:
            cues = replace(cues, wanted=Wanted.SUM)
        adds = cues.wanted in (Wanted.SUM, Wanted.MEAN)
        values |= (times.runs if adds else None) or times.values
        said_in, among = self._open, self._among
        if not planned(said_in, among, values) or not partly(said_in, among, values):
            return None
        said_of = (at for each, places in whole.items() if each in held for at in places)
        self._doing = {at for at in said_of if self._open.words[at].text.islower()}
        equals = self._equals(whole, held)
        if equals is None:
            return None
        names_rows, is_of_names = self._kinds()
        counts_values = cues.is_counting and self._is_counted(whole, held)
        names_rows = names_rows or cues.is_of_cases or counts_values
        rows = tuple(each for each in whole if each in labels)
        meant_by_verb(said_in, among, values)
        if rows and (cues.is_counting or not names_rows):
            number_of(said_in, among, values)
        self._name_sums(values, rows, cues)
        income(said_in, among, values)
        self._named_as_dates(days)
        is_money = money(said_in, among, values, cues)
        left = self._left(values, cues)
        if not is_money or (left and not rows):
            return None
        named = {
            name: tuple(dict.fromkeys(value for _, value in sorted(told)))
            for name, told in values.items()
        }
        said = [(places[0], name) for name, places in whole.items() if name in labels]
        said += [each for told in values.values() for each in told]
        return Binding(
            cues,
            rows,
            named,
            times.lacks,
            names_rows or days.asked is not None,
            self._base(said),
            equals,
            days.dates,
            LABEL if days.asked is None else days.asked,
            is_of_names,
            is_run,
            left,
            self._open.text,
            counts_values,
        )

    def _name_sums(self, values: Named, rows: Sequence[str], cues: Cues) -> None:
        """Puts what is asked without a measure to the column that adds up all others."""
        is_of_all = _HOW_MUCH.match(self._open.text) or cues.wanted in (Wanted.SUM, Wanted.RANK)
        is_asked = rows or cues.is_counting or cues.wanted in (Wanted.SUM, Wanted.RANK)
        if not is_of_all or not is_asked or names_a_line(values):
            return
        whole = sum_column(self._among)
        if whole is not None:
            values[whole.values[0][0]] = [(0, name_of(whole))]

    def _is_counted(self, whole: Mapping[str, Sequence[int]], held: Mapping[str, int]) -> bool:
        """Whether the word behind "how many" is one of the texts of a list, and no name."""
        words = self._open.words
        behind = next((at + 1 for at, word in enumerate(words) if word.text == "many"), len(words))
        return (
            behind < len(words)
            and words[behind].text.islower()
            and any(behind in places for value, places in whole.items() if value in held)
        )

    def _is_worked_there(self, heads: Sequence[str]) -> bool:
        """Whether a header that is named says no more than what was worked out in its column, in
        per cent where the question does not say so: "Change (%)"."""
        says_rate = bool(_RATE.search(self._open.text))
        return any(
            place.table.columns[place.column].unit == "%" and not says_rate
            for head in heads
            for place in self._among.places
            if (cues := cues_of(head.lower())) is not None
            and all(word.is_light for word in words_of_question(cues.rest))
            and head in dict(place.values).values()
        )

    def _base(self, places: Sequence[tuple[int, str]]) -> tuple[str, ...] | None:
        """What stands behind the first word that says what a figure is set against."""
        against = _AGAINST.search(self._open.text)
        if against is None:
            return None
        named = sorted(places)
        return tuple(name for at, name in named if self._open.words[at].start >= against.end())

    def _labels(self) -> tuple[str, ...]:
        """The labels of rows that may be meant: entries, and rows of totals that the question names
        to the letter ("Total other costs")."""
        said = " ".join(word.text.casefold() for word in self._open.words)
        sums = (
            row.label
            for table in self._among.tables
            for row in table.rows
            if " " in row.label and " ".join(WORD.findall(row.label.casefold())) in said
        )
        return tuple(dict.fromkeys((*labels_of(self._among), *sums)))

    def _days(self) -> DaysNamed | None:
        """The days of rows that the question names, where the columns are of no periods."""
        (table, *others) = self._among.tables
        if others or any(dimension in TIMES for dimension in self._among.dimensions()):
            return DaysNamed(self._open.text)
        return days_named(self._open.text, table, self._about)

    def _held(self) -> dict[str, int]:
        """The texts of a list by their column; those left out that stand in two."""
        if len(self._among.tables) > 1:
            return {}
        (table,) = self._among.tables
        found: dict[str, int] = {}
        several: set[str] = set()
        for column, each in enumerate(table.columns):
            if each.kind is not CellKind.TEXT or column == names_column(table):
                continue
            texts = {value_of(table.rows[at], column) for at in entries_of(table)[0]} - {""}
            several |= texts & found.keys()
            found |= dict.fromkeys(texts, column)
        return {text: column for text, column in found.items() if text not in several}

    def _equals(
        self, whole: Mapping[str, Sequence[int]], held: Mapping[str, int]
    ) -> tuple[Equal, ...] | None:
        """The conditions that the texts make which the question names, with the words of their
        headers taken. None where two are named of one column: it is open what is made of both."""
        columns = [held[each] for each in whole if each in held]
        if len(set(columns)) < len(columns):
            return None
        heads = frozenset().union(
            *(stemmed(WORD.findall(self._among.tables[0].columns[at].name)) for at in columns)
        )
        self._open.taken.update(at for at in self._open.free() if self._open.stems(at) <= heads)
        return tuple(Equal(held[each], (each,)) for each in whole if each in held)

    def _without_cues(self, cues: Cues) -> Cues:
        """The cues, their words taken; with how many rows a ranking wants where the number stands
        before the rows ("which three wards")."""
        self._open.taken.update(
            at
            for at, each in enumerate(self._open.words)
            if not cues.rest[each.start : each.end].strip()
        )
        if cues.wanted is not Wanted.RANK:
            return cues
        said = [
            at for at in self._open.free() if self._open.words[at].text.casefold() in NUMBER_WORDS
        ]
        said += [
            at for at in self._open.free() if re.fullmatch(r"\d\d?", self._open.words[at].text)
        ]
        if len(said) != 1 or cues.most > 1:
            return cues
        word = self._open.words[said[0]].text.casefold()
        self._open.taken.update(said)
        return replace(cues, most=int(word) if word.isdigit() else int(NUMBER_WORDS[word]))

    def _take(self, named: Mapping[str, Sequence[int]]) -> None:
        for places in named.values():
            self._open.taken.update(places)

    def _kinds(self) -> tuple[bool, bool]:
        """Takes the words for the rows and for the table; whether one stands for the rows, and
        whether one is what their labels are called."""
        rows: frozenset[str] = frozenset()
        around = stemmed(WORD.findall(" ".join(around_tables(self._among))))
        far: frozenset[str] = frozenset()
        for table in self._among.tables:
            headers = headers_of(table, self._about)
            rows |= headers.own | words_for_rows(headers) | headers.of(names_column(table))
            around |= headers.own | headers_of(table, "").around
            far |= headers.around
        if any(self._open.stems(at) <= far - around - rows for at in self._open.free()):
            # a word of the document's title may name what another of its tables is of
            around |= far - _words_elsewhere(self._among, self._beside)
        around -= self._telling()  # the words of one sheet or column choose it
        around -= self._asked_texts() - rows
        own = frozenset().union(*(headers_of(each, "").own for each in self._among.tables))
        found = is_own = False
        for at in self._open.free():
            stems = self._open.stems(at)
            if stems and stems <= around | rows:
                self._open.taken.add(at)
                found = found or stems <= rows
                is_own = is_own or stems <= own
        return found, is_own

    def _asked_texts(self) -> frozenset[str]:
        """The words that alone head a column of texts: where one is asked for ("Which club"), the
        rows are not what is meant, though the title says it as well."""
        return frozenset().union(
            *(
                stemmed(WORD.findall(column.name))
                for table in self._among.tables
                for at, column in enumerate(table.columns)
                if column.kind is CellKind.TEXT
                and at != names_column(table)
                and len(WORD.findall(column.name)) == 1
            )
        )

    def _telling(self) -> frozenset[str]:
        """The stems of headers and sheets that tell one of them from another."""
        found: frozenset[str] = frozenset()
        for name in self._among.dimensions():
            heads = [stemmed(WORD.findall(each)) for each in self._among.values(name)]
            if name not in TIMES and len(heads) > 1:
                found |= frozenset().union(*heads) - frozenset.intersection(*heads)
        return found

    def _deeds_told(self) -> set[str]:
        """The words for what the tables are of: "sold" where the title says "Sales"."""
        heads = (column.name for table in self._among.tables for column in table.columns)
        told = " ".join((*around_tables(self._among), *heads))
        said = {word.casefold() for word in WORD.findall(told)}
        own = " ".join(around_tables(self._among))
        done = (word.text.casefold() for word in self._open.words if word.text.endswith("ed"))
        told_of = {word for family in deeds() if family & said for word in family}
        return told_of | {each for each in done if is_of_deed(each, own)}

    def _left(self, values: Mapping[str, object], cues: Cues) -> tuple[str, ...]:
        """The words that stand for nothing. One verb behind "did" and its subject may, if it says
        no more than that the figure is its row's; the name of a unit that all figures have; that
        something took place; behind a measure that it was used; and what all sheets are called."""
        units = {place.table.columns[place.column].unit for place in self._among.places}
        named = {word for word, unit in units_in_words().items() if {unit} == units}
        named |= _HAPPENED | self._deeds_told()
        if names_a_line(values):
            named |= quantities() | {"content", "used"}
        if any("staff" in word.text.casefold() for word in self._open.words):
            named |= {"member", "members"}
        if cues.wanted in (Wanted.SUM, Wanted.MEAN):
            named |= self._all_sheets(values)
        words = self._open.words
        left = [at for at in self._open.free() if words[at].text.casefold() not in named]
        if len(left) == 1 and self._only_binds(left[0], cues):
            return ()
        return tuple(words[at].text for at in left)

    def _all_sheets(self, values: Mapping[str, object]) -> set[str]:
        """What stands for all sheets, where none is named: "all three seasons"."""
        many = len(self._among.tables)
        if many == 1 or SHEET in values or any(place in TIMES for place in values):
            return set()
        numbers = {word for word, value in NUMBER_WORDS.items() if value == many} | {str(many)}
        words = [word.text.casefold() for word in self._open.words]
        called = {
            word
            for before, word in pairwise(words)
            if before in numbers | {"all", "both"} and word.endswith("s")
        }
        return numbers | called

    def _named_as_dates(self, days: DaysNamed) -> None:
        """Takes the words of the header over the days that a question names: "went out on"."""
        (table, *_) = self._among.tables
        for column in {date.column for date in days.dates if date.column >= 0}:
            heads = stemmed(WORD.findall(table.columns[column].name))
            self._open.taken.update(at for at in self._open.free() if self._open.stems(at) <= heads)

    def _only_binds(self, at: int, cues: Cues) -> bool:
        words = self._open.words
        word = words[at].text
        before = [each.text.casefold() for each in words[:at]]
        ahead = words[at + 1] if at + 1 < len(words) else None
        is_last = ahead is None or ahead.text.casefold() in AFTER_VERB
        is_last = is_last or (ahead is not None and not cues.rest[ahead.start : ahead.end].strip())
        stems = self._open.stems(at)
        return (
            word.islower()
            and word not in _NO_VERBS
            and bool(_AUXILIARY & set(before))
            and before[-1] not in _AUXILIARY
            and at - 1 in self._open.taken
            and at - 1 not in self._doing
            and is_last
            and not stems & stemmed(set_apart())
            and not stems & stemmed(each for family in deeds() for each in family)
        )


def labels_of(among: FigureField) -> tuple[str, ...]:
    """The labels of the entries, those left out that name several rows of a table."""
    first: dict[tuple[str, ...], str] = {}
    twice: set[tuple[str, ...]] = set()
    for table in among.tables:
        names = names_of_rows(table)
        labels = [names[at] for at in entries_of(table)[0]]
        twice |= {key for key, many in Counter(map(key_of, labels)).items() if many > 1}
        for each in labels:
            first.setdefault(key_of(each), each)
    return tuple(label for key, label in first.items() if key and key not in twice)


def _words_elsewhere(among: FigureField, beside: Sequence[StoredTable]) -> frozenset[str]:
    """The stems of what the other tables of a document are of: their titles, headers and labels."""
    own = {each.id for each in among.tables}
    texts: list[str] = []
    for table in beside:
        if table.id not in own:
            texts += [table.title, *table.section[-1:], *(column.name for column in table.columns)]
            texts += [row.label for row in table.rows]
    return stemmed(WORD.findall(" ".join(texts)))


def around_tables(among: FigureField) -> list[str]:
    """What stands around the tables of a field."""
    found: list[str] = []
    for table in among.tables:
        found += [*table.section[-1:], table.title]
        is_line = table.box is None and len(table.lead_in) <= _SHORT and "." not in table.lead_in
        if is_line or _CAPTION.match(table.lead_in):
            found.append(table.lead_in)
    return found
