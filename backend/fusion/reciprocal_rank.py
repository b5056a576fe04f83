"""Reciprocal rank fusion (Cormack, Clarke & Büttcher 2009, "Reciprocal Rank Fusion outperforms
Condorcet and individual Rank Learning Methods")."""

from __future__ import annotations

from collections.abc import Sequence

from backend.ports import Fused, Fusion, Ranking

K0 = 60
"""The paper's constant: it decides how fast a rank's worth falls."""


class ReciprocalRankFusion:
    """score(d) = sum over retrievers of 1 / (k0 + rank(d)); ranks count from 1."""

    def fuse(self, rankings: Sequence[Ranking], constant: float | None = None) -> list[Fused]:
        """All proposed candidates, best first, ties by id; `constant` is k0 ≥ 1."""
        k0 = K0 if constant is None else constant
        contributions: dict[str, dict[str, float]] = {}
        for ranking in rankings:
            for rank, scored in enumerate(ranking.proposed, start=1):
                shares = contributions.setdefault(scored.chunk_id, {})
                shares[ranking.retriever] = 1.0 / (k0 + rank)
        fused = [
            Fused(chunk_id, sum(shares.values()), shares)
            for chunk_id, shares in contributions.items()
        ]
        return sorted(fused, key=lambda each: (-each.score, each.chunk_id))


def build() -> Fusion:
    """The fusion; it holds no state."""
    return ReciprocalRankFusion()
