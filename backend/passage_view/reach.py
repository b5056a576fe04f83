"""Which passages a set of seeds leads to: over links out, links in, and a second step."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from backend.held_rows import HeldRows
from backend.passage_view.collection_view import Array, CollectionView, Numbers
from backend.passage_view.links import in_links, out_links


@dataclass(frozen=True, slots=True)
class Reach:
    """How many neighbours are taken: per seed, and in a second step from the first seeds' own."""

    out: int = 12
    back: int = 8
    back_late: int = 3
    early_seeds: int = 8
    two_step_seeds: int = 6
    second_from: int = 15
    second_out: int = 5


def neighbours(view: CollectionView, seeds: Numbers, nearness: Array, reach: Reach) -> Numbers:
    """Rows that seeds lead to, sorted.

    Args:
        seeds: rows, the most promising first.
        nearness: (N,) how near each passage is to the question; in-links and second steps are
            chosen by it, since popular passages have very many.
    """
    if not seeds.size or not view.size:
        return np.zeros(0, np.int64)
    onward = out_links(view, seeds)
    backward = in_links(view, seeds)
    found: list[Numbers] = []
    first: list[Numbers] = []
    for number in range(len(seeds)):
        targets = _strongest(onward, number, reach.out)
        found.append(targets)
        if number < reach.two_step_seeds:
            first.append(targets)
        kept = reach.back if number < reach.early_seeds else reach.back_late
        found.append(_nearest(_row(backward, number)[0], nearness, kept))
    near = _nearest(np.unique(np.concatenate(first)), nearness, reach.second_from)
    if near.size:
        further = out_links(view, near)
        found += [_strongest(further, number, reach.second_out) for number in range(len(near))]
    return np.unique(np.concatenate(found))


def _row(links: HeldRows, number: int) -> tuple[Numbers, Array]:
    """Targets and values of one row, zeros left out."""
    row = slice(links.starts[number], links.starts[number + 1])
    targets, values = links.columns[row], links.values[row]
    real = values > 0.0
    return targets[real].astype(np.int64), values[real]


def _strongest(links: HeldRows, number: int, k: int) -> Numbers:
    targets, values = _row(links, number)
    if targets.size > k:
        enough = values >= np.partition(values, targets.size - k)[targets.size - k]
        targets, values = targets[enough], values[enough]
    return targets[np.lexsort((targets, -values))][:k]


def _nearest(rows: Numbers, nearness: Array, k: int) -> Numbers:
    return rows[np.lexsort((rows, -nearness[rows]))][:k]
