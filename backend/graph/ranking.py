"""From scores by row to scored passages, best first, ties by id."""

from __future__ import annotations

from typing import Any

import numpy as np

from backend.graph.collection_view import Array, CollectionView, Numbers
from backend.types import Filters, Scored


def top_rows(scores: Array, k: int) -> Numbers:
    """Rows of the k highest positive scores, best first; equal scores by row."""
    rows = np.flatnonzero(scores > 0.0)
    if k <= 0 or not rows.size:
        return np.zeros(0, np.int64)
    values = scores[rows]
    if k < rows.size:
        least = np.partition(values, rows.size - k)[rows.size - k]
        kept = values >= least
        rows, values = rows[kept], values[kept]
    return rows[np.argsort(-values, kind="stable")][:k]


def best_rows(view: CollectionView, scores: Array, k: int, filters: Filters) -> list[Scored]:
    """The k passages with the highest positive scores among those that the filters allow."""
    allowed = view.allowed(filters)
    if allowed is not None:
        scores = np.where(allowed, scores, 0.0).astype(np.float32)
    return [Scored(view.ids[row], float(scores[row])) for row in top_rows(scores, k)]


def flat(values: Any) -> Array:
    """A one-column matrix or array as (n,) float32."""
    return np.asarray(values, np.float32).ravel()


def scored(view: CollectionView, rows: Numbers, values: Array) -> dict[str, float]:
    """Positive values by passage id; the others are absent."""
    return {
        view.ids[row]: float(value) for row, value in zip(rows, values, strict=True) if value > 0.0
    }
