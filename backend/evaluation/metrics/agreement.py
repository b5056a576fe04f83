"""Agreement of two judges beyond chance: Cohen's κ (Cohen 1960)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence


def cohen_kappa(first: Sequence[float], second: Sequence[float]) -> float | None:
    """(p_o − p_e) / (1 − p_e), where p_o is the share of equal marks and p_e what chance would give
    by how often each judge uses each mark; unweighted.

    Returns:
        None where κ is not defined: without marks, or where both give one and the same mark always.

    Raises:
        ValueError: if there are not as many of both.
    """
    if len(first) != len(second):
        raise ValueError("agreement needs a mark of each judge for each answer")
    if not first:
        return None
    count = len(first)
    observed = sum(one == other for one, other in zip(first, second, strict=True)) / count
    ours, theirs = Counter(first), Counter(second)
    expected = sum(ours[mark] * theirs[mark] for mark in ours) / (count * count)
    return None if expected >= 1.0 else (observed - expected) / (1.0 - expected)
