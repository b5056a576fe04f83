"""Whether another sentence adds to an answer, or comes from a document about something else."""

from __future__ import annotations

from backend.tasks.answer.extractive.reading import Passage, Reading
from backend.tasks.answer.extractive.units import Unit

LEAST_SHARED = 0.5
"""Share of the question's weight that a sentence of another document, with what it stands under,
must hold. On training questions over two articles a half kept away half of the sentences of other
articles, and lost answers no more often than chance has it; less kept hardly any away."""


def adds(reading: Reading, first: Unit, other: Unit) -> bool:
    """Whether a sentence is worth quoting after the one that answers.

    It is if it stands in the same document or under the same title, if one of the two names the
    other's document (the second hop of a question over two articles), or if it speaks of most of
    what was asked. Others are about something else, however likely their form makes them.
    """
    of_first, of_other = reading.passages[first.hit], reading.passages[other.hit]
    if first.hit == other.hit or _one_document(of_first, of_other):
        return True
    if _names(first, of_other) or _names(other, of_first):
        return True
    held = other.term_set | of_other.title_terms
    weights = reading.question.weights
    shared = sum(weight for term, weight in weights.items() if term in held)
    return shared >= LEAST_SHARED * reading.question.total_weight


def _one_document(one: Passage, other: Passage) -> bool:
    return one.document == other.document or bool(one.title and one.title == other.title)


def _names(unit: Unit, passage: Passage) -> bool:
    return bool(passage.name_terms) and passage.name_terms <= unit.term_set
