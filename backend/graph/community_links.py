"""Links between communities of different documents, brought up to date exactly.

Each community is linked with its nearest communities of other documents, at most so many, over a
threshold of cosine. When documents come and go:

- a new community gets its list from its row of the product of vectors;
- it may push the last one out of another community's list: that is seen in the same row;
- a community that lost a member of its list may have one come back: its row is computed anew.

So the lists equal those of a fresh computation, and the work is in proportion to the communities
that are new or lost a link, each times all communities once.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt

from backend.graph.nearest import (
    UNIT,
    Integers,
    Quantised,
    ScoredPairs,
    best_of,
    cosine,
    nearest,
    pairs_over,
)
from backend.types import Edge

KIND: Final = "COMM_SIMILAR_TO"


@dataclass(frozen=True)
class Communities:
    """All communities of a collection. `ids` are sorted; `owners` are the numbers of `documents`,
    the document of each."""

    ids: Sequence[str]
    documents: Sequence[str]
    owners: Integers
    matrix: Quantised


def all_links(found: Communities, neighbours: int, threshold: float) -> list[Edge]:
    """The links of every community, computed afresh, by source, then best first."""
    everyone = np.arange(len(found.ids))
    return _edges(found, nearest(found.matrix, found.owners, everyone, neighbours, threshold))


def nearest_of_others(found: Communities, rows: Integers) -> npt.NDArray[np.float64]:
    """The cosine of each row's community with its nearest one of another document; 0 without."""
    pairs = nearest(found.matrix, found.owners, rows, 1, 0.0)
    best = np.zeros(len(found.ids))
    best[pairs.rows] = pairs.scores / UNIT
    chosen: npt.NDArray[np.float64] = best[rows]
    return chosen


def changed_links(
    found: Communities,
    fresh: Sequence[str],
    unsettled: Sequence[str],
    present: Callable[[Sequence[str]], Sequence[Edge]],
    neighbours: int,
    threshold: float,
) -> tuple[list[str], list[Edge]]:
    """The sources whose links change, and all their links.

    Args:
        found: the communities as they are now.
        fresh: ids that are new since the present links were made; no link may lead to them yet.
        unsettled: ids that have lost a link since.
        present: gives the links that start at some of the other communities.
    """
    number = {identity: row for row, identity in enumerate(found.ids)}
    arrived = np.array(sorted(number[each] for each in fresh), np.int64)
    again = np.array(sorted({*fresh, *unsettled} & number.keys()), object)
    recomputed = np.array([number[each] for each in again], np.int64)
    matrix, owners = found.matrix, found.owners
    edges = _edges(found, nearest(matrix, owners, recomputed, neighbours, threshold))
    sources = [found.ids[row] for row in recomputed.tolist()]
    candidates = _candidates(found, arrived, recomputed, neighbours, threshold)
    reached = np.unique(candidates.rows)
    if not len(reached):
        return sources, edges
    old = present([found.ids[row] for row in reached.tolist()])
    before = ScoredPairs(
        np.array([number[each.source] for each in old], np.int64),
        np.array([number[each.target] for each in old], np.int64),
        np.array([round(each.weight * UNIT) for each in old], np.int64),
    )
    best = best_of(_joined(before, candidates), neighbours)
    newcomers = np.isin(best.columns, arrived)
    changed = np.unique(best.rows[newcomers])
    kept = np.isin(best.rows, changed)
    edges += _edges(found, ScoredPairs(*(each[kept] for each in best)))
    return sources + [found.ids[row] for row in changed.tolist()], edges


def _candidates(
    found: Communities, arrived: Integers, recomputed: Integers, neighbours: int, threshold: float
) -> ScoredPairs:
    """What the new communities offer to those whose lists are not recomputed: at most so many."""
    nothing = np.zeros(0, np.int64)
    held = ScoredPairs(nothing, nothing, nothing)
    for block in pairs_over(found.matrix, found.owners, arrived, threshold):
        outward = ~np.isin(block.columns, recomputed)
        offered = ScoredPairs(block.columns[outward], block.rows[outward], block.scores[outward])
        held = best_of(_joined(held, offered), neighbours)
    return held


def _joined(first: ScoredPairs, second: ScoredPairs) -> ScoredPairs:
    return ScoredPairs(*(np.concatenate(each) for each in zip(first, second, strict=True)))


def _edges(found: Communities, pairs: ScoredPairs) -> list[Edge]:
    return [
        Edge(found.ids[row], found.ids[column], KIND, cosine(score))
        for row, column, score in zip(*(pair.tolist() for pair in pairs), strict=True)
    ]
