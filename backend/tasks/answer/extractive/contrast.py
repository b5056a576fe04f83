"""Questions that ask how two things differ: what is said of the one, and what of the other."""

from __future__ import annotations

import re

import numpy as np
import numpy.typing as npt

from backend.analysis import term_texts
from backend.tasks.answer.extractive.entries import is_entry_of
from backend.tasks.answer.extractive.reading import Reading
from backend.tasks.answer.extractive.units import Unit

LEAST_OF_ONE = 0.5
"""How much more of one thing's words than of the other's a sentence must hold to speak of it."""

ENTRY = 1.5
"""What the entry of one thing counts where a sentence that names it alone counts 1."""

_ASKED = (
    re.compile(r"(?i)\bdiff[eé]ren[cz](?:e|es|ia|ias) (?:between|entre) (.+?) (?:and|et|y) (.+)"),
    re.compile(r"(?i)\bunterschied(?:e|en)? zwischen (.+?) und (.+)"),
    re.compile(r"(?i)\bhow (?:does|do|did|is|are) (.+?) (?:differ|different) from (.+)"),
    re.compile(r"(?i)\b(?:compare|contrast) (.+?) (?:and|with|to) (.+)"),
)


def contrasted(question: str) -> tuple[str, str] | None:
    """The two things whose difference is asked for, in the question's words; None otherwise."""
    text = question.strip().rstrip(" ?.!")
    found = next(filter(None, (pattern.search(text) for pattern in _ASKED)), None)
    return (found[1], found[2]) if found else None


def one_of_each(reading: Reading, scores: npt.NDArray[np.float64]) -> tuple[Unit, ...]:
    """For each of the two things the best sentence that speaks of it rather than of the other one;
    nothing where the question contrasts nothing or one of the two is not spoken of.

    A sentence's worth is its score relative to the best one's, plus the share of the one thing's
    words that it holds, less that of the other's; the words that both share do not count. A thing's
    entry in a manual speaks of it whatever else it names.
    """
    things = contrasted(reading.question.text)
    if things is None or not len(scores):
        return ()
    left, right = (frozenset(term_texts(each)) for each in things)
    relative = scores / max(float(scores.max()), 1e-9)
    chosen: list[int] = []
    sides = ((things[0], left - right, right - left), (things[1], right - left, left - right))
    for name, own, other in sides:
        ahead = np.array(
            [
                ENTRY
                if is_entry_of(name, unit.text)
                else _share(reading, own, unit) - _share(reading, other, unit)
                for unit in reading.candidates
            ]
        )
        worth = np.where(ahead >= LEAST_OF_ONE, relative + ahead, -1.0)
        worth[chosen] = -1.0
        if worth.max() < 0:
            return ()
        chosen.append(int(worth.argmax()))
    return tuple(reading.candidates[index] for index in chosen)


def _share(reading: Reading, terms: frozenset[str], unit: Unit) -> float:
    """How much of the terms' weight a sentence holds, from 0 to 1."""
    weights = {term: reading.question.weights.get(term, 0.0) for term in terms}
    total = sum(weights.values())
    return sum(weights[term] for term in terms & unit.term_set) / total if total else 0.0
