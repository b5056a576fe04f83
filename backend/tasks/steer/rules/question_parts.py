"""What a question asks: its terms, its names, its two sides if it compares."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from backend.analysis import Term, stem, terms
from backend.passage_view.names import Name, name_key, names_in

# What questions are made of, whatever they are about: it says nothing about a passage.
_QUESTION_WORDS = frozenset(
    stem(word)
    for word in (
        *("name", "many", "much", "type", "kind", "sort", "tell", "give", "list", "find", "whose"),
        *("long", "often", "called", "known", "also", "would", "does", "document", "documents"),
        *("question", "answer", "mention", "mentioned", "describe", "explain", "two", "one"),
    )
)
_COMPARES = re.compile(
    r"\b(?:both|same|different|differ|common|between|than|compare[ds]?|comparison|either|out of"
    r"|first|last|earlier|later|older|younger|longer|shorter|larger|smaller|more|less|fewer"
    r"|taller|higher|lower|closer|farther|(?:old|young|long|larg|small|tall|high|low)est)\b"
    r"|\bor\b",
    re.IGNORECASE,
)
_JOINT = re.compile(
    r"\s*(?:,|,?\s*\b(?:and|or|(?:(?:more\s+|less\s+)?\w+\s+)?than|from|with|vs\.?|versus)\b)"
    r"\s*(?:the\s+)?",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class QuestionInParts:
    """A question taken apart.

    `terms` are its content terms with their spans, `names` its longest names, `sides` the names
    that it compares (two or more, or none).
    """

    text: str
    key: str
    terms: tuple[Term, ...]
    names: tuple[Name, ...]
    sides: tuple[str, ...]

    @property
    def stems(self) -> tuple[str, ...]:
        """The distinct content terms in order."""
        return tuple(dict.fromkeys(term.text for term in self.terms))

    @property
    def relation(self) -> tuple[Term, ...]:
        """The content terms outside of names: what is asked about them."""
        spans = [(name.start, name.end) for name in self.names]
        return tuple(
            term
            for term in self.terms
            if not any(start <= term.start < end for start, end in spans)
        )

    def words(self, wanted: Sequence[str]) -> list[str]:
        """The question's own words of the wanted terms, in its order, each once."""
        seen: set[str] = set()
        found = []
        for term in self.terms:
            if term.text in wanted and term.text not in seen:
                seen.add(term.text)
                found.append(self.text[term.start : term.end])
        return found

    def holds(self, key: str) -> bool:
        """Whether the question says these words, one after the other."""
        return bool(key) and f" {key} " in f" {self.key} "


def take_apart(question: str) -> QuestionInParts:
    """The question's content terms, names and sides."""
    content = tuple(term for term in terms(question) if term.text not in _QUESTION_WORDS)
    found = list(names_in(question))
    sides = _sides(question, found)
    names = _longest(found, sides)
    return QuestionInParts(question, name_key(question), content, names, sides)


def _sides(question: str, names: Sequence[Name]) -> tuple[str, ...]:
    """Names that stand side by side in a question that compares."""
    if not _COMPARES.search(question):
        return ()
    inner = _innermost(names)
    sides: list[str] = []
    for left, right in pairwise(inner):
        between = question[left.end : right.start]
        if _JOINT.fullmatch(between.replace('"', "").replace("?", "")):
            sides += [left.surface, right.surface]
    return tuple(dict.fromkeys(sides))


def _innermost(names: Sequence[Name]) -> list[Name]:
    """Names without those that hold another one."""
    return [
        name
        for name in names
        if not any(
            other is not name and name.start <= other.start and other.end <= name.end
            for other in names
        )
    ]


def _longest(names: Sequence[Name], sides: Sequence[str]) -> tuple[Name, ...]:
    """The longest name at each place, sides kept apart."""
    chosen: list[Name] = []
    for name in sorted(names, key=lambda each: (-(each.end - each.start), each.start)):
        holds_sides = sum(side in name.surface and side != name.surface for side in sides) > 1
        if holds_sides:
            continue
        if not any(name.start < other.end and other.start < name.end for other in chosen):
            chosen.append(name)
    return tuple(sorted(chosen, key=lambda each: each.start))
