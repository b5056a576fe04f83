"""What second questions about bridge names say of each candidate."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from backend.analysis import term_texts
from backend.fusion.staged.measured_columns import Columns, aspect_columns
from backend.held_rows import rows_of
from backend.passage_view.bridges import RANKED, Requery
from backend.passage_view.collection_view import Array, CollectionView, Numbers
from backend.types import RetrieverCard

CARD = RetrieverCard(
    "bridge",
    plain="second questions",
    clause="how well it answers what the best passages leave open",
    family="graph",
    place=90,
    asked="never",
)
RETRIEVER = CARD.name
NEAR_THE_TOP = 5


def requery_columns(
    view: CollectionView, found: Sequence[Requery], rows: Numbers, relevance: Array
) -> Columns:
    """Columns of the retriever `bridge`; none without second questions.

    Args:
        relevance: π of the candidates in `rows`; a second question counts as much as the passage
            that it came from.
    """
    if not found:
        return Columns(rows.size, {})
    place = {int(row): number for number, row in enumerate(rows)}
    seeds = np.array([place.get(requery.bridge.seed, -1) for requery in found])
    trust = np.where(seeds >= 0, relevance[np.maximum(seeds, 0)], 0.0)
    surety = np.array([requery.bridge.weight for requery in found], np.float32)
    ranks = np.stack([_ranks(requery, rows) for requery in found])
    relative = np.stack([_relative(requery, rows) for requery in found])
    own = seeds[:, None] == np.arange(rows.size)[None, :]
    held = _held(view, found, rows)
    nearness = np.where(own, 0.0, 1.0 / (1.0 + ranks / 3.0))
    weighted = surety[:, None] * nearness
    best, candidates = weighted.argmax(0), np.arange(rows.size)
    ordered = np.sort(weighted, axis=0)
    measured = {
        "weighted": weighted.max(0),
        "nearness": nearness.max(0),
        "rank": -np.log1p(ranks[best, candidates]),
        "relative": relative[best, candidates],
        "sum": weighted.sum(0),
        "second": ordered[-2] if len(found) > 1 else np.zeros(rows.size),
        "seed": trust[best],
        "surety": surety[best],
        "held": held[best, candidates],
        "often": ((ranks < NEAR_THE_TOP) & ~own).sum(0),
        "held_relative": (surety[:, None] * np.where(own, 0.0, relative) * (held > 0)).max(0),
        "own": own.any(0),
    }
    columns = aspect_columns(RETRIEVER, {n: v.astype(np.float32) for n, v in measured.items()})
    return Columns(rows.size, columns)


def _ranks(found: Requery, rows: Numbers) -> Array:
    """(n,) ranks from 0, RANKED for everything further down."""
    ranks = np.full(rows.size, RANKED, np.float32)
    _, places, of_best = np.intersect1d(rows, found.best, assume_unique=True, return_indices=True)
    ranks[places] = of_best
    return ranks


def _relative(found: Requery, rows: Numbers) -> Array:
    """(n,) BM25 as a share of the second question's best."""
    best = float(found.scores[found.best[0]]) if found.best.size else 0.0
    return (found.scores[rows] / (best + 1e-9)).astype(np.float32)


def _held(view: CollectionView, found: Sequence[Requery], rows: Numbers) -> Array:
    """(bridges, n): 2 if the candidate bears the name as its title, 1 if it holds its words."""
    held = np.zeros((len(found), rows.size), np.float32)
    columns_of = [
        [view.terms.get(term, -1) for term in term_texts(each.bridge.name)] for each in found
    ]
    wanted = np.zeros(view.term_weight.size, bool)
    for columns in columns_of:
        wanted[[column for column in columns if 0 <= column < wanted.size]] = True
    spoken = rows_of(view.counts, rows).among(wanted)
    holders = spoken.row_of
    for number, (requery, columns) in enumerate(zip(found, columns_of, strict=True)):
        if columns and min(columns) >= 0 and max(columns) < wanted.size:
            times = np.zeros(rows.size, np.int32)
            for column in columns:
                times[holders[spoken.columns == column]] += 1
            held[number] = times == len(columns)
        key = view.keys.get(requery.bridge.name, -1)
        if key >= 0:
            named = rows_of(view.titles, np.array([key])).columns
            held[number][np.isin(rows, named)] = 2.0
    return held
