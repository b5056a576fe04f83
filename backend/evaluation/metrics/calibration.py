"""Calibration: whether answers are right as often as they say (Guo et al. 2017, section 2).

Answers that name the same confidence, or one of the same tenth, share a bin.
"""

from __future__ import annotations

from collections.abc import Sequence

from backend.types import ReliabilityBin

BINS = 10


def reliability(confidences: Sequence[float], right: Sequence[float]) -> tuple[ReliabilityBin, ...]:
    """The bins that hold answers, the least confident first.

    Args:
        confidences: each in [0, 1]; an edge belongs to the bin above it, 1 to the last.
        right: how right each answer was, in [0, 1].

    Raises:
        ValueError: if there are not as many of both, or a confidence lies outside.
    """
    if len(confidences) != len(right):
        raise ValueError("calibration needs a confidence for each answer")
    if any(not 0.0 <= each <= 1.0 for each in confidences):
        raise ValueError("a confidence lies between 0 and 1")
    held: dict[int, list[tuple[float, float]]] = {}
    for confidence, value in zip(confidences, right, strict=True):
        held.setdefault(min(BINS - 1, int(confidence * BINS + 1e-9)), []).append(
            (confidence, value)
        )
    return tuple(
        ReliabilityBin(
            len(own),
            sum(each for each, _ in own) / len(own),
            sum(each for _, each in own) / len(own),
        )
        for _, own in sorted(held.items())
    )
