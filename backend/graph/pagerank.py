"""Personalised PageRank on small dense graphs and on sparse ones (Haveliwala 2002, §4)."""

from __future__ import annotations

from typing import Any

import numpy as np

from backend.graph.collection_view import Array

RESTART = 0.5
"""Chance of returning to the start at each step: half, so that two steps matter most."""
STEPS = 6
SINK = 0.5
"""Weight of an imaginary last link of every node, so that weak links carry little."""


def personalised_pagerank(
    links: Any, start: Array, *, restart: float = RESTART, steps: int = STEPS
) -> Array:
    """Scores (n,) after a number of steps of p ← restart · start + (1 − restart) · p · W.

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
    for _ in range(steps):
        scores = restart * origin + (1.0 - restart) * np.asarray((scores / sums) @ links).ravel()
    return np.asarray(scores, np.float32)
