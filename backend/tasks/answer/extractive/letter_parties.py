"""The side of a letter that is asked for, in the letter that is meant."""

from __future__ import annotations

import re

from backend.analysis import term_texts
from backend.tasks.answer.extractive.letters import LetterSide, party_asked, party_in
from backend.tasks.answer.extractive.reading import ReadEvidence
from backend.tasks.answer.extractive.units import Unit

_OTHER_SIDE = {
    LetterSide.SENDER: re.compile(r"(?i)^ (?:to|for)\b"),
    LetterSide.RECEIVER: re.compile(r"(?i)^ (?:from|by|of)\b"),
}

_TO = re.compile(r"(?i)\W*(?:to|attn|attention|an|à|a|für|para)\b\s*:?")
"""A line of an address."""
_KIND = re.compile(
    r"(?i)^\W*(?:and )?[^?]*?\b(?P<kind>notice|memo|reply|answer|offer|quotation|reminder|complaint"
    r"|invitation|confirmation)\b"
)
"""What not every letter is called by."""


def letter_party(reading: ReadEvidence, unit: Unit) -> str:
    """The side of a letter that is asked for, as a sentence tells it, in a document that holds
    what the question says of the letter; empty for others, and for the other side that the
    question names (“Who signed the letter to Ada Finch?” in a letter by her)."""
    asked = party_asked(reading.question.text)
    if asked is None:
        return ""
    passage = reading.passages[unit.hit]
    name = party_in(reading.question.text, unit, passage.text, passage.start)
    if not name:
        return ""
    party, about = asked
    said = frozenset(term_texts(about))
    if (
        party in _OTHER_SIDE
        and _OTHER_SIDE[party].match(about)
        and said.intersection(term_texts(name)[-1:])
    ):
        return ""
    held = _terms_of(reading, passage.document)
    return name if said <= held and _is_of_kind(reading, held) else ""


def _terms_of(reading: ReadEvidence, document: str) -> frozenset[str]:
    """The stems of what was found of a document, with its titles."""
    return frozenset[str]().union(
        *(
            each.title_terms | frozenset(term_texts(each.text))  # headings are no units
            for each in reading.passages.values()
            if each.document == document
        )
    )


def _is_of_kind(reading: ReadEvidence, held: frozenset[str]) -> bool:
    """Whether a document is called by the kind of letter that is asked for, or none is."""
    asked = _KIND.match(reading.question.text)
    if asked is None:
        return True
    kind = frozenset(term_texts(asked["kind"]))
    documents = {each.document for each in reading.passages.values()}
    return kind <= held or not any(kind <= _terms_of(reading, each) for each in documents)


def is_of_no_receiver(reading: ReadEvidence, unit: Unit) -> bool:
    """Whether it is asked to whom a letter is written, and a sentence neither greets anybody nor
    speaks of the letter: whom it names is somebody else."""
    asked = party_asked(reading.question.text)
    if asked is None or asked[0] is not LetterSide.RECEIVER or letter_party(reading, unit):
        return False
    said = frozenset(reading.question.terms) - frozenset(term_texts(asked[1]))
    return said.isdisjoint(unit.term_set) and _TO.match(unit.text) is None


def is_of_no_letter_meant(reading: ReadEvidence, unit: Unit) -> bool:
    """Whether a sentence tells no side of the letter that is meant: it is of no receiver, or
    letters of several people were found, and nothing says which of them is meant."""
    names = [frozenset(each.split()) for each in parties_told(reading)]
    people = [each for each in names if not any(each < other for other in names)]
    return is_of_no_receiver(reading, unit) or len(people) > 1  # “Ada” is “Ada Finch”


def parties_told(reading: ReadEvidence) -> frozenset[str]:
    """All names that the sentences of the evidence tell of the side of a letter that is asked
    for."""
    return frozenset(filter(None, (letter_party(reading, unit) for unit in reading.units)))
