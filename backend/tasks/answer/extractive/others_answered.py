"""Sentences that answer another question of their document.

In a list of questions and answers “At most 40 litres.” is no answer to what the machine weighs,
though it is a figure of the very machine: it stands below “How much water does it hold?”.
"""

from __future__ import annotations

from backend.analysis import term_texts
from backend.tasks.answer.extractive.forms import is_question
from backend.tasks.answer.extractive.reading import ReadEvidence
from backend.tasks.answer.extractive.units import Unit

ALIKE = 0.65
"""Cosine from which a question of the document may ask what is asked in other words."""
CERTAIN = 0.9
"""Probability of the cross-encoder from which a sentence answers whatever stands above it."""


def answers_other_question(reading: ReadEvidence, unit: Unit) -> bool:
    """Whether a sentence opens the answer to a question of its document that has no word of the
    asked one, and neither has the sentence, but for words of the document's title. A question may
    be put in other words: that is left to the embedder and the cross-encoder."""
    if not (unit.opens and is_question(unit.heading)) or reading.together is None:
        return False
    at = next((i for i, candidate in enumerate(reading.candidates) if candidate == unit), None)
    if at is None or reading.together[at] >= CERTAIN:
        return False
    asked = reading.question.weights.keys() - reading.passages[unit.hit].name_terms
    held = unit.term_set | frozenset(term_texts(unit.heading))
    alike = reading.asked_headings.get(unit.heading, 0.0)
    return bool(asked) and asked.isdisjoint(held) and alike < ALIKE
