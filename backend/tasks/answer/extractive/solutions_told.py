"""A list of troubles says "Problem: …" and right behind it "Solution: …": who describes the problem
wants the solution, and not the problem told again."""

from __future__ import annotations

import re

import numpy as np
import numpy.typing as npt

from backend.tasks.answer.extractive.changing_places import with_best_of
from backend.tasks.answer.extractive.reading import ReadEvidence
from backend.tasks.answer.extractive.units import Unit

_PROBLEM = re.compile(r"(?i)\W*(?:problem|symptom|issue|trouble|fault|error)s?(?: \d+)?: \S")
_SOLUTION = re.compile(
    r"(?i)\W*(?:solution|remedy|fix|workaround|cure|answer|what to do|action)s?(?: \d+)?: \S"
)
_ASKS_PROBLEM = re.compile(
    r"(?i)\b(?:which|what) (?:problems?|symptoms?|issues?|troubles?|faults?)\b"
)
"""Here the problem itself is wanted."""


def says_problem(text: str) -> bool:
    """Whether a sentence says what the trouble is, and not what helps."""
    return _PROBLEM.match(text) is not None


def with_solution_first(
    reading: ReadEvidence, scores: npt.NDArray[np.float64]
) -> npt.NDArray[np.float64]:
    """The scores, where the best sentence says a problem: it changes places with the solution that
    stands behind it, before the next problem."""
    best = reading.candidates[int(np.argmax(scores))]
    if not says_problem(best.text) or _ASKS_PROBLEM.search(reading.question.text):
        return scores
    solution = _solution_of(reading, best)
    places = [at for at, candidate in enumerate(reading.candidates) if candidate is solution]
    return with_best_of(scores, places)


def _solution_of(reading: ReadEvidence, problem: Unit) -> Unit | None:
    behind = (u for u in reading.units if u.hit == problem.hit and u.start > problem.start)
    for unit in sorted(behind, key=lambda each: each.start):
        if _SOLUTION.match(unit.text):
            return unit
        if _PROBLEM.match(unit.text):
            return None
    return None
