"""One question of two things (“Where are the oars and the buckets?”), of which the best sentence
speaks of one alone: the sentence of the other one is told behind it."""

from __future__ import annotations

import re

import numpy as np
import numpy.typing as npt

from backend.analysis import term_texts
from backend.question_kinds import AnswerKind
from backend.tasks.answer.extractive.contrasted import contrasted
from backend.tasks.answer.extractive.forms import holds_kind
from backend.tasks.answer.extractive.reading import ReadEvidence
from backend.tasks.answer.extractive.units import Unit

LEAST_OF_BEST = 0.4
"""Least share of the score of the one sentence that the other has."""
LEAST_TOGETHER = 0.4
"""Least probability of the cross-encoder that the other one answers."""
_KINDS = frozenset(
    [AnswerKind.PLACE, AnswerKind.DATE, AnswerKind.PERSON, AnswerKind.AMOUNT, AnswerKind.COUNT]
)
"""Questions of which each thing has an answer of its own."""
_TWO = re.compile(
    r"(?i)\b(?:the|an?|our|my|their|its) (?P<one>[\w’'-]+(?: [\w’'-]+)?) and "
    r"(?:the|an?|our|my|their|its) (?P<other>[\w’'-]+(?: [\w’'-]+)?)\W*$"
)
_BETWEEN = re.compile(r"(?i)\b(?:between|both|together|altogether|combined|total|than)\b")
"""What is asked of two things at once."""


def both_things(
    reading: ReadEvidence, scores: npt.NDArray[np.float64], best: Unit
) -> tuple[str, ...]:
    """The best sentence, which speaks of one of two things, and that of the other one from the same
    document; nothing where it speaks of both, or no other sentence does.

    Args:
        scores: of the candidates, shape (candidates,).
        best: the candidate that the first line would be of.
    """
    question, together = reading.question, reading.together
    asked = _TWO.search(question.text)
    if asked is None or question.kind not in _KINDS or _BETWEEN.search(question.text):
        return ()
    if together is None:
        return ()
    if contrasted(question.text) is not None:
        return ()
    sides = [frozenset(term_texts(asked[name])) for name in ("one", "other")]
    told = [side <= best.term_set for side in sides]
    if told.count(True) != 1 or sides[0] & sides[1]:
        return ()
    lacking, known = sides[told.index(False)], sides[told.index(True)]
    if lacking & best.term_set:
        return ()
    document = reading.passages[best.hit].document
    least = LEAST_OF_BEST * float(scores[reading.candidates.index(best)])
    found = [
        (float(scores[at]), unit.text)
        for at, unit in enumerate(reading.candidates)
        if lacking <= unit.term_set
        and not known & unit.term_set
        and scores[at] >= least
        and reading.passages[unit.hit].document == document
        and together[at] >= LEAST_TOGETHER
        and (question.kind is AnswerKind.PLACE or holds_kind(question.kind, unit.text))
    ]
    return (best.text, max(found)[1]) if found else ()
