"""Which documents a question means by the names, the kind and the date that they bear.

"In Ada Finch's letter of 3 March", "the agreement between Harbour Grill and North Quay": the
parties, places, kinds and dates of first pages (`backend.scope.first_page`) are looked for in the
question. They are a prior and never a filter: what is asked of a lease may have been changed by a
letter, and a question may name two documents where first pages tell only one.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from backend.analysis import STOP_WORDS, fold
from backend.scope.copied_values import copied
from backend.scope.first_page import (
    LEGAL,
    TITLES,
    Day,
    FirstPage,
    Party,
    agree,
    closer_kind,
    days_said,
    family_of,
    kind_of,
)

FULL = 1.0
LOWER_CASE = 0.9
"""Several words without a capital; one word alone is taken for a word."""
BEGUN = 0.8
"""The first words of a name, two at least; a surname behind a title; one word that is a whole
name."""
ONE_WORD = 0.6
"""The first word of a name, or its last as a surname."""
MOST_NAMES = 64
"""A beginning or a surname that more names share tells none of them."""
MOST_WORDS = 200
"""So many words of a question are looked through for names."""
LEAST_LETTERS = 4
"""Fewest letters of one word that stands for a longer name."""

SAID = 0.8
"""Names that the question says as fully as this count before others."""
OTHER_DAY = 0.25
"""Share of the weight of a document of other days than the one that the question gives it."""
SHARED = 0.5
"""A name that this share of the documents bears, or more, tells nothing of which is meant."""
NEAR = 4
"""So many words at most stand between a kind and the name that belongs to it."""
MOST_BETWEEN = 8
"""So many at most from a kind to the date behind it: "the agreement between A and B dated …"."""

DAY_WORDS = 3
"""So many words at most has a day: in "the 3 March 2031 letter" it is surely the letter's."""

_TOKEN = re.compile(r"[^\W_]+")
_POSSESSIVE = re.compile(r"['’]s?(?![^\W_])")
_DATED = frozenset(["dated", "from", "of", "on", "made", "signed", "effective", "as"])
"""What joins a document with its date: "the lease of 2 May", "the agreement effective as of"."""
_NO_KIND = frozenset(
    [
        *("any", "can", "could", "did", "do", "does", "enough", "few", "many", "may", "more"),
        *("much", "must", "no", "not", "prior", "shall", "should", "some", "to", "will", "would"),
    ]
)
"""What stands before an amount or a deed that is called as a document is: "how much notice"."""
_ARTICLES = frozenset(["a", "an", "her", "his", "its", "our", "that", "the", "their", "this"])
_KNOWN = frozenset(["my", "our", "that", "the", "this", "your"])
"""Before the word for its kind: a document that both sides know."""
_BESIDE = frozenset(
    [
        *("about", "after", "before", "besides", "concerning", "despite", "following", "mention"),
        *("mentions", "not", "outside", "regarding", "replaced", "replaces", "since"),
        *("until", "without"),
    ]
)
"""What leads away from a document that is named behind it."""
_WITHIN = frozenset(["according", "by", "from", "in", "of", "to", "under", "with"])
_ELSEWHERE = frozenset(
    [
        *("compare", "compared", "compares", "comparison", "contrast", "differ", "difference"),
        *("differences", "different", "differs", "or", "same", "than", "versus", "vs"),
        *("all", "altogether", "another", "both", "each", "either", "every", "list", "most"),
        *("neither", "other", "others", "overall", "sum", "together", "total"),
        *("accepted", "acknowledged", "addendum", "amended", "amendment", "annex", "answered"),
        *("approved", "cancelled", "changed", "disputed", "ended", "extended", "paid", "rejected"),
        *("renewed", "replaced", "revoked", "settled", "superseded", "withdrawn"),
    ]
)
"""Words of questions over several documents, and of what happened to one: told in another."""
_ASKING = frozenset(
    ["can", "could", "did", "do", "does", "may", "might", "must", "shall", "should", "will"]
)
"""Behind these a word that is a kind as well may be a verb: "when does she lease the boat"."""


class AskedWord(NamedTuple):
    """A word of a question: folded, where it begins, and whether it is written with a capital that
    the beginning of a sentence does not explain."""

    text: str
    start: int
    capital: bool


@dataclass(frozen=True, slots=True)
class NameSaid:
    """Words of a question, from `first` to before `last`, that documents bear as a name.

    `documents` holds per document how fully the name is said and how surely the document bears it.
    """

    first: int
    last: int
    documents: Mapping[str, tuple[float, float]]

    @property
    def fully(self) -> float:
        """How fully it is said of any document."""
        return max(full for full, _ in self.documents.values())


@dataclass(frozen=True, slots=True)
class Borne:
    """What names on first pages say of a question.

    `weights` in (0, 1] are of the documents that bear what is said, `meant` of these are spoken of
    as documents, by their kind or date; `elsewhere` says that what is asked may well stand in
    others than those; `words` are the question's folded words for the names.
    """

    weights: Mapping[str, float] = field(default_factory=dict)
    meant: frozenset[str] = frozenset()
    elsewhere: bool = False
    words: frozenset[str] = frozenset()


NOTHING_BORNE = Borne()


class BorneNames:
    """The names on the first pages of documents, arranged for looking up. Built once, then read.

    Args:
        pages: by document id.
    """

    def __init__(self, pages: Mapping[str, FirstPage]) -> None:
        self._pages: dict[str, FirstPage] = {}
        self._bearing: dict[tuple[str, ...], dict[str, float]] = {}
        self._ended: dict[str, set[tuple[str, ...]]] = {}
        self._on_day: dict[tuple[int, int], set[str]] = {}
        self._called: dict[str, set[str]] = {}
        """Documents by the kinds that they call themselves by."""
        self._names: list[tuple[str, ...]] = []
        for document, page in pages.items():
            self._put(document, page)
        self._names.sort()

    def changed(self, gone: Mapping[str, FirstPage], came: Mapping[str, FirstPage]) -> BorneNames:
        """The names without some documents and with others; these stay as they are."""
        pages = [*gone.values(), *came.values()]
        names = {party.name for page in pages for party in page.parties}
        changed = BorneNames({})
        changed._pages, changed._names = dict(self._pages), list(self._names)
        changed._bearing = copied(self._bearing, names)
        changed._ended = copied(self._ended, {name[-1] for name in names})
        changed._on_day = copied(self._on_day, {day[1:] for page in pages for day in page.days})
        changed._called = copied(self._called, {kind for page in pages for kind in page.kinds})
        for document in gone:
            changed._remove(document)
        known = len(changed._names)
        for document, page in came.items():
            changed._put(document, page)
        if len(changed._names) > known:
            changed._names.sort()
        return changed

    def _put(self, document: str, page: FirstPage) -> None:
        self._pages[document] = page
        for party in page.parties:
            if party.name not in self._bearing:
                self._bearing[party.name] = {}
                self._names.append(party.name)
            self._bearing[party.name][document] = party.sureness
            if _ends_with_surname(party):
                self._ended.setdefault(party.name[-1], set()).add(party.name)
        for day in page.days:
            self._on_day.setdefault(day[1:], set()).add(document)
        for kind in page.kinds:
            self._called.setdefault(kind, set()).add(document)

    def _remove(self, document: str) -> None:
        page = self._pages.pop(document)
        for party in page.parties:
            bearing = self._bearing.get(party.name, {})
            bearing.pop(document, None)
            if not bearing and self._bearing.pop(party.name, None) is not None:
                del self._names[bisect_left(self._names, party.name)]
            if _ends_with_surname(party) and not self._is_surnamed(party.name):
                self._ended[party.name[-1]].discard(party.name)
        for day in page.days:
            self._on_day[day[1:]].discard(document)
        for kind in page.kinds:
            self._called[kind].discard(document)

    def _is_surnamed(self, name: tuple[str, ...]) -> bool:
        """Whether a document bears a name of which the last word is a surname."""
        return any(
            party.name == name and _ends_with_surname(party)
            for document in self._bearing.get(name, ())
            for party in self._pages[document].parties
        )

    def meant_by(self, question: str) -> Borne:
        """The documents that a question means by the names, kinds and days that they bear."""
        words = words_of(question)
        kinds = list(_kinds_said(words))
        days = list(_days_of_documents(question, words, kinds))
        said = self.said_in(words)
        if not said:
            return self._by_date(words, kinds, days)
        rare = [name_said for name_said in said if not self._is_shared(name_said)]
        clear = [name_said for name_said in rare if name_said.fully >= SAID]
        counted = clear or rare or said
        asked = _kinds_beside(kinds, counted)
        top = _bearing_most(counted)
        fitting = self._of_kinds(top, asked, words)
        if asked and not fitting and len(clear) > 1:
            fitting = [each for each in top if not self._pages[each].kinds]
        fitting = [kind for kind in fitting if not self._is_of_other_days(kind, days)]
        dated = self._of_days(fitting, days)
        meant = frozenset((dated or fitting) if asked else dated)
        weights: dict[str, float] = {}
        for each in rare or said:
            for document, (full, known) in each.documents.items():
                if rare or document in meant:
                    other = OTHER_DAY if self._is_of_other_days(document, days) else 1.0
                    weights[document] = max(weights.get(document, 0.0), full * known * other)
        first = min([*asked.values(), *(each.first for each in counted)])
        return Borne(
            weights=dict(sorted(weights.items())),
            meant=meant,
            elsewhere=_is_about_another(words, kinds, asked, first)
            or self._is_borne_by_others(asked, meant),
            words=frozenset(
                word.text for name_said in said for word in words[name_said.first : name_said.last]
            ),
        )

    def said_in(self, words: Sequence[AskedWord]) -> list[NameSaid]:
        """The names in a question in their order; one within a longer one is none."""
        found: dict[tuple[int, int], dict[str, tuple[float, float]]] = defaultdict(dict)
        for first in range(len(words)):
            for name, length, full in self._from(words, first):
                there = found[first, first + length]
                for document, sure in self._bearing[name].items():
                    there[document] = max(there.get(document, (0.0, 0.0)), (full, sure))
        said: list[NameSaid] = []
        reached = 0
        for first, last in sorted(found, key=lambda each: (each[0], -each[1])):
            if last > reached:
                said.append(NameSaid(first, last, dict(sorted(found[first, last].items()))))
                reached = last
        return said

    def _from(
        self, words: Sequence[AskedWord], first: int
    ) -> Iterator[tuple[tuple[str, ...], int, float]]:
        """The names that begin at a word, as far as the question says them: each with how many
        words say it and how fully; and those that end with the word, as surnames do."""
        for length, names in self._begun_at(words, first):
            capital = any(asked_word.capital for asked_word in words[first : first + length])
            found = [(each, _fully(words, first, length, each, capital)) for each in names]
            if any(full for _, full in found):
                yield from ((name, length, full) for name, full in found if full)
                break
        word = words[first]
        ended = self._ended.get(word.text, ())
        if not word.capital or len(ended) > MOST_NAMES:
            return
        titled = first > 0 and words[first - 1].text in TITLES
        for name in sorted(ended):
            if titled:
                yield name, 1, BEGUN
            elif len(name) > 1 and _may_stand_alone(word):
                yield name, 1, ONE_WORD

    def _begun_at(
        self, words: Sequence[AskedWord], first: int
    ) -> Iterator[tuple[int, list[tuple[str, ...]]]]:
        """The names that begin with the first so many words from one on, most words first; of names
        that many share the beginning of, only the one that is said to its end."""
        ranges: list[tuple[int, int]] = []
        low, high = 0, len(self._names)
        for length in range(1, len(words) - first + 1):
            said = tuple(word.text for word in words[first : first + length])
            low = bisect_left(self._names, said, low, high)
            # behind all names that go on with this very word
            high = bisect_left(self._names, (*said[:-1], said[-1] + "\0"), low, high)
            if low == high:
                break
            ranges.append((low, high))
        for length in range(len(ranges), 0, -1):
            low, high = ranges[length - 1]
            if high - low <= MOST_NAMES:
                yield length, self._names[low:high]
            elif len(self._names[low]) == length:
                yield length, [self._names[low]]

    def _is_shared(self, said: NameSaid) -> bool:
        bearing = len(said.documents)
        return bearing > 1 and bearing >= SHARED * len(self._pages)

    def _by_date(
        self, words: Sequence[AskedWord], kinds: Sequence[tuple[str, int]], days: Sequence[_Dated]
    ) -> Borne:
        """Documents of a kind and day that the question gives without a name."""
        if not days:
            return self._by_kind(words, kinds)
        asked = {kind: place for kind, place in kinds if place in {day.kind for day in days}}
        among = {each for said in days for each in self._on_day.get(said.day[1:], ())}
        dated = self._of_days(self._of_kinds(sorted(among), asked, words), days)
        meant = frozenset(dated)
        first = min(asked.values())
        return Borne(
            weights=dict.fromkeys(dated, BEGUN),
            meant=meant,
            elsewhere=_is_about_another(words, kinds, asked, first)
            or self._is_borne_by_others(asked, meant),
        )

    def _by_kind(self, words: Sequence[AskedWord], kinds: Sequence[tuple[str, int]]) -> Borne:
        """Documents that call themselves by the one kind that the question speaks of as of a known
        document ("who signed the letter?"), where others do not: what it asks may yet stand in
        those, so none is meant surely."""
        asked = {kind: place for kind, place in kinds if _is_known(words, place)}
        if len(kinds) != 1 or not asked:
            return NOTHING_BORNE
        (place,) = asked.values()
        named = any(word.capital or word.text[0].isdigit() for word in words[place + 1 :])
        if named or _is_about_another(words, kinds, asked, place):
            return NOTHING_BORNE  # “the lease of 4 Mill Road” is none of those that are here
        called = sorted(set().union(*(self._called.get(each, ()) for each in asked)))
        if len(called) > 1 and len(called) >= SHARED * len(self._pages):
            return NOTHING_BORNE
        return Borne(weights=dict.fromkeys(called, BEGUN))

    def _of_kinds(
        self, documents: Sequence[str], asked: Mapping[str, int], words: Sequence[AskedWord]
    ) -> list[str]:
        """Those of the kinds that are asked for: by the word and the one before it, else by the
        word, else by its family; all where none is asked for."""
        if not asked:
            return list(documents)
        texts = [word.text for word in words]
        closer = {two for place in asked.values() if (two := closer_kind(texts, place))}
        families = {family_of(each) for each in asked}
        own = {document: self._pages[document].kinds for document in documents}
        return (
            [document for document in documents if own[document] & closer]
            or [document for document in documents if own[document] & asked.keys()]
            or [
                document
                for document in documents
                if families & {family_of(kind) for kind in own[document]}
            ]
        )

    def _of_days(self, documents: Sequence[str], days: Sequence[_Dated]) -> list[str]:
        return [
            document
            for document in documents
            if any(agree(own, said.day) for own in self._pages[document].days for said in days)
        ]

    def _is_of_other_days(self, document: str, days: Sequence[_Dated]) -> bool:
        """Whether the question gives a document a day, and all of its own days are others."""
        own = self._pages[document].days
        given = [day.day for day in days if day.given]
        return bool(own and given) and not any(agree(one, day) for one in own for day in given)

    def _is_borne_by_others(self, asked: Mapping[str, int], meant: Collection[str]) -> bool:
        """Whether others call themselves by the very word that the question says, and those that
        are meant only by one like it: no invoice is a statement where there are statements."""
        kinds = {kind for each in meant for kind in self._pages[each].kinds}
        return bool(meant) and kinds.isdisjoint(asked) and any(map(self._called.get, asked))


def _ends_with_surname(party: Party) -> bool:
    return not party.form and not party.name[0].isdigit()


def words_of(question: str) -> list[AskedWord]:
    """The first words of a question but for "and"; possessive endings are left out."""
    plain = _POSSESSIVE.sub(lambda found: " " * len(found[0]), question)
    found: list[AskedWord] = []
    for match in _TOKEN.finditer(plain):
        surface = match[0]
        text = fold(surface)
        before = plain[: match.start()].rstrip(" \"'“‘([")
        opening = not before or before[-1] in ".?!"
        capital = surface[:1].isupper() and (not opening or not surface[1:].islower())
        if text != "and":
            found.append(AskedWord(text, match.start(), capital))
        if len(found) == MOST_WORDS:
            break
    return found


def _fully(
    words: Sequence[AskedWord], first: int, length: int, name: Sequence[str], capital: bool
) -> float:
    """How fully words say a name that begins with them; 0 where they are no name."""
    if length < len(name):
        # half of an address is another place
        if not capital or name[0].isdigit():
            return 0.0
        return BEGUN if length > 1 else ONE_WORD * _may_stand_alone(words[first])
    if length > 1:
        return FULL if capital else LOWER_CASE
    if not capital or words[first].text in STOP_WORDS or kind_of(words[first].text):
        return 0.0
    following = words[first + 1].text if first + 1 < len(words) else ""
    return FULL if following in LEGAL else BEGUN


def _may_stand_alone(word: AskedWord) -> bool:
    plain = word.text in STOP_WORDS or kind_of(word.text) or word.text in TITLES
    return word.capital and len(word.text) >= LEAST_LETTERS and not plain


def _kinds_said(words: Sequence[AskedWord]) -> Iterator[tuple[str, int]]:
    """The kinds of document that a question names, one of each, and which word each is: no "30
    minutes", "how much notice" or "must report"."""
    for place, word in enumerate(words):
        before = words[place - 1].text if place else ""
        if not (kind := kind_of(word.text)) or before in _NO_KIND or before.isdigit():
            continue
        if not _is_verb(words, place):
            yield kind, place


def _is_known(words: Sequence[AskedWord], place: int) -> bool:
    """Whether a word for a kind speaks of a document that asker and answerer know: "the letter",
    "does our lease allow …", but not "a letter", nor what it is a part of the name of ("the letter
    box", "the lease term")."""
    before = [word.text for word in words[max(0, place - 2) : place]]
    if before[-1:] == [] or before[-1] not in _KNOWN:
        return False
    if place + 1 == len(words) or words[place + 1].text in STOP_WORDS:
        return True
    return before[0] in _ASKING  # “what does the letter say”


def _is_verb(words: Sequence[AskedWord], place: int) -> bool:
    """Whether a word for a kind is said of somebody who does it: "does Dov Kray lease the boat"."""
    if words[place - 1].text in _ARTICLES or words[place].capital:
        return False
    behind = {word.text for word in words[place + 1 : place + 2]}
    return bool(behind & _ARTICLES) and any(
        asked_word.text in _ASKING for asked_word in words[:place]
    )


def _bearing_most(said: Sequence[NameSaid]) -> list[str]:
    """The documents that bear most of some names, sorted."""
    votes: dict[str, int] = defaultdict(int)
    for name_said in said:
        for document in name_said.documents:
            votes[document] += 1
    most = max(votes.values())
    return sorted(each for each, count in votes.items() if count == most)


def _kinds_beside(kinds: Sequence[tuple[str, int]], said: Sequence[NameSaid]) -> dict[str, int]:
    """The kinds of the family that stands nearest to one of the names, and which word each is."""
    beside = {
        (kind, place): min(
            place - name_said.last if place >= name_said.last else name_said.first - place - 1
            for name_said in said
        )
        for kind, place in kinds
    }
    near = {each: distance for each, distance in beside.items() if distance <= NEAR}
    if not near:
        return {}
    nearest, _ = min(near, key=lambda each: (near[each], each[1]))
    return {kind: place for kind, place in near if family_of(kind) == family_of(nearest)}


def _is_about_another(
    words: Sequence[AskedWord],
    kinds: Sequence[tuple[str, int]],
    asked: Mapping[str, int],
    first: int,
) -> bool:
    """Whether a question may ask for what stands elsewhere: in several documents, in one that
    speaks of the one it names ("which letter is about the lease of 4 Mill Lane?"), or of another
    time ("who moved in after the lease of …?").

    Args:
        first: the first word that names the document.
    """
    if any(word.text in _ELSEWHERE for word in words):
        return True
    families = {family_of(each) for each in asked}
    others = [place for kind, place in kinds if family_of(kind) not in families]
    if any(place < first for place in others):
        return True
    before = [asked_word.text for asked_word in words[:first] if asked_word.text not in _ARTICLES]
    while before and before[-1] in _WITHIN:
        del before[-1]
    return bool(before) and before[-1] in _BESIDE


class _Dated(NamedTuple):
    """A day that a question gives a document, the word for whose kind is its `kind`th; `given` if
    it is surely the document's ("the letter of 3 March", "the lease of 4 Mill Lane dated 2 May")
    and not that of what happened."""

    day: Day
    kind: int
    given: bool


def _days_of_documents(
    question: str, words: Sequence[AskedWord], kinds: Sequence[tuple[str, int]]
) -> Iterator[_Dated]:
    """The days that a question gives a document: "the letter of 3 March", "the 3 March letter"."""
    starts = [word.start for word in words]
    for day, start in days_said(question):
        place = bisect_right(starts, start) - 1
        joined = place > 0 and words[place - 1].text in _DATED
        for _, kind in kinds:
            if (joined and 0 < place - kind <= MOST_BETWEEN) or 0 < kind - place <= NEAR:
                between = {asked_word.text for asked_word in words[kind + 1 : place]}
                right = between <= _DATED or words[place - 1].text == "dated"
                yield _Dated(day, kind, right if kind < place else kind - place <= DAY_WORDS)
                break
