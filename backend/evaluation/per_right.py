"""Seconds and money for each right answer: what a pipeline takes, by what comes of it. Pure."""

from __future__ import annotations

import math
from collections.abc import Mapping

from backend.evaluation.intervals import ratio_interval
from backend.evaluation.judged_items import CORRECT
from backend.evaluation.scoring import ALL, MONEY, SECONDS
from backend.types import PerRight

RIGHT: tuple[tuple[str, str], ...] = (
    (CORRECT, "the language model's judgement"),
    ("Judged right", "the local judge"),
    (ALL, "all evidence among the first five"),
)
"""Measures that say what is right. The first counts that is known of at least half as many
questions as the one that is known of most: public sets tell the answers of few."""


def per_right(values: Mapping[str, Mapping[str, Mapping[str, float]]]) -> tuple[PerRight, ...]:
    """For each contender, over the questions of which something is known.

    Only what is wholly right counts. Contenders without a right answer are left out.

    Args:
        values: measures by name, by qid, by contender.
    """
    known_of = {
        measure: sum(measure in one for own in values.values() for one in own.values())
        for measure, _ in RIGHT
    }
    enough = max(1.0, max(known_of.values()) / 2)
    measure, words = next(((m, w) for m, w in RIGHT if known_of[m] >= enough), ("", ""))
    found = []
    for contender, own in values.items() if measure else ():
        known = [each for each in own.values() if measure in each and SECONDS in each]
        right = [float(each[measure] == 1.0) for each in known]
        seconds = ratio_interval([each[SECONDS] for each in known], right) if known else None
        cost = ratio_interval([each.get(MONEY, 0.0) for each in known], right) if known else None
        if seconds is not None and cost is not None:
            found.append(
                PerRight(
                    contender,
                    int(sum(right)),
                    len(right),
                    seconds.mean,
                    seconds.low,
                    _bound(seconds.high),
                    cost.mean,
                    cost.low,
                    _bound(cost.high),
                    words,
                )
            )
    return tuple(found)


def _bound(value: float) -> float | None:
    return value if math.isfinite(value) else None
