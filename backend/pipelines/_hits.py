"""From rankings to hits: standardising, and joining chunks with signals.

Shared by the pipelines of this folder.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from statistics import fmean, pstdev

from backend.ports import Fused, LibraryRecords, Ranking
from backend.types import Hit, Signal


def standardise(scores: Mapping[str, float]) -> dict[str, float]:
    """Scores with mean 0 and standard deviation 1 over the question's candidates (population)."""
    if not scores:
        return {}
    mean = fmean(scores.values())
    deviation = pstdev(scores.values(), mean)
    if deviation == 0.0:
        return dict.fromkeys(scores, 0.0)
    return {chunk_id: (score - mean) / deviation for chunk_id, score in scores.items()}


def to_hits(
    records: LibraryRecords, fused: Sequence[Fused], rankings: Sequence[Ranking], top_k: int
) -> tuple[Hit, ...]:
    """The best top_k candidates that still exist, each with every retriever's signal."""
    ranks = {
        ranking.retriever: {
            scored.chunk_id: rank for rank, scored in enumerate(ranking.proposed, start=1)
        }
        for ranking in rankings
    }
    standardised = {ranking.retriever: standardise(ranking.scores) for ranking in rankings}
    chunks = records.chunks([each.chunk_id for each in fused])
    alive = [each for each in fused if each.chunk_id in chunks][:top_k]
    return tuple(
        Hit(
            chunks[each.chunk_id],
            each.score,
            tuple(
                Signal(
                    ranking.retriever,
                    ranks[ranking.retriever].get(each.chunk_id),
                    ranking.scores.get(each.chunk_id),
                    standardised[ranking.retriever].get(each.chunk_id),
                    each.contributions.get(ranking.retriever, 0.0),
                )
                for ranking in rankings
            ),
        )
        for each in alive
    )
