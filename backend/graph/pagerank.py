"""PageRank of a whole undirected graph, and personalised PageRank around some of its nodes.

The first (Brin and Page 1998, §2.1) decides what a document's groups are told by, and is a number
on the page Graph: it must come out the same on every machine, so it is summed link by link in the
order of the links. The second (Haveliwala 2002, §4) spreads over a few steps what a question found;
it is a retriever's score and may use fast products of matrices.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from backend.passage_view.collection_view import Array

Values = npt.NDArray[np.float64]

DAMPING = 0.85
"""Chance of following a link (Brin and Page 1998, §2.1)."""
RESTART = 0.5
"""Chance of returning to the start at each step: half, so that two steps matter most."""
STEPS = 6
SINK = 0.5
"""Weight of an imaginary last link of every node, so that weak links carry little."""


def pagerank(
    count: int, links: npt.NDArray[np.int64], weights: npt.NDArray[Any], rounds: int
) -> Values:
    """Shares (count,) of the visits of a walk that follows a link with chance DAMPING, by weight,
    and else begins anywhere; where there is no link it begins anywhere.

    Args:
        links: (n, 2) pairs of different nodes, each walked in both directions; those given twice
            add up.
        weights: (n,) non-negative.
        rounds: of power iteration from equal shares; what is left to gain is at most
            DAMPING ** rounds.
    """
    scores = np.full(count, 1.0 / max(count, 1))
    sources = np.concatenate((links[:, 0], links[:, 1]))
    targets = np.concatenate((links[:, 1], links[:, 0]))
    both = np.concatenate((weights, weights)).astype(np.float64)
    degrees = np.bincount(sources, both, count)
    shares = both / np.where(degrees[sources] > 0.0, degrees[sources], 1.0)
    alone = degrees == 0.0
    for _ in range(rounds if count else 0):
        received = np.bincount(targets, scores[sources] * shares, count)
        lost = float(scores[alone].sum()) / count
        scores = (1.0 - DAMPING) / count + DAMPING * (received + lost)
    return scores


def personalised_pagerank(links: Any, start: Array) -> Array:
    """Scores (n,) after STEPS of p ← RESTART · start + (1 − RESTART) · p · W.

    Args:
        links: (n, n) non-negative weights, dense or sparse; rows are divided by their sum + 0.5.
        start: (n,) non-negative weights of the start; it is scaled to sum 1.
    """
    total = float(start.sum())
    if total <= 0.0:
        return np.zeros_like(start)
    origin = start / total
    sums = np.asarray(links.sum(1)).ravel() + SINK
    scores = origin
    for _ in range(STEPS):
        scores = RESTART * origin + (1.0 - RESTART) * np.asarray((scores / sums) @ links).ravel()
    return np.asarray(scores, np.float32)
