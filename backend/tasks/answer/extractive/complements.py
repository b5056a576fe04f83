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
_SUBJECT = re.compile(
    r"(?i)^(?:and )?how much (?:does|do|did|is|are|was|were|will) "
    r"(?:the|an?|my|our|your|its|their|this|that|each|every) "
    r"(?P<thing>[^\W\d][\w’'-]*(?: [^\W\d][\w’'-]*){0,2}?)"
    r"(?= (?:costs?|gets?|be|comes?|weighs?|pays?|paid|charged?|earns?|reimbursed|refunded|in|at"
    r"|for|per|on|during|if|when|with|to|of)\b|\W*$)"
)
LEAST_SAID = 2
"""Words of such a subject: a single one may be called otherwise (“entry” for “admission”)."""


def asked_of_what_is_not_there(reading: Reading, unit: Unit) -> bool:
    """Whether a figure is asked of a thing no word of which stands in any passage of the sentence's
    document that was found, nor in its titles."""
    question = reading.question
    if not asks_for_figure(question.kind, question.text):
        return False
    matches = ((1, _COMPLEMENT.search(question.text)), (LEAST_SAID, _SUBJECT.match(question.text)))
    things = [
        frozenset(term_texts(match["thing"])) & question.weights.keys()
        for least, match in matches
        if match is not None and len(term_texts(match["thing"])) >= least
    ]
    return any(thing and _is_nowhere(reading, unit, thing) for thing in things)


def _is_nowhere(reading: Reading, unit: Unit, thing: frozenset[str]) -> bool:
    """Whether no word of a thing stands in the passages of a sentence's document."""
    document = reading.passages[unit.hit].document
    return all(
        thing.isdisjoint(each.terms) and thing.isdisjoint(each.title_terms)
        for each in reading.passages.values()
        if each.document == document
    )
