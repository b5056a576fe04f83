"""Convex combination of normalised scores (Bruch, Gai & Ingber 2023, "An Analysis of Fusion
Functions for Hybrid Retrieval", §3.2: theoretical min-max normalisation, TM2C2)."""

from __future__ import annotations

from collections.abc import Sequence

from backend.ports import Fused, Fusion, Ranking

ALPHA = 0.9
"""Weight of the dense retriever; the rest goes to the others in equal parts. Chosen on the first
halves of hotpotqa300 and nq_uda (`bench/retrieval.py`)."""


class ConvexFusion:
    """score(d) = sum of weight(r) · (s_r(d) − m_r) / (M_r − m_r).

    m_r is the retriever's theoretical lower bound (without one the least score seen), M_r its best
    score for the question. A candidate that a retriever cannot score gets 0 from it.
    """

    def fuse(self, rankings: Sequence[Ranking], constant: float | None = None) -> list[Fused]:
        """All candidates, best first, ties by id; `constant` is the weight alpha in [0, 1]."""
        alpha = ALPHA if constant is None else constant
        weights = weights_of([ranking.retriever for ranking in rankings], alpha)
        contributions: dict[str, dict[str, float]] = {}
        for ranking in rankings:
            for chunk_id, normalised in normalise(ranking).items():
                shares = contributions.setdefault(chunk_id, {})
                shares[ranking.retriever] = weights[ranking.retriever] * normalised
        fused = [
            Fused(chunk_id, sum(shares.values()), shares)
            for chunk_id, shares in contributions.items()
        ]
        return sorted(fused, key=lambda each: (-each.score, each.chunk_id))


def weights_of(retrievers: Sequence[str], alpha: float) -> dict[str, float]:
    """Non-negative weights that sum to 1: `alpha` for dense, the others share the rest."""
    others = [name for name in retrievers if name != "dense"]
    if len(others) == len(retrievers) or not others:
        return {name: 1.0 / len(retrievers) for name in retrievers}
    shared = (1.0 - alpha) / len(others)
    return {name: alpha if name == "dense" else shared for name in retrievers}


def normalise(ranking: Ranking) -> dict[str, float]:
    """Scores scaled to [0, 1] between the theoretical lower bound and the question's best."""
    if not ranking.scores:
        return {}
    top = max(ranking.scores.values())
    bottom = min(ranking.scores.values()) if ranking.lowest is None else ranking.lowest
    if top <= bottom:
        return dict.fromkeys(ranking.scores, 0.0)
    return {
        chunk_id: max(0.0, (score - bottom) / (top - bottom))
        for chunk_id, score in ranking.scores.items()
    }


def build() -> Fusion:
    """The fusion; it holds no state."""
    return ConvexFusion()
