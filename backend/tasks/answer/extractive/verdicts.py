"""From two calibrated probabilities and what is missing to one of four verdicts."""

from __future__ import annotations

from dataclasses import dataclass

from backend.types import Verdict

ANSWERED = frozenset([Verdict.DIRECT, Verdict.LIKELY])
"""Verdicts with a first line that answers."""


@dataclass(frozen=True, slots=True)
class Thresholds:
    """Least probabilities, chosen on training questions of sets that were left out.

    `direct` and `likely` are of P(the best sentence holds the answer): they keep what is `PROMISED`
    of both verdicts. Below `found` of P(the evidence holds the answer) the
    reader says that it does not. From `probable` of it on, one of the closest passages probably
    answers where nothing else is sure.
    """

    direct: float
    likely: float
    found: float
    probable: float = 0.4


def verdict_of(first: float, found: float, missing: bool, thresholds: Thresholds) -> Verdict:
    """How sure the reader is.

    Args:
        first: P(the best sentence holds the answer).
        found: P(the evidence holds the answer).
        missing: a name or year of the question stands in no passage, nor in its title or headings.
            Then nothing that is quoted can be about what was asked.
        thresholds: the least probabilities.
    """
    if found < thresholds.found:
        return Verdict.LIKELY if first >= thresholds.direct and not missing else Verdict.NOT_FOUND
    if missing or first < thresholds.likely:
        return Verdict.CLOSEST
    return Verdict.DIRECT if first >= thresholds.direct else Verdict.LIKELY


_ORDER = (Verdict.DIRECT, Verdict.LIKELY, Verdict.CLOSEST, Verdict.NOT_FOUND)


def weaker(one: Verdict, other: Verdict) -> Verdict:
    """The less sure of two verdicts."""
    return max(one, other, key=_ORDER.index)


def stronger(one: Verdict, other: Verdict) -> Verdict:
    """The surer of two verdicts."""
    return min(one, other, key=_ORDER.index)
