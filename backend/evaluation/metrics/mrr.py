"""Reciprocal rank of the first relevant one (Voorhees 1999); its mean over questions is MRR."""

from __future__ import annotations

from collections.abc import Collection, Sequence


def reciprocal_rank(ranked: Sequence[str], relevant: Collection[str], k: int) -> float:
    """1 / rank of the first relevant one among the first k, 0.0 if there is none."""
    wanted = set(relevant)
    for rank, each in enumerate(ranked[:k], start=1):
        if each in wanted:
            return 1.0 / rank
    return 0.0
