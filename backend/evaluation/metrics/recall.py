"""Recall at k: the share of the relevant documents among the first k."""

from __future__ import annotations

from collections.abc import Collection, Sequence


def recall(ranked: Sequence[str], relevant: Collection[str], k: int) -> float:
    """|relevant ∩ ranked[:k]| / |relevant|.

    Raises:
        ValueError: if nothing is relevant, for which recall is undefined.
    """
    wanted = set(relevant)
    if not wanted:
        raise ValueError("recall needs at least one relevant document")
    return len(wanted.intersection(ranked[:k])) / len(wanted)
