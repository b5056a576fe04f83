"""Precision at k: the share of relevant ones among the first k (Manning et al. 2008, ch. 8.3)."""

from __future__ import annotations

from collections.abc import Collection, Sequence


def precision(ranked: Sequence[str], relevant: Collection[str], k: int) -> float:
    """|relevant ∩ ranked[:k]| / k; places that were left empty count as wrong.

    Raises:
        ValueError: if k is not positive.
    """
    if k < 1:
        raise ValueError("precision needs a k of at least 1")
    return len(set(relevant).intersection(ranked[:k])) / k
