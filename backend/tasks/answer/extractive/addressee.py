"""What a letter says to “you” is said of the one whom it greets.

“Which berth was given to Mr Finch?” shares no name with “Your berth is C22”, which stands below
“Dear Mr Finch”. Only a name that the question has is put in, and only for the letters that greet
nobody else.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from backend.analysis import term_texts
from backend.tasks.answer.extractive.letters import greeted
from backend.tasks.answer.extractive.question import Question
from backend.tasks.answer.extractive.units import Unit
from backend.types import Hit

_YOU = re.compile(
    r"\b[Yy]ou(?:rs?)?\b(?! (?:sincerely|faithfully|truly|ever|respectfully))(?<!incerely yours)"
)
"""But for the words that close a letter, which are said to nobody in particular."""
_LINE = re.compile(r"[^\n]+")
_GREETING_ENDS = (",", ":", "!")
_HEAD_OF_MAIL = re.compile(r"(?i)^(?:>|from: |von: |de: )|\bwrote:$|\bschrieb:$|\ba écrit ?:$")
CHAIN = 2
"""Such lines of a document that is a chain of mails."""
LEAST_BESIDE = 0.4
"""Least share of what is asked beside the name that a sentence to “you” holds, to be an answer."""
NEARLY_ALL = 0.9
"""Least share of it in a direct one."""


@dataclass(frozen=True, slots=True)
class _Greeting:
    """Whom a document greets, as it is written, and where in the document that ends."""

    name: str
    end: int


def with_addressee(question: str, units: Sequence[Unit], hits: Sequence[Hit]) -> list[Unit]:
    """The units, those of a letter to somebody whom the question names with the name where they
    say “you”: among their terms, and in what models read of them."""
    meant = {
        document: greeting
        for document, greeting in _greetings(hits).items()
        if _is_named(question, greeting.name)
    }
    if not meant:
        return list(units)
    return [
        _said_of(unit, meant.get(hits[unit.hit - 1].chunk.document_id))
        if hits[unit.hit - 1].chunk.kind != "table_row"
        else unit
        for unit in units
    ]


def only_speaks_to_them(question: Question, unit: Unit) -> bool:
    """Whether a sentence shares little with a question but whom it speaks to: “Your berth is C22”
    says nothing of when Mr Finch was born, whatever models make of its name."""
    return _share_beside(question, unit) < LEAST_BESIDE


def says_it_to_them(question: Question, unit: Unit) -> bool:
    """Whether a sentence to “you” says nearly all that is asked, as any other sentence is taken to
    do: models have learned from no such one."""
    return _share_beside(question, unit) >= NEARLY_ALL


def _share_beside(question: Question, unit: Unit) -> float:
    """The share of what is asked beside the name that a sentence to “you” holds; all for others."""
    if not unit.read_as or not _YOU.search(unit.text):
        return 1.0
    named = unit.term_set - frozenset(term_texts(unit.text))
    beside = {term: weight for term, weight in question.weights.items() if term not in named}
    held = sum(weight for term, weight in beside.items() if term in unit.term_set)
    return held / sum(beside.values()) if beside else 1.0


def _said_of(unit: Unit, greeting: _Greeting | None) -> Unit:
    if greeting is None or unit.start < greeting.end or not _YOU.search(unit.text):
        return unit
    read_as = _YOU.sub(lambda found: _in_place_of(found.group(), greeting.name), unit.text)
    named = frozenset(term_texts(greeting.name))
    return replace(unit, term_set=unit.term_set | named, read_as=read_as)


def _in_place_of(word: str, name: str) -> str:
    return name if word.lower() == "you" else f"{name}’s"


def _greetings(hits: Sequence[Hit]) -> dict[str, _Greeting]:
    """By document the one whom it greets; none of a document that greets twice, or has the heads of
    several mails: in a chain of them “you” is now the one, now the other."""
    found: dict[str, dict[int, str]] = {}
    heads: dict[str, set[int]] = {}
    for hit in hits:
        chunk = hit.chunk
        for line in _LINE.finditer(chunk.text):
            said, end = line.group().strip(), chunk.start + line.end()
            name = greeted(said) if said.endswith(_GREETING_ENDS) else ""
            if name:
                found.setdefault(chunk.document_id, {})[end] = name
            elif _HEAD_OF_MAIL.search(said):
                heads.setdefault(chunk.document_id, set()).add(end)
    return {
        document: _Greeting(name, end)
        for document, names in found.items()
        for end, name in names.items()
        if len(names) == 1 and len(heads.get(document, ())) < CHAIN
    }


def _is_named(question: str, name: str) -> bool:
    """Whether a question has the last word of a name, letter for letter; “all” names nobody."""
    last = name.rsplit(maxsplit=1)[-1]
    return bool(term_texts(last)) and bool(re.search(rf"\b{re.escape(last)}(?!\w)", question))
