"""Whether another sentence adds to an answer, or comes from a document about something else."""

from __future__ import annotations

import re

from backend.analysis import term_texts
from backend.tasks.answer.extractive.addresses_told import ADDRESS_WORDS, tells_address
from backend.tasks.answer.extractive.forms import PRONOUN, asks_for_figure
from backend.tasks.answer.extractive.reading import Passage, ReadEvidence
from backend.tasks.answer.extractive.required import required
from backend.tasks.answer.extractive.rows import row_of
from backend.tasks.answer.extractive.units import Unit

LEAST_SHARED = 0.5
"""Share of the question's weight that a sentence of another document, with what it stands under,
must hold. On training questions over two articles a half kept away half of the sentences of other
articles, and lost answers no more often than chance has it; less kept hardly any away."""

ELSEWHERE = 0.3
"""Share of the question's weight that names the subject of another document, at least."""

OF_SEVERAL = 2
"""Passages of a document that hold what it is about, at least."""
RARE = 0.8
"""Weight of a word that few texts have, at least."""
LEAST_WORDS = 2
"""Words of a question of which one may be told by a pronoun, at least."""
_POINTING = re.compile(r"(?i)\b(?:it|they|them|this|these|those)\b")


def adds(reading: ReadEvidence, first: Unit, other: Unit) -> bool:
    """Whether a sentence is worth quoting after the one that answers.

    It is if it stands in the same document or under the same title, if one of the two names the
    other's document (the second hop of a question over two articles), or if it speaks of most of
    what was asked. Others are about something else, however likely their form makes them.
    """
    of_first, of_other = reading.passages[first.hit], reading.passages[other.hit]
    if first.hit == other.hit or _one_document(of_first, of_other):
        return True
    if joins(reading, first, other):
        return True
    held = other.term_set | of_other.title_terms
    weights = reading.question.weights
    shared = sum(weight for term, weight in weights.items() if term in held)
    return shared >= LEAST_SHARED * reading.question.total_weight


def joins(reading: ReadEvidence, first: Unit, other: Unit) -> bool:
    """Whether two sentences of different documents are two hops of one question: one of them names
    the other's document."""
    of_first, of_other = reading.passages[first.hit], reading.passages[other.hit]
    if _one_document(of_first, of_other):
        return False
    return _names(first, of_other) or _names(other, of_first)


def other_hops(reading: ReadEvidence, first: Unit) -> list[int]:
    """The candidates that lead from what a question names to the sentence that answers it, which
    does not name that itself: they hold those names, some of which may stand in the title above
    them, and one of the two names the other's document. Without one of them a reader cannot see
    what the answer has to do with the question.
    """
    lacking = _names_asked(reading) - first.term_set - reading.passages[first.hit].terms
    if not lacking:
        return []
    return [
        index
        for index, other in enumerate(reading.candidates)
        if lacking & other.term_set
        and lacking <= other.term_set | reading.passages[other.hit].title_terms
        and joins(reading, first, other)
    ]


def about_another(reading: ReadEvidence, unit: Unit) -> bool:
    """Whether the question names what another document is about and this sentence's does not
    mention: a workshop's parking spaces are none of the bakery's.

    What documents are about is told by their titles and headings; of a word that many of them hold
    none is about. Where the other document names this one, it leads here: of a ferry's page that
    names her captain, his own page says where he was born.
    """
    weights, own = reading.question.weights, reading.passages[unit.hit]
    others = [passage for passage in reading.passages.values() if not _one_document(passage, own)]
    subjects: frozenset[str] = frozenset().union(*(other.title_terms for other in others))
    elsewhere = subjects & weights.keys() - unit.term_set - own.title_terms
    if tells_address(reading.question.text, unit.text):
        elsewhere -= ADDRESS_WORDS  # an address does not say that it is one
    if sum(weights[term] for term in elsewhere) < ELSEWHERE * reading.question.total_weight:
        return False
    if any(other.title_terms & elsewhere and _leads_to(other, own) for other in others):
        return False
    elsewhere -= _mentioned(reading, own)
    return sum(weights[term] for term in elsewhere) >= ELSEWHERE * reading.question.total_weight


def points_elsewhere(reading: ReadEvidence, unit: Unit) -> bool:
    """Whether "it" or the like, in a sentence with a figure, stands for something else than what is
    asked about: a rare word of the question stands in other sentences of its passage, and neither
    in this one, nor in the one before it, nor above them.

    "We value the house at … Rebuilding it would cost …" is no price of the chimney that the next
    paragraph speaks of.
    """
    question = reading.question
    if not asks_for_figure(question.kind, question.text) or not _POINTING.search(unit.text):
        return False
    words = [term for term in question.terms if not term[0].isdigit()]
    if len(words) < LEAST_WORDS:
        return False
    rare = {term for term in words if question.weights[term] >= RARE}
    own = [each for each in reading.units if each.hit == unit.hit]
    at = next((i for i, each in enumerate(own) if each.start == unit.start), None)
    if at is None or not rare:
        return False
    heading = frozenset(term_texts(unit.heading)) | reading.passages[unit.hit].title_terms
    first = max(0, at - 1)
    while first and PRONOUN.match(own[first].text):
        first -= 1  # “It is of pine. It costs …”: what is meant was named further up
    near = frozenset().union(*(each.term_set for each in own[first : at + 1]))
    far = frozenset().union(*(each.term_set for each in (*own[:first], *own[at + 1 :])))
    return not rare.isdisjoint(far - near - heading)


def names_known(reading: ReadEvidence, unit: Unit) -> frozenset[str]:
    """The question's terms that the document of a table's row mentions in its passages: a row has
    no room for the name of the firm. Nothing for a sentence, which says itself what it is of."""
    if row_of(unit.text) is None:
        return frozenset()
    mentioned = _mentioned(reading, reading.passages[unit.hit])
    return mentioned & reading.question.weights.keys()


def subjects_of(reading: ReadEvidence) -> dict[int, frozenset[str]]:
    """Per passage number the stems of the question's names that several passages of its document
    hold, which it is about: its sentences need not say them again."""
    names = _names_asked(reading)
    passages = reading.passages.values()
    return {
        number: frozenset(
            name
            for name in names
            if sum(name in passage.terms for passage in passages if _one_document(passage, own))
            >= OF_SEVERAL
        )
        for number, own in reading.passages.items()
    }


def _names_asked(reading: ReadEvidence) -> frozenset[str]:
    """Stems of the names in the question."""
    return frozenset(term_texts(" ".join(required(reading.question.text).names)))


def of_document(reading: ReadEvidence, unit: Unit) -> float:
    """The share of the question's weight that the passages of a sentence's document hold."""
    weights = reading.question.weights
    held = weights.keys() & _mentioned(reading, reading.passages[unit.hit])
    return sum(weights[term] for term in held) / max(reading.question.total_weight, 1e-9)


def _mentioned(reading: ReadEvidence, own: Passage) -> frozenset[str]:
    """The terms of a document's passages, with their titles and headings."""
    beside = [passage for passage in reading.passages.values() if _one_document(passage, own)]
    return frozenset().union(*(passage.terms for passage in beside))


def _one_document(one: Passage, other: Passage) -> bool:
    return one.document == other.document or bool(one.title and one.title == other.title)


def _leads_to(one: Passage, other: Passage) -> bool:
    return bool(other.name_terms) and other.name_terms <= one.terms


def _names(unit: Unit, passage: Passage) -> bool:
    return bool(passage.name_terms) and passage.name_terms <= unit.term_set
