"""A question as the network on the graph learns from it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from backend.fusion.staged.pool_graph import RELATIONS, PoolGraph
from backend.fusion.staged.propagation import CandidateLinks
from backend.fusion.staged.selection import chosen_together
from backend.passage_view.collection_view import Array, Numbers
from backend.passage_view.pairs import Pairs

OVER_LINKS = ("hotpotqa300", "musique_train100")
"""Sets whose questions several passages answer together."""
CHOSEN = 20
"""So many passages are chosen one by one, as the pipeline does."""
Edges = tuple[Numbers, Numbers, Array]


@dataclass(frozen=True, slots=True)
class TrainingPool:
    """A question's n candidates as a network learns from them.

    `features` (n, features), `edges` by relation (who hears, who is heard, values), `label` (n,) 1
    for what answers, `score` and `direct` (n,) the fused score and the judgement of each by itself,
    both standardised; `names` by which candidates count once, `gold` those that answer; `covered`
    (pieces, n) with `worth` (pieces,); `carried` how far links carry the question.
    """

    set_name: str
    fold: int
    hidden: bool
    weight: float
    features: Array
    edges: Mapping[str, Edges]
    label: Array
    score: Array
    direct: Array
    names: tuple[str, ...]
    gold: frozenset[str]
    covered: Array | None
    worth: Array | None
    carried: float

    @property
    def family(self) -> str:
        """The set that is left out together."""
        if self.set_name.startswith("own files"):
            return "own files"
        return self.set_name.split(maxsplit=1)[0]

    @property
    def over_links(self) -> bool:
        """Whether several passages that lead to each other answer it together."""
        return self.family in OVER_LINKS

    def ranked(self, score: Array) -> list[str]:
        """Names, best first, chosen together as the pipeline does."""
        none = np.zeros((0, 0), np.float32)
        nothing = None if self.covered is None else self.covered.astype(np.float32)
        unused: Pairs = None  # type: ignore[assignment]  # choosing looks at coverage alone
        links = CandidateLinks(none, none, none, unused, unused, nothing, self.worth)
        order, _ = chosen_together(score, links, CHOSEN, self.carried)
        return list(dict.fromkeys(self.names[place] for place in order))

    def graph(self, *, edges: bool = True) -> PoolGraph:
        """The graph as it is at asking; `edges` off leaves the passages unconnected."""
        found = {}
        for relation in RELATIONS:
            matrix = np.zeros((len(self.label), len(self.label)), np.float32)
            if edges:
                listening, speaking, values = self.edges[relation]
                matrix[listening, speaking] = values
            found[relation] = matrix
        return PoolGraph(self.features, found)


def weighed(pools: Sequence[TrainingPool]) -> list[TrainingPool]:
    """The pools with weights by which every set counts alike."""
    counts: dict[str, int] = {}
    for pool in pools:
        counts[pool.family] = counts.get(pool.family, 0) + 1
    share = len(pools) / len(counts)
    return [replace(pool, weight=share / counts[pool.family]) for pool in pools]
