"""Which documents a question names by what they are called.

A question's runs of words, written without blanks, are compared with the documents' names written
the same way, so that "Salt Marsh", "Saltmarsh" and `SALTMARSH` are one. Shortened and misspelled
names count less than exact ones.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from backend.analysis import STOP_WORDS
from backend.scope.copied_values import copied
from backend.scope.profiles import LONGEST_NAME, Profile, spelled

EXACT = 1.0
EXACT_LOWER_CASE = (0.7, 0.9)
"""One uncapitalised word, or several, may be meant as words and not as a name."""
ACRONYM = 0.95
INFLECTED = 0.9
MISSPELLED = 0.85
LEAST_PREFIX = 4
LEAST_MISSPELLED = 6
LONGEST_ACRONYM = 6
LEAST_LETTERS = 3
"""Of a word that is more than a name as it stands: two letters begin too many."""

_TOKEN = re.compile(r"[^\W\d_][^\W_]*(?:&[^\W_]+)*")


@dataclass(frozen=True, slots=True)
class Match:
    """A document that a question names: how surely in (0, 1], and the question's words for it.

    `forms` are the ways to write what is said most surely: the question's and the document's own.
    """

    document: str
    score: float
    words: frozenset[str]
    forms: frozenset[tuple[str, ...]] = frozenset()


@dataclass(frozen=True, slots=True)
class _Run:
    """A run of the question's words; `words` as they stand, `joined` folded without blanks."""

    words: tuple[str, ...]
    joined: str
    opening: bool

    @property
    def capital(self) -> bool:
        """Whether it is written as a name; a question's first word has a capital in any case."""
        first = self.words[0]
        certain = not self.opening or len(self.words) > 1 or not first[1:].islower()
        return first[:1].isupper() and certain


class Names:
    """The names of a collection's documents, arranged for looking up. Without any as it is made;
    `changed` gives another with some."""

    def __init__(self) -> None:
        self._bearing: dict[str, set[tuple[tuple[str, ...], str]]] = {}
        """By a name without blanks: how it is written, and the document."""
        self._several: dict[tuple[str, str], set[tuple[tuple[str, ...], str]]] = {}
        """The same of names of several words, by the first letters of the first and the last."""
        self._sized: dict[tuple[str, int], set[str]] = {}
        self._ordered: list[str] = []
        self._symbols: dict[str, int] = {}
        """How many documents bear a name that is the letters of a listing."""

    def changed(self, gone: Mapping[str, Profile], came: Mapping[str, Profile]) -> Names:
        """The names without some documents and with others; these stay as they are."""
        changed = Names()
        changed._ordered = list(self._ordered)
        changed._symbols = dict(self._symbols)
        names = {name for profile in (*gone.values(), *came.values()) for name in profile.names}
        joined = {"".join(name) for name in names}
        changed._bearing = copied(self._bearing, joined)
        changed._several = copied(self._several, set(map(_first_letters, names)))
        changed._sized = copied(self._sized, {(each[:1], len(each)) for each in joined})
        for profile in gone.values():
            changed._remove(profile)
        known = len(changed._ordered)
        for profile in came.values():
            changed._put(profile)
        if len(changed._ordered) > known:
            changed._ordered.sort()
        return changed

    def _put(self, profile: Profile) -> None:
        for symbol in profile.symbols:
            self._symbols[symbol] = self._symbols.get(symbol, 0) + 1
        for name in profile.names:
            joined = "".join(name)
            if joined not in self._bearing:
                self._bearing[joined] = set()
                self._sized.setdefault((joined[:1], len(joined)), set()).add(joined)
                self._ordered.append(joined)
            self._bearing[joined].add((name, profile.id))
            if len(name) > 1:
                self._several.setdefault(_first_letters(name), set()).add((name, profile.id))

    def _remove(self, profile: Profile) -> None:
        for symbol in profile.symbols:
            self._symbols[symbol] -= 1
        for name in profile.names:
            joined = "".join(name)
            self._bearing[joined].discard((name, profile.id))
            if len(name) > 1:
                self._several[_first_letters(name)].discard((name, profile.id))
            if not self._bearing[joined]:
                del self._bearing[joined]
                self._sized[joined[:1], len(joined)].discard(joined)
                del self._ordered[bisect_left(self._ordered, joined)]

    def bearing(self, joined: str) -> frozenset[str]:
        """The documents that bear a name which is written so, folded and without blanks."""
        return frozenset(document for _, document in self._bearing.get(joined, ()))

    def named_in(self, question: str) -> list[Match]:
        """The documents that a question names, surest first, equal ones by their ids."""
        scores: dict[str, float] = {}
        said: dict[str, set[str]] = defaultdict(set)
        forms: dict[str, set[tuple[str, ...]]] = {}
        for run in _runs(question):
            words = tuple(word for each in run.words for word in spelled(each))
            for document, score, names in self._documents(run):
                said[document] |= set(words)
                if score > scores.get(document, 0.0):
                    scores[document], forms[document] = score, set()
                if score == scores[document]:
                    forms[document] |= {words, *names}
        return sorted(
            (
                Match(each, score, frozenset(said[each]), frozenset(forms[each]))
                for each, score in scores.items()
            ),
            key=lambda match: (-match.score, match.document),
        )

    def _documents(self, run: _Run) -> Iterator[tuple[str, float, set[tuple[str, ...]]]]:
        """The documents that a run names, how surely, and by which of their names."""
        for joined, score in self._names(run):
            bearing = self._bearing[joined]
            forms = {name for name, _ in bearing}
            for document in {document for _, document in bearing}:
                yield document, score, forms
        for document, name in self._abbreviated(run):
            yield document, ACRONYM, {name}

    def _names(self, run: _Run) -> Iterator[tuple[str, float]]:
        single = len(run.words) == 1
        if self._symbols.get(run.joined, 0) and not run.words[0].isupper():
            return  # “cost” is no name of who is listed as COST
        if run.joined in self._bearing:
            yield run.joined, EXACT if run.capital else EXACT_LOWER_CASE[not single]
        if not run.capital or len(run.joined) < LEAST_LETTERS:
            return
        if len(run.joined) >= LEAST_PREFIX or not single or run.words[0].isupper():
            yield from self._begun(run.joined)
        if single:
            for ending in ("s", "es"):
                if run.joined.endswith(ending) and run.joined[: -len(ending)] in self._bearing:
                    yield run.joined[: -len(ending)], INFLECTED
            if len(run.joined) >= LEAST_MISSPELLED:
                for size in (-1, 0, 1):
                    for joined in sorted(
                        self._sized.get((run.joined[:1], len(run.joined) + size), ())
                    ):
                        if one_edit_apart(run.joined, joined):
                            yield joined, MISSPELLED

    def _begun(self, joined: str) -> Iterator[tuple[str, float]]:
        """Names that a run begins: half for that, half for how much of the name it is."""
        position = bisect_left(self._ordered, joined)
        while position < len(self._ordered) and self._ordered[position].startswith(joined):
            name = self._ordered[position]
            if name != joined:
                yield name, 0.5 + 0.5 * len(joined) / len(name)
            position += 1

    def _abbreviated(self, run: _Run) -> Iterator[tuple[str, tuple[str, ...]]]:
        word = run.words[0]
        capitals = sum(character.isupper() for character in word)
        letters = run.joined
        is_short = len(letters) < LEAST_LETTERS and "&" not in word
        if is_short:
            return  # “UK” and “HR” begin many names
        if len(run.words) == 1 and capitals >= 2 and 2 <= len(letters) <= LONGEST_ACRONYM:
            for last in sorted(set(letters[1:])):
                for name, document in self._several.get((letters[0], last), ()):
                    if len(name) <= len(letters) and abbreviates(letters, name):
                        yield document, name


def _first_letters(name: Sequence[str]) -> tuple[str, str]:
    return name[0][:1], name[-1][:1]


def one_edit_apart(first: str, second: str) -> bool:
    """Whether one letter is missing, added or different (Levenshtein distance 1)."""
    if abs(len(first) - len(second)) > 1 or first == second:
        return False
    same = 0
    while same < min(len(first), len(second)) and first[same] == second[same]:
        same += 1
    return (
        first[same + 1 :] == second[same + 1 :]
        or first[same:] == second[same + 1 :]
        or first[same + 1 :] == second[same:]
    )


def abbreviates(letters: str, name: Sequence[str]) -> bool:
    """Whether letters begin all words of a name, in order ("norex" for Northern Express)."""

    def reaches(rest: str, word: int) -> bool:
        if word == len(name):
            return not rest
        whole = name[word]
        return any(
            rest[:size] == whole[:size] and reaches(rest[size:], word + 1)
            for size in range(1, min(len(rest), len(whole)) + 1)
        )

    return len(name) > 1 and reaches(letters, 0)


def _is_of_capitals(words: Sequence[str]) -> bool:
    """Whether a run is one word of two letters that only a name has so: "BA", "S&M"."""
    return len(words) == 1 and words[0].isupper() and len(words[0]) > 1


def _runs(question: str) -> Iterator[_Run]:
    tokens = _TOKEN.findall(re.sub(r"['’]s\b", "", question))
    for length in range(1, LONGEST_NAME + 1):
        for start in range(len(tokens) - length + 1):
            words = tuple(tokens[start : start + length])
            joined = "".join(piece for word in words for piece in spelled(word))
            if (len(joined) < LEAST_LETTERS and not _is_of_capitals(words)) or all(
                word.lower() in STOP_WORDS for word in words
            ):
                continue
            if words[0][:1].isupper() or len(joined) >= 5:
                if words[0].lower() in STOP_WORDS or words[-1].lower() in STOP_WORDS:
                    continue
                yield _Run(words, joined, start == 0)
