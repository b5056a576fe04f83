"""The side of a letter that is asked for, in the letter that is meant, and who holds an office as
a signature tells it.
"""

from __future__ import annotations

import re

from backend.analysis import term_texts
from backend.tasks.answer.extractive.letters import (
    LetterSide,
    letter_head,
    party_asked,
    party_in,
    signature,
    signed_role,
)
from backend.tasks.answer.extractive.offices import office_asked
from backend.tasks.answer.extractive.plain_statements import signer_of
from backend.tasks.answer.extractive.reading import ReadEvidence
from backend.tasks.answer.extractive.units import Unit

_OTHER_SIDE = {
    LetterSide.SENDER: re.compile(r"(?i)^ (?:to|for)\b"),
    LetterSide.RECEIVER: re.compile(r"(?i)^ (?:from|by|of)\b"),
}

_HONORARY = re.compile(r"(?i)^hon(?:orary|\.)? ")
_OF_WHOM = re.compile(r"(?i)[,;(]|\s(?:of|to|for|at|in|and)\b")
"""What follows an office: “Secretary to the committee”."""

_TO = re.compile(r"(?i)\W*(?:to|attn|attention|an|à|a|für|para)\b\s*:?")
"""A line of an address."""
_FROM = re.compile(r"(?i)\W*(?:from|signed|author|by|von|absender|de|expéditeur|remitente)\b")
_KIND = re.compile(
    r"(?i)^\W*(?:and )?[^?]*?\b(?P<kind>notice|memo|reply|answer|offer|quotation|reminder|complaint"
    r"|invitation|confirmation)\b"
)
"""What not every letter is called by."""


def letter_party(reading: ReadEvidence, unit: Unit) -> str:
    """The side of a letter that is asked for, as a sentence tells it, in a document that holds
    what the question says of the letter; empty for others, and for the other side that the
    question names (“Who signed the letter to Ada Finch?” in a letter by her). Of “Who is the
    secretary?” the one who signed as such."""
    asked = party_asked(reading.question.text)
    if asked is None:
        return _office_holder(reading, unit)
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


def _office_holder(reading: ReadEvidence, unit: Unit) -> str:
    """The name below the closing words of a letter, with the very office below it that is asked
    for. Whose secretary it is must stand behind that, in the writer's head of the letter or in its
    title: the receiver may be the secretary of something as well."""
    question, passage = reading.question, reading.passages[unit.hit]
    office = office_asked(question.text)
    if not office:
        return ""
    start, end = unit.start - passage.start, unit.end - passage.start
    own, before = passage.text[start:end], passage.text[:start]
    signed = signed_role(own, before)
    if term_texts(_OF_WHOM.split(_HONORARY.sub("", signed))[0]) != office:
        return ""
    heads = [
        letter_head(each.text)
        for each in reading.passages.values()
        if each.document == passage.document and each.start == 0
    ]
    held = passage.name_terms.union(term_texts(" ".join((signed, *heads))))
    rest = question.weights.keys() - set(office)
    return signature(own, before) if rest <= held else ""


def _terms_of(reading: ReadEvidence, document: str) -> frozenset[str]:
    """The stems of what was found of a document, with its titles."""
    return frozenset[str]().union(
        *(
            passage.title_terms | frozenset(term_texts(passage.text))  # headings are no units
            for passage in reading.passages.values()
            if passage.document == document
        )
    )


def _is_of_kind(reading: ReadEvidence, held: frozenset[str]) -> bool:
    """Whether a document is called by the kind of letter that is asked for, or none is."""
    asked = _KIND.match(reading.question.text)
    if asked is None:
        return True
    kind = frozenset(term_texts(asked["kind"]))
    documents = {passage.document for passage in reading.passages.values()}
    return kind <= held or not any(kind <= _terms_of(reading, document) for document in documents)


def is_of_no_receiver(reading: ReadEvidence, unit: Unit) -> bool:
    """Whether it is asked to whom a letter is written, and a sentence neither greets anybody nor
    speaks of the letter: whom it names is somebody else."""
    asked = party_asked(reading.question.text)
    if asked is None or asked[0] is not LetterSide.RECEIVER or letter_party(reading, unit):
        return False
    said = frozenset(reading.question.terms) - frozenset(term_texts(asked[1]))
    return said.isdisjoint(unit.term_set) and _TO.match(unit.text) is None


def is_of_no_sender(reading: ReadEvidence, unit: Unit) -> bool:
    """Whether it is asked who wrote or signed a letter, and a sentence is no signature, says not
    from whom it is and does not speak of the letter: whom it names is somebody else."""
    asked = party_asked(reading.question.text)
    if asked is None or asked[0] is not LetterSide.SENDER or letter_party(reading, unit):
        return False
    if signer_of(reading.question, unit) or _FROM.match(unit.text):
        return False
    said = frozenset(reading.question.terms) - frozenset(term_texts(asked[1]))
    return said.isdisjoint(unit.term_set)


def is_of_no_letter_meant(reading: ReadEvidence, unit: Unit) -> bool:
    """Whether a sentence tells no side of the letter that is meant: it is of no receiver or sender,
    or letters of several people were found, and nothing says which of them is meant."""
    names = [frozenset(party.split()) for party in parties_told(reading)]
    people = [name for name in names if not any(name < other for other in names)]
    of_neither = is_of_no_receiver(reading, unit) or is_of_no_sender(reading, unit)
    return of_neither or len(people) > 1  # “Ada” is “Ada Finch”


def parties_told(reading: ReadEvidence) -> frozenset[str]:
    """All names that the sentences of the evidence tell of the side of a letter that is asked
    for."""
    return frozenset(filter(None, (letter_party(reading, unit) for unit in reading.units)))
