"""Which sentences are shown for a verdict: those that answer, or those that come nearest."""

from __future__ import annotations

import numpy as np

from backend.tasks.answer.extractive.complete import going_on, surrounded
from backend.tasks.answer.extractive.judging import Judgement
from backend.tasks.answer.extractive.reading import Reading
from backend.tasks.answer.extractive.selection import in_document_order
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
    """The best sentence of each of the best passages, the best one first, the others in order."""
    best_of: dict[int, int] = {}
    for index in np.argsort(-judgement.scores, kind="stable"):
        best_of.setdefault(reading.candidates[int(index)].hit, int(index))
    best, *rest = list(best_of.values())[:MOST_NEAREST]
    order = (best, *in_document_order(reading, rest))
    return tuple(surrounded(reading, reading.candidates[index]) for index in order)
