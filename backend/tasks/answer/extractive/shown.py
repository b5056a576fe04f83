"""Which sentences are shown for a verdict: those that answer, or those that come nearest."""

from __future__ import annotations

import numpy as np

from backend.tasks.answer.extractive.complete import going_on, overlap, surrounded
from backend.tasks.answer.extractive.judging import Judgement
from backend.tasks.answer.extractive.reading import Reading
from backend.tasks.answer.extractive.units import Unit
from backend.types import Verdict

MOST_NEAREST = 3
ANSWERED = frozenset([Verdict.DIRECT, Verdict.LIKELY])


def shown_units(reading: Reading, judgement: Judgement) -> tuple[Unit, ...]:
    """What is quoted, best first: of an answer what was chosen, if it is only likely with the
    sentence after the first; else the nearest sentences between their neighbours."""
    if judgement.verdict not in ANSWERED:
        return _nearest(reading, judgement)
    if judgement.verdict is Verdict.LIKELY:
        return going_on(reading, judgement.units)
    return judgement.units


def _nearest(reading: Reading, judgement: Judgement) -> tuple[Unit, ...]:
    """The best sentences that no better one has as its neighbour: the best one first, the others in
    order. Two of one passage may be among them."""
    chosen: list[Unit] = []
    for index in np.argsort(-judgement.scores, kind="stable"):
        unit = reading.candidates[int(index)]
        if any(overlap(each, unit) for each in chosen):
            continue
        whole = surrounded(reading, unit)
        chosen.append(unit if any(overlap(each, whole) for each in chosen) else whole)
        if len(chosen) == MOST_NEAREST:
            break
    best, *rest = chosen
    return (best, *sorted(rest, key=lambda each: (each.hit, each.start)))
