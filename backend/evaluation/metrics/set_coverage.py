"""Set coverage at k: whether all relevant documents are among the first k (multi-hop)."""

from __future__ import annotations

from collections.abc import Collection, Sequence


def set_coverage(ranked: Sequence[str], relevant: Collection[str], k: int) -> float:
    """1.0 if every relevant document is among the first k, else 0.0."""
    return 1.0 if set(relevant) <= set(ranked[:k]) else 0.0
