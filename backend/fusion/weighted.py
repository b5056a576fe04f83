"""A sum of scores by fixed weights, as KarGus joins meaning, keywords and entities (§2.4.3).

Unlike the convex combination it scales nothing: the scores lie between 0 and 1 as they are.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from backend.ports import Fused, Fusion, Ranking

WEIGHTS: Mapping[str, float] = {"dense": 0.75, "shared_keywords": 0.2, "shared_entities": 0.05}
"""KarGus's best weights, over its own documents; none is chosen here."""


class WeightedFusion:
    """score(d) = sum of weight(r) · s_r(d); 0 from a retriever without a score or a weight."""

    def __init__(self, weights: Mapping[str, float] = WEIGHTS) -> None:
        self._weights = weights

    def fuse(self, rankings: Sequence[Ranking], constant: float | None = None) -> list[Fused]:
        """All candidates, best first, ties by id; `constant` is the weight of dense in place of its
        own, while the others share the rest as they do."""
        weights = dict(self._weights)
        if constant is not None:
            others = sum(each for name, each in weights.items() if name != "dense")
            for name, weight in weights.items():
                weights[name] = (1.0 - constant) * weight / others if others else 0.0
            weights["dense"] = constant
        shares: dict[str, dict[str, float]] = {}
        for ranking in rankings:
            for chunk_id, score in ranking.scores.items():
                own = shares.setdefault(chunk_id, {})
                own[ranking.retriever] = weights.get(ranking.retriever, 0.0) * score
        fused = [Fused(chunk_id, sum(own.values()), own) for chunk_id, own in shares.items()]
        return sorted(fused, key=lambda each: (-each.score, each.chunk_id))


def build() -> Fusion:
    """The fusion with KarGus's weights; it holds no state."""
    return WeightedFusion()
