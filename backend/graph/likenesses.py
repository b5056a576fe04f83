"""How alike the passages of one document are: in meaning, in keywords and in names (KarGus).

Each likeness joins a passage with the five that it is most like. Keywords are weighed within the
document alone, so that a further document changes none of it (there eq. 2.2 to 2.9; its word2vec
of names is whatever vectors the caller has).
"""

from __future__ import annotations

import numpy as np

from backend import sparse
from backend.passage_view.collection_view import Array, Numbers

NEAREST = 5
KEYWORDS = 20
"""Terms with the highest tf-idf that stand for a passage."""
ALPHA = BETA = 0.5
"""Weight of what is shared beside what is near, of keywords and of names."""


def likeness_of_meaning(vectors: Array) -> Array:
    """(n, n) cosines of vectors (n, d); of one that is all zeros 0."""
    lengths = np.linalg.norm(vectors, axis=1, keepdims=True)
    unit = np.divide(vectors, lengths, out=np.zeros_like(vectors), where=lengths > 0)
    found: Array = (unit @ unit.T).astype(np.float32)
    return found


def likeness_of_keywords(counts: sparse.Matrix) -> Array:
    """(n, n): α · shared keywords over the larger number of them + (1 − α) · tf-idf cosine.

    Args:
        counts: (n, T) how often each passage of the document holds each term.
    """
    times = np.asarray(counts.toarray(), np.float32)
    frequency = (times > 0).sum(0)
    weighed = times * (np.log((1.0 + len(times)) / (1.0 + frequency)) + 1.0)
    order = np.argsort(-weighed, axis=1, kind="stable")[:, :KEYWORDS]
    chosen = np.zeros_like(weighed)
    np.put_along_axis(chosen, order, 1.0, axis=1)
    chosen = np.where(weighed > 0, chosen, 0.0)
    return _shared(chosen, ALPHA) + (1.0 - ALPHA) * likeness_of_meaning(weighed)


def likeness_of_names(held: sparse.Matrix, vectors: Array) -> Array:
    """(n, n): β · shared names over the larger number of them + (1 − β) · the mean over a row's
    names of the best cosine with one of the column's; 0 where either passage names nothing.

    Args:
        held: (n, K) over 0 where a passage of the document holds a name.
        vectors: (K, d) unit vectors of the names, zeros for a name without one.
    """
    chosen = (held.toarray() > 0).astype(np.float32)
    cosines = vectors @ vectors.T
    found = _shared(chosen, BETA)
    named = np.flatnonzero(chosen.any(1))
    for column in named:
        best = cosines[:, np.flatnonzero(chosen[column])].max(1)
        found[named, column] += (1.0 - BETA) * (chosen[named] @ best) / chosen[named].sum(1)
    return found


def nearest_edges(likeness: Array, nearest: int = NEAREST) -> tuple[Numbers, Numbers, Array]:
    """Each passage with those that it is most like: (m,) sources, targets and likenesses over 0;
    the first of equals.
    """
    others = likeness.copy()
    np.fill_diagonal(others, 0.0)
    order = np.argsort(-others, axis=1, kind="stable")[:, :nearest]
    sources = np.repeat(np.arange(len(others)), order.shape[1])
    targets = order.ravel()
    values = others[sources, targets]
    kept = values > 0.0
    return sources[kept], targets[kept], values[kept]


def _shared(chosen: Array, weight: float) -> Array:
    counts = chosen.sum(1)
    larger = np.maximum(np.maximum(counts[:, None], counts[None, :]), 1.0)
    found: Array = (weight * (chosen @ chosen.T) / larger).astype(np.float32)
    return found
