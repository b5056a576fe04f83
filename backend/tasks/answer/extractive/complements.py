"""What a figure is asked of: “the rent for the parking space” is not the rent of the flat."""

from __future__ import annotations

import re

from backend.analysis import term_texts
from backend.tasks.answer.extractive.forms import asks_for_figure
from backend.tasks.answer.extractive.reading import Reading
from backend.tasks.answer.extractive.units import Unit

_COMPLEMENT = re.compile(
    r"(?i)\b(?:for|of) (?:(?:the|an?|my|our|your|its|their|this|that|each|every) )?"
    r"(?P<thing>[^\W\d][\w’'-]*(?: [^\W\d][\w’'-]*){0,2})\W*$"
)
"""At the end of a question."""


def asked_of_what_is_not_there(reading: Reading, unit: Unit) -> bool:
    """Whether a figure is asked of a thing no word of which stands in any passage of the sentence's
    document that was found, nor in its titles."""
    question = reading.question
    match = _COMPLEMENT.search(question.text)
    if match is None or not asks_for_figure(question.kind, question.text):
        return False
    thing = frozenset(term_texts(match["thing"])) & question.weights.keys()
    document = reading.passages[unit.hit].document
    return bool(thing) and all(
        thing.isdisjoint(each.terms) and thing.isdisjoint(each.title_terms)
        for each in reading.passages.values()
        if each.document == document
    )
