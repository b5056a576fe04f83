"""Normalised discounted cumulative gain with binary relevance (Järvelin & Kekäläinen 2002)."""

from __future__ import annotations

import math
from collections.abc import Collection, Sequence


def ndcg(ranked: Sequence[str], relevant: Collection[str], k: int) -> float:
    """Sum of 1/log2(rank + 1) over relevant ones in the first k, by its best possible value.

    Raises:
        ValueError: if nothing is relevant.
    """
    wanted = set(relevant)
    if not wanted:
        raise ValueError("nDCG needs at least one relevant document")
    gained = sum(
        1.0 / math.log2(rank + 1)
        for rank, document in enumerate(ranked[:k], start=1)
        if document in wanted
    )
    ideal = sum(1.0 / math.log2(rank + 1) for rank in range(1, min(k, len(wanted)) + 1))
    return gained / ideal
