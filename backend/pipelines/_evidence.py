"""From rankings to hits: gathering candidates, standardising, and joining chunks with signals.

Shared by the pipelines of this folder.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet
from statistics import fmean, pstdev

from backend.pipelines._retrievers import card_of, retrieval
from backend.pipelines._together import proposed_together
from backend.ports import Fused, LibraryRecords, Ranking, Retriever, Searched
from backend.types import Hit, Query, Signal

MINIMUM_DEPTH = 50


def depth(top_k: int) -> int:
    """How many passages each retriever proposes so that a fusion has something to choose from."""
    return max(MINIMUM_DEPTH, 4 * top_k)


def gather(query: Query, retrievers: Sequence[Retriever], k: int) -> list[Ranking]:
    """Let each retriever propose k passages, then score everything that any of them proposed.

    Those that search the index do both in one request.
    """
    together = proposed_together(query, retrievers, lambda _: k, judged=True)

    def proposed(retriever: Retriever) -> Searched:
        with retrieval(query, retriever.name, "propose"):
            if retriever.name in together:
                return together.of(retriever.name)
            return Searched.alone(retriever.propose(query, k))

    found = {each.name: proposed(each) for each in retrievers}
    pool = {scored.chunk_id for each in found.values() for scored in each.best}
    return [_ranking(each, query, found[each.name], pool) for each in retrievers]


def _ranking(
    retriever: Retriever, query: Query, found: Searched, pool: AbstractSet[str]
) -> Ranking:
    missing = sorted(pool - found.judged)
    scores = dict(found.scores)
    if missing:
        with retrieval(query, retriever.name, "score"):
            scores |= retriever.score(query, missing)
    lowest = card_of(retriever.name).lowest
    return Ranking(retriever.name, tuple(found.best), scores, lowest)


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
