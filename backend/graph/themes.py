"""A tree above communities: communities of communities, for a whole collection.

Each level groups the nodes of the level below by the likeness of their vectors, as documents group
their chunks (RAPTOR, Sarthi et al. 2024, §3, clusters summaries of summaries in the same way; here
by Leiden on the nearest-neighbour graph). A node of a higher level has the mean direction of what
is under it.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from backend.graph.leiden import communities
from backend.graph.nearest import nearest, quantised

NEIGHBOURS = 10
LEAST_COSINE = 0.3
FEW = 8
"""A level of so few nodes needs none above it."""
MOST_LEVELS = 3


def theme_levels(vectors: npt.NDArray[Any]) -> list[list[list[int]]]:
    """Levels from the lowest up; each is a list of groups of rows of `vectors`.

    Groups of a level hold every row once, the rows nearest to the group's direction first, the
    largest group first. A level that would merge nothing is left out; without vectors there is no
    level.
    """
    if not len(vectors):
        return []
    exact = quantised(vectors).astype(np.float64)
    groups = [[row] for row in range(len(exact))]
    levels: list[list[list[int]]] = []
    while len(levels) < MOST_LEVELS:
        labels = _grouped(np.stack([exact[group].sum(0) for group in groups]))
        merged: dict[int, list[int]] = {}
        for label, group in zip(labels, groups, strict=True):
            merged.setdefault(label, []).extend(group)
        if len(merged) == len(groups) and levels:
            break
        groups = list(merged.values())
        levels.append(sorted((_central(exact, each) for each in groups), key=_order))
        if len(groups) <= FEW:
            break
    return levels


def _grouped(vectors: npt.NDArray[Any]) -> list[int]:
    everyone = np.arange(len(vectors))
    pairs = nearest(quantised(vectors), everyone, everyone, NEIGHBOURS, LEAST_COSINE)
    links = [
        (min(row, column), max(row, column), score)
        for row, column, score in zip(*(pair.tolist() for pair in pairs), strict=True)
    ]
    return communities(len(vectors), links)


def _central(exact: npt.NDArray[Any], group: list[int]) -> list[int]:
    """The group's rows, the nearest to its sum first. Products are of whole numbers, so exact."""
    nearness = exact[group] @ exact[group].sum(0)
    return [group[each] for each in np.lexsort((group, -nearness))]


def _order(group: list[int]) -> tuple[int, int]:
    return -len(group), min(group)
