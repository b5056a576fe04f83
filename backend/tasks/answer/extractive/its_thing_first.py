"""For yes or no the sentence on the very thing stands before the one on others of its kind: “No
goat may be kept.” before “Animals are forbidden, but Ada Finch allows one hen.” for a goat.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from backend.analysis import term_texts
from backend.question_kinds import AnswerKind
from backend.tasks.answer.extractive.changing_places import with_best_of
from backend.tasks.answer.extractive.forms import is_question
from backend.tasks.answer.extractive.reading import ReadEvidence

ANSWERS = 0.5
"""Probability of the cross-encoder from which a sentence may answer."""
LEAST_ASKED = 2


def with_its_thing_first(
    reading: ReadEvidence, scores: npt.NDArray[np.float64]
) -> npt.NDArray[np.float64]:
    """The scores, where the best sentence lacks the last thing that yes or no is asked of, and so
    does what it stands under, and changes places with one right beside it that has it and that the
    cross-encoder takes for an answer; one that has less of what is asked does not."""
    question, together = reading.question, reading.together
    if question.kind is not AnswerKind.YES_NO or together is None:
        return scores
    if len(question.terms) < LEAST_ASKED:
        return scores
    best = int(np.argmax(scores))
    unit, thing = reading.candidates[best], question.terms[-1]
    over = reading.passages[unit.hit].title_terms | frozenset(term_texts(unit.heading))
    if thing in unit.term_set | over:
        return scores
    own = [each for each in reading.units if each.hit == unit.hit]
    at = own.index(unit)
    beside = own[max(0, at - 1) : at + 2]
    others = [
        index
        for index, candidate in enumerate(reading.candidates)
        if thing in candidate.term_set
        and together[index] >= ANSWERS
        and candidate in beside
        and candidate.heading == unit.heading
        and not is_question(candidate.text)
        and question.share_of(candidate.term_set) >= question.share_of(unit.term_set)
    ]
    return with_best_of(scores, others)
