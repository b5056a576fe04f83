"""Which sentences are shown for a verdict: those that answer, or those that come nearest."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain

import numpy as np

from backend.tasks.answer.extractive.complete import going_on, overlap, surrounded
from backend.tasks.answer.extractive.contrast import one_of_each, titled_entries
from backend.tasks.answer.extractive.judging import Judgement
from backend.tasks.answer.extractive.reading import ReadEvidence
from backend.tasks.answer.extractive.units import Unit
from backend.tasks.answer.extractive.verdicts import ANSWERED
from backend.types import Verdict

MOST_NEAREST = 3


def shown_units(reading: ReadEvidence, judgement: Judgement) -> tuple[Unit, ...]:
    """What is quoted, best first: of an answer what was chosen, if it is only likely and no list of
    steps with the sentence after the first; else the nearest sentences between their neighbours.
    Where the difference of two things is asked for, a sentence of each is among them; the entries
    of both stand first and whole where they open with a title of few words."""
    titled = titled_entries(reading, judgement.scores)
    if judgement.verdict in ANSWERED and titled and judgement.units[0] in {e[0] for e in titled}:
        return tuple(chain.from_iterable(titled))
    each = one_of_each(reading, judgement.scores)
    if judgement.verdict not in ANSWERED:
        return _nearest(reading, judgement, each)
    first, *rest = judgement.units
    units = (first, *_apart((*each, *rest), first)) if each else judgement.units
    are_steps = any(steps.are_told_by(units[0]) for steps, _ in reading.steps)
    is_whole = judgement.verdict is not Verdict.LIKELY or are_steps
    return tuple(units) if is_whole else going_on(reading, units)


def _nearest(
    reading: ReadEvidence, judgement: Judgement, preferred: Sequence[Unit]
) -> tuple[Unit, ...]:
    """The preferred and the best sentences that none before them has as its neighbour: the first
    one first, the others in order. Two of one passage may be among them."""
    order = np.argsort(-judgement.scores, kind="stable")
    chosen: list[Unit] = []
    for unit in (*preferred, *(reading.candidates[int(index)] for index in order)):
        if any(overlap(each, unit) for each in chosen):
            continue
        whole = surrounded(reading, unit)
        chosen.append(unit if any(overlap(each, whole) for each in chosen) else whole)
        if len(chosen) == MOST_NEAREST:
            break
    best, *rest = chosen
    return (best, *sorted(rest, key=lambda each: (each.hit, each.start)))


def _apart(units: Sequence[Unit], first: Unit) -> list[Unit]:
    """At most as many units as are ever quoted beside the first, none told twice."""
    kept = [first]
    for unit in units:
        if not any(overlap(each, unit) for each in kept):
            kept.append(unit)
    return kept[1:MOST_NEAREST]
