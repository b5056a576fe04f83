"""Things that a question calls by a part of their name: "the milling cutter" of a list that says
"Milling cutter 8 mm".

The part is put in full where the list leaves no doubt, so that every reading knows it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice

from backend.calendar_words import MONTH_FORMS
from backend.tasks.calculate.programs.column_rows import entries_of
from backend.tasks.calculate.programs.column_values import MOST_WORDS
from backend.tasks.calculate.programs.column_words import (
    FUNCTION,
    LABEL,
    WORD,
    headers_of,
    heading,
    is_list,
    key_of,
    terms,
    value_of,
)
from backend.tasks.calculate.programs.comparison_words import (
    deeds,
    money,
    pieces,
    quantities,
    superlatives,
    verbs,
)
from backend.types.tables import CellKind, StoredTable

MOST_ALIKE = 5
"""Values that one part may stand for together."""
LONGEST_PART = 4
"""Words of a part."""
_SHORTEST_CUT = 4
"""Letters of a word that is cut short."""
_SHORTEST = 3
"""Letters of a part that is one word."""
_ONE_THING = frozenset(["a", "an", "one"])
_DEED = re.compile(r"(?i)^[^\W\d_]+ing (?:an?|the|your|our|each|every)\b")
"""What is done with a thing, and is no such thing: "Sanding a block"."""
_OWNING = re.compile(r"['’]s$")
_Alike = Callable[[tuple[str, ...], tuple[str, ...]], bool]
_PEOPLE = frozenset(["by", "client", "company", "firm", "payee", "shop", "name", "author", "who"])
_ASKING = frozenset(
    [
        *("how", "what", "which", "who", "when", "where", "many", "much", "more", "less", "than"),
        *("most", "least", "total", "sum", "average", "mean", "highest", "lowest", "first", "last"),
        *("number", "count", "share", "name", "list", "show", "per", "each", "every", "not", "no"),
        *("yes", "other", "different", "without", "together", "altogether", "overall", "largest"),
        *("smallest", "year", "month", "quarter", "day", "week", "top", "good", "new", "old"),
    ]
)
"""Words of questions, which name nothing though a value may hold them."""


_OF_TIME = frozenset(term for form in MONTH_FORMS for term in terms(form))


@dataclass(frozen=True, slots=True)
class _PlacedWord:
    """A word of a question without the “'s” behind it, and its place; `owns` says that it had
    one."""

    text: str
    start: int
    end: int
    owns: bool

    @classmethod
    def of(cls, found: re.Match[str]) -> _PlacedWord:
        bare = _OWNING.sub("", found.group())
        end = found.start() + len(bare)
        return cls(bare, found.start(), end, end < found.end())


def with_names_completed(question: str, table: StoredTable, about: str = "") -> str:
    """The question with every part of a value put in full; several values that end or begin alike
    are joined by "or".

    A part is a run of words of a value, and is no value, header, title or word of asking itself.
    Where it stands in values of two columns, or in the midst of several, the question stays as it
    was; a person or company is called by the beginning of its name alone. Only lists in files of
    their own are looked at: rows of reports have longer labels.

    Args:
        question: as it was asked.
        table: the list.
        about: the title of its document, whose words name all rows.
    """
    if not is_list(table):
        return question
    found = [_PlacedWord.of(match) for match in WORD.finditer(question)]
    values = _values(table, frozenset(term for each in found for term in terms(each.text)))
    whole = {key for key, _, _ in values}
    people = frozenset(at for _, at, _ in values if _is_of_people(heading(at, table)))
    plain = _plain(table, about)
    if headers_of(table, about).dates:
        plain |= _OF_TIME  # "in January" is when, and not the entry "Rent January"
    things = [value for value in values if not _DEED.match(value[2])]
    pieces_of: list[str] = []
    at, last = 0, 0
    while at < len(found):
        is_thing = _is_one_thing([each.text.casefold() for each in found[:at]])
        size, texts = _completed(
            [each.text for each in found[at:]], things if is_thing else values, whole, plain, people
        )
        ends = found[at + size - 1] if size else found[at]
        if texts and not (ends.owns and len(texts) > 1):  # “A or B's” would be of B alone
            pieces_of += [question[last : found[at].start], " or ".join(texts)]
            last = ends.end
        at += max(size, 1)
    return "".join([*pieces_of, question[last:]])


def _is_one_thing(before: Sequence[str]) -> bool:
    """Whether what stands before a word makes one thing of it, as in "a used block"."""
    *_, further, last = ("", "", *before)
    return last in _ONE_THING or (further in _ONE_THING and last not in FUNCTION)


def _completed(
    words: Sequence[str],
    values: Sequence[tuple[tuple[str, ...], int, str]],
    whole: set[tuple[str, ...]],
    plain: frozenset[str],
    people: frozenset[int],
) -> tuple[int, tuple[str, ...]]:
    """How many of the next words name something, and what it is in full; empty where the words are
    a whole value, or nothing."""
    for size in range(min(MOST_WORDS, len(words)), 0, -1):
        if key_of(" ".join(words[:size])) in whole and words[0].casefold() not in FUNCTION:
            return size, ()
    for size in range(min(LONGEST_PART, len(words)), 0, -1):
        said = words[:size]
        if any(each.casefold() in FUNCTION for each in (said[0], said[-1])):
            continue
        key = key_of(" ".join(said))
        if not key or plain.intersection(key) or len("".join(said)) < _SHORTEST:
            continue
        if not any(each.isalpha() for each in said):
            continue
        if texts := _of_part(key, values, people):
            return size, texts
    return 0, ()


def _of_part(
    key: tuple[str, ...],
    values: Sequence[tuple[tuple[str, ...], int, str]],
    people: frozenset[int],
) -> tuple[str, ...]:
    """The texts that a part stands for, all of one column; a last word that is cut short counts
    where none has it whole."""
    for alike in (_is_same, _is_cut):
        fitting = (value for value in values if _within(key, value[0], alike))
        if held := list(islice(fitting, MOST_ALIKE + 1)):
            return _told(key, held, people, alike)
    return ()


def _told(
    key: tuple[str, ...],
    held: Sequence[tuple[tuple[str, ...], int, str]],
    people: frozenset[int],
    alike: _Alike,
) -> tuple[str, ...]:
    if len(held) > MOST_ALIKE or len({column for _, column, _ in held}) > 1:
        return ()
    begin = all(alike(key, each[: len(key)]) for each, _, _ in held)
    if held[0][1] in people and not begin:
        return ()  # what was spent on steel is not what "Alder Steel" was paid
    end = all(alike(key, each[-len(key) :]) for each, _, _ in held)
    return tuple(text for _, _, text in held) if len(held) == 1 or begin or end else ()


def _is_of_people(header: str) -> bool:
    """Whether a header is over people or companies, whose names are no kinds of things."""
    words = [word.casefold() for word in WORD.findall(header)]
    return any(word in _PEOPLE or word.endswith(("er", "or", "ers", "ors")) for word in words)


def _within(part: tuple[str, ...], whole: tuple[str, ...], alike: _Alike) -> bool:
    size = len(part)
    return part != whole and any(
        alike(part, whole[at : at + size]) for at in range(len(whole) - size + 1)
    )


def _is_same(part: tuple[str, ...], whole: tuple[str, ...]) -> bool:
    return part == whole


def _is_cut(part: tuple[str, ...], whole: tuple[str, ...]) -> bool:
    """Whether the stems are the same but for a last one that is cut short, as "exam" is."""
    last = part[-1]
    return part[:-1] == whole[:-1] and len(last) >= _SHORTEST_CUT and whole[-1].startswith(last)


def _values(table: StoredTable, asked: frozenset[str]) -> list[tuple[tuple[str, ...], int, str]]:
    """The different texts of the columns of words and of the labels that share a stem with a
    question, since a list may have very many others: stems, column, text."""
    texts = [at for at, each in enumerate(table.columns) if each.kind is CellKind.TEXT]
    rows = [table.rows[at] for at in entries_of(table)[0]]
    found: dict[tuple[tuple[str, ...], int], str] = {}
    for column in (*texts, LABEL):
        for text in dict.fromkeys(value_of(row, column) for row in rows):
            key = key_of(text)
            if _shares_a_stem(asked, key) and len(WORD.findall(text)) <= MOST_WORDS:
                found.setdefault((key, column), text)
    return [(key, column, text) for (key, column), text in found.items()]


def _shares_a_stem(asked: frozenset[str], key: tuple[str, ...]) -> bool:
    return not asked.isdisjoint(key) or any(
        each.startswith(said) for said in asked if len(said) >= _SHORTEST_CUT for each in key
    )


def _plain(table: StoredTable, about: str) -> frozenset[str]:
    """Stems that name no single row: of the headers, of what stands around the list, and of the
    words that questions over lists are made of."""
    headers = headers_of(table, about)
    heads = [heading(each, table) for each in headers.all()]
    own = {term for head in heads for word in WORD.findall(head) for term in terms(word)}
    asking = {term for word in _working_words() for term in terms(word)}
    return frozenset(own | asking) | headers.around | headers.own


def _working_words() -> Iterator[str]:
    yield from _ASKING
    yield from quantities()
    yield from (word for family in deeds() for word in family)
    yield from (word for word in (*superlatives(), *verbs()) if " " not in word)
    yield from pieces().words
    words, meant = money()
    yield from words
    yield from meant.words
