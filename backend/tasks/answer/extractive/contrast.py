"""Questions that ask how two things differ: what is said of the one, and what of the other."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
import numpy.typing as npt

from backend.analysis import term_texts
from backend.tasks.answer.extractive.contrasted import contrasted
from backend.tasks.answer.extractive.entries import is_entry_of, is_head_of
from backend.tasks.answer.extractive.reading import Reading, above_of
from backend.tasks.answer.extractive.signposts import heads_over
from backend.tasks.answer.extractive.units import Unit

LEAST_OF_ONE = 0.5
"""How much more of one thing's words than of the other's a sentence must hold to speak of it."""

ENTRY = 1.5
"""What the entry of one thing counts where a sentence that names it alone counts 1."""


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
    above = above_of(reading.units)
    chosen: list[int] = []
    sides = ((things[0], left - right, right - left), (things[1], right - left, left - right))
    for name, own, other in sides:
        entries = [is_entry_told(name, unit, above) for unit in reading.candidates]
        ahead = np.array(
            [
                ENTRY if told else _share(reading, own, unit) - _share(reading, other, unit)
                for told, unit in zip(entries, reading.candidates, strict=True)
            ]
        )
        worth = np.where(ahead >= LEAST_OF_ONE, relative + ahead, -1.0)
        worth[chosen] = -1.0
        if worth.max() < 0:
            return ()
        chosen.append(int(worth.argmax()))
    return tuple(reading.candidates[index] for index in chosen)


def both_entries(reading: Reading, scores: npt.NDArray[np.float64]) -> tuple[str, ...]:
    """Each of the two names with what its entry says, where both are entries; else nothing."""
    things, units = contrasted(reading.question.text), one_of_each(reading, scores)
    above = above_of(reading.units)
    if things is None or not units:
        return ()
    if not all(is_entry_told(n, unit, above) for n, unit in zip(things, units, strict=True)):
        return ()
    return tuple(
        unit.text if unit.text.startswith(name) else f"{name}: {unit.text}"
        for name, unit in zip(things, units, strict=True)
    )


def is_entry_told(name: str, unit: Unit, above: Mapping[tuple[int, int], Sequence[Unit]]) -> bool:
    """Whether a sentence is the entry of a name, or what follows the line over its entry."""
    heads = heads_over(unit, above[unit.hit, unit.start])
    return is_entry_of(name, unit.text) or any(is_head_of(name, head) for head in heads)


def _share(reading: Reading, terms: frozenset[str], unit: Unit) -> float:
    """How much of the terms' weight a sentence holds, from 0 to 1."""
    weights = {term: reading.question.weights.get(term, 0.0) for term in terms}
    total = sum(weights.values())
    return sum(weights[term] for term in terms & unit.term_set) / total if total else 0.0
