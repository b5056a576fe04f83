"""Choosing the few sentences that together answer: good, different from each other, and enough."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from backend.tasks.answer.extractive.reading import ReadEvidence


@dataclass(frozen=True, slots=True)
class SelectionRule:
    """When another sentence is worth showing (chosen on training questions).

    A sentence's worth is its score relative to the best one, less `redundancy` times how far its
    similarity to a chosen sentence exceeds `similar`, plus `novelty` times the share of the
    question that it newly covers: maximal marginal relevance (Carbonell and Goldstein 1998) with
    coverage. Choosing ends when `least` are chosen and no other sentence is worth `stop`.
    """

    least: int = 2
    most: int = 3
    redundancy: float = 0.5
    similar: float = 0.6
    novelty: float = 0.15
    repeated: float = 0.93
    stop: float = 0.2


def select(
    reading: ReadEvidence, scores: npt.NDArray[np.float64], rule: SelectionRule
) -> tuple[int, ...]:
    """Indices of the chosen candidates, best first; empty only if there is no candidate."""
    if not len(scores):
        return ()
    weights = reading.question.weights
    total = max(reading.question.total_weight, 1e-9)
    relative = scores / max(float(scores.max()), 1e-9)
    chosen = [int(np.argmax(scores))]
    covered = _covered(reading, chosen[0])
    while len(chosen) < rule.most:
        nearest = (reading.vectors @ reading.vectors[chosen].T).max(axis=1)
        best, best_worth = -1, rule.stop if len(chosen) >= rule.least else 0.0
        for index in range(len(scores)):
            if index in chosen or nearest[index] > rule.repeated:
                continue
            added = sum(weights[term] for term in _covered(reading, index) - covered) / total
            worth = (
                float(relative[index])
                - rule.redundancy * max(0.0, float(nearest[index]) - rule.similar)
                + rule.novelty * added
            )
            if worth > best_worth:
                best, best_worth = index, worth
        if best < 0:
            break
        chosen.append(best)
        covered = covered | _covered(reading, best)
    return tuple(chosen)


def _covered(reading: ReadEvidence, index: int) -> frozenset[str]:
    return reading.candidates[index].term_set & reading.question.weights.keys()


def in_document_order(reading: ReadEvidence, chosen: Sequence[int]) -> tuple[int, ...]:
    """Chosen candidates grouped by passage, better passages first, each in reading order."""
    return tuple(
        sorted(
            chosen,
            key=lambda i: (
                reading.candidates[i].hit,
                reading.candidates[i].start,
            ),
        )
    )
