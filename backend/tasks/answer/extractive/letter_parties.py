"""The side of a letter that is asked for, in the letter that is meant."""

from __future__ import annotations

import re

from backend.analysis import term_texts
from backend.tasks.answer.extractive.letters import LetterSide, party_asked, party_in
from backend.tasks.answer.extractive.reading import Reading
from backend.tasks.answer.extractive.units import Unit

FIT = 0.8
"""The score of a sentence that names the side of a letter that is asked for."""
_OTHER_SIDE = {
    LetterSide.SENDER: re.compile(r"(?i)^ (?:to|for)\b"),
    LetterSide.RECEIVER: re.compile(r"(?i)^ (?:from|by|of)\b"),
}


def letter_party(reading: Reading, unit: Unit) -> str:
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
    if _OTHER_SIDE[party].match(about) and term_texts(name)[-1] in said:
        return ""
    held = (
        each.terms | each.title_terms
        for each in reading.passages.values()
        if each.document == passage.document
    )
    return name if said <= frozenset[str]().union(*held) else ""


def parties_told(reading: Reading) -> frozenset[str]:
    """All names that the sentences of the evidence tell of the side of a letter that is asked
    for."""
    return frozenset(filter(None, (letter_party(reading, unit) for unit in reading.units)))
