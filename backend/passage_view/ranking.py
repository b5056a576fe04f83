"""From scores by row to scored passages, best first, ties by id."""

from __future__ import annotations

from typing import Any

import numpy as np

from backend.passage_view.collection_view import Array, CollectionView, Numbers
from backend.types import Filters, Scored

BLOCK = 64
"""Rows of which the highest score is looked at before each by itself."""


def top_rows(scores: Array, k: int) -> Numbers:
    """Rows of the k highest positive scores, best first; equal scores by row."""
    if k <= 0:
        return np.zeros(0, np.int64)
    enough = _reached_by(scores, k)
    rows = np.flatnonzero(scores >= enough if enough > 0.0 else scores > 0.0)
    if not rows.size:
        return np.zeros(0, np.int64)
    values = scores[rows]
    if k < rows.size:
        least = np.partition(values, rows.size - k)[rows.size - k]
        kept = values >= least
        rows, values = rows[kept], values[kept]
    return rows[np.argsort(-values, kind="stable")][:k]


def _reached_by(scores: Array, k: int) -> float:
    """A score that k rows reach at least: the kth best of the blocks' best. 0 with few blocks."""
    blocks = scores.size // BLOCK
    if k >= blocks:
        return 0.0
    # a block is every so many rows: maxima down columns take a tenth of those along rows
    highest = scores[: blocks * BLOCK].reshape(BLOCK, blocks).max(0)
    return float(np.partition(highest, blocks - k)[blocks - k])


def best_rows(view: CollectionView, scores: Array, k: int, filters: Filters) -> list[Scored]:
    """The k passages with the highest positive scores among those that the filters allow."""
    allowed = view.allowed(filters)
    if allowed is not None:
        scores = np.where(allowed, scores, 0.0).astype(np.float32)
    rows = top_rows(scores, k)
    ids = view.ids
    return [
        Scored(ids[row], score)
        for row, score in zip(rows.tolist(), scores[rows].tolist(), strict=True)
    ]


def flat(values: Any) -> Array:
    """A one-column matrix or array as (n,) float32."""
    return np.asarray(values, np.float32).ravel()


def scored(view: CollectionView, rows: Numbers, values: Array) -> dict[str, float]:
    """Positive values by passage id; the others are absent."""
    ids = view.ids
    return {
        ids[row]: value
        for row, value in zip(rows.tolist(), values.tolist(), strict=True)
        if value > 0.0
    }
