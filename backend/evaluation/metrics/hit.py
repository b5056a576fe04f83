"""Hit at k: whether any relevant document is among the first k."""

from __future__ import annotations

from collections.abc import Collection, Sequence


def hit(ranked: Sequence[str], relevant: Collection[str], k: int) -> float:
    """1.0 if one of the first k is relevant, else 0.0."""
    return 1.0 if set(relevant).intersection(ranked[:k]) else 0.0
