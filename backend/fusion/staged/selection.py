"""Chooses passages that cover the question together, not several times the same part of it.

Greedy maximisation of relevance plus coverage: the next passage is the one whose score, plus
what it covers of the question beyond the passages chosen so far, is the highest. Coverage is
submodular, so greedy choice is near the best (Nemhauser, Wolsey & Fisher 1978; for summaries Lin &
Bilmes 2011) and the totals fall from one passage to the next.

Coverage counts as far as links carry the question (`backend.fusion.staged.balance`): where one
passage answers, one that covers another part of the question is no better for it.
"""

from __future__ import annotations

import numpy as np

from backend.fusion.staged.propagation import CandidateLinks
from backend.passage_view.collection_view import Array, Numbers
from backend.types import RetrieverCard

CARD = RetrieverCard(
    "coverage",
    plain="adds to the rest",
    clause="how much of the question it covers that others leave open",
    family="choice",
    place=160,
    asked="never",
)
RETRIEVER = CARD.name
WEIGHT = 2.0
"""Worth of covering the whole question where links carry it, in deviations of the scores; chosen on
first halves.
"""


def chosen_together(
    score: Array, links: CandidateLinks, depth: int, carried: float
) -> tuple[Numbers, Array]:
    """Places of all candidates, best first, and (n,) what coverage adds to each score.

    Args:
        depth: so many are chosen one by one; the others follow by what they would still add.
        carried: how far links carry the question, in [0, 1].
    """
    size = score.size
    if links.coverage is None or links.weights is None or not size or carried <= 0.0:
        return np.lexsort((np.arange(size), -score)), np.zeros(size, np.float32)
    covered = np.zeros(links.coverage.shape[0], np.float32)
    added = np.zeros(size, np.float32)
    open_places = np.ones(size, bool)
    order: list[int] = []
    for _ in range(min(depth, size)):
        gain = (
            carried * WEIGHT * (links.weights @ np.maximum(links.coverage - covered[:, None], 0.0))
        )
        total = np.where(open_places, score + gain, -np.inf)
        place = int(total.argmax())
        added[place] = gain[place]
        open_places[place] = False
        order.append(place)
        covered = np.maximum(covered, links.coverage[:, place])
    gain = carried * WEIGHT * (links.weights @ np.maximum(links.coverage - covered[:, None], 0.0))
    rest = np.flatnonzero(open_places)
    added[rest] = gain[rest]
    order += rest[np.lexsort((rest, -(score + added)[rest]))].tolist()
    return np.array(order, np.int64), added
