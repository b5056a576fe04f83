"""The facts that the sentences of a document state: subject, relation, object.

From the main clause of each sentence, and from what stands in brackets or between commas behind its
subject ("Ada Finch, a painter, …"; "(born 1899)"). Pronouns and "the company" are filled in with
the name that they mean.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from backend.discourse.clauses import Clause
from backend.discourse.passages import Told, told_in
from backend.discourse.verbs import AUXILIARIES
from backend.types import Chunk, Fact

MOST_OF_PASSAGE = 40
MOST_WORDS = 40
"""Words of an object, at most."""

_KIND = re.compile(r"(?i)^(?:an?|the|one of the)\s+[a-z]")
_BORN = re.compile(
    r"(?i)^(?P<said>born|died|founded|established|formerly|abbreviated|also known as)"
    r"\s+(?:as\s+|in\s+|on\s+)?(?P<told>\S.*)"
)
_LIFE = re.compile(r"^(?P<born>[^–—-]*\d{4})\s*[–—-]\s*(?P<died>[^–—-]*\d{2,4})\b")
_NO_FACT = frozenset(["this", "that", "these", "those", "there"])
_LETTER = re.compile(r"[^\W\d_]{2}")


def facts_of_passages(chunks: Sequence[Chunk], title: str) -> list[tuple[Fact, ...]]:
    """The facts of each of a document's passages, in the order of its text.

    Args:
        chunks: all passages of one document, in its order.
        title: of the document.
    """
    found: list[tuple[Fact, ...]] = []
    for chunk, told in told_in(chunks, title):
        facts = [fact for each in told for fact in _facts_of(chunk.text, each)]
        found.append(tuple(dict.fromkeys(facts))[:MOST_OF_PASSAGE])
    return found


def _facts_of(text: str, told: Told) -> Iterator[Fact]:
    sentence = text[told.start : told.end]
    clause = told.clause
    subject = _subject(sentence, told)
    if not subject:
        return

    def fact(relation: str, thing: str) -> Fact:
        return Fact(subject, relation, thing, told.start, told.end)

    relation, thing = _words(sentence, clause.said), _words(sentence, clause.told)
    if thing or relation.split()[-1].lower() not in AUXILIARIES:
        yield fact(relation, thing)
    yield from (fact(said, what) for said, what in _beside(sentence, clause))


def _subject(sentence: str, told: Told) -> str:
    """What the clause speaks of; empty for a pronoun that means nothing known."""
    if told.meant is not None:
        return told.meant.referent.name
    said = _words(sentence, told.clause.subject)
    if told.clause.kind == "pronoun" or said.lower() in _NO_FACT or not _LETTER.search(said):
        return ""
    return said


def _beside(sentence: str, clause: Clause) -> Iterator[tuple[str, str]]:
    """Relation and object that stand behind the subject, in brackets or between commas."""
    aside = _words(sentence, clause.aside)
    if not aside:
        return
    life = _LIFE.match(aside)
    born = _BORN.match(aside)
    if life is not None:
        yield "lived", f"{life['born'].strip()} to {life['died'].strip()}"
    elif born is not None:
        yield born["said"].lower(), born["told"]
    elif _KIND.match(aside) and clause.kind == "name":
        yield "is", aside


def _words(sentence: str, span: tuple[int, int]) -> str:
    words = sentence[slice(*span)].split()
    return " ".join(words[:MOST_WORDS])
