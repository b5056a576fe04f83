"""Keywords: half the share of the question's words that a passage holds, half TF-IDF cosine.

The keyword score of the seed's semantic, keyword and entity graph (α = 0.5), with the collection's
own idf for both halves.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from backend.passage_view.collection_view import Array, CollectionView, Numbers
from backend.passage_view.question_terms import asked_bm25, asked_terms
from backend.passage_view.ranking import best_rows, flat, scored, top_rows
from backend.passage_view.views import Views, views_over
from backend.ports import Aspects, Parts, Retriever
from backend.types import Query, RetrieverCard, Scored

CARD = RetrieverCard(
    "keyword",
    plain="key terms",
    clause="how many of the terms that matter it shares with the question",
    family="text",
    place=60,
    bounded=True,
)

ALPHA = 0.5
REACH = 4
"""Proposals are the best of so many times k passages by BM25."""


class KeywordRetriever:
    """Relevance as the share of the question's keywords that stand in the passage."""

    name = CARD.name

    def __init__(self, views: Views) -> None:
        self._views = views

    def propose(self, query: Query, k: int) -> list[Scored]:
        """The passages that hold most of the question's keywords."""
        view = self._views.of(query.collection_id)
        reached = asked_bm25(view, query.text)
        allowed = view.allowed(query.filters)
        if allowed is not None:
            reached = np.where(allowed, reached, 0.0).astype(np.float32)
        rows = np.sort(top_rows(reached, REACH * k))
        scores = np.zeros(view.size, np.float32)
        scores[rows] = _joined(*_halves(view, query, rows))
        return best_rows(view, scores, k, query.filters)

    def score(self, query: Query, chunk_ids: Sequence[str]) -> dict[str, float]:
        """Keyword score in [0, 1]; absent where no keyword is shared."""
        view = self._views.of(query.collection_id)
        rows = view.rows(chunk_ids)
        return scored(view, rows, _joined(*_halves(view, query, rows)))

    def aspects(self, query: Query, chunk_ids: Sequence[str]) -> Aspects:
        """The two halves apart."""
        view = self._views.of(query.collection_id)
        rows = view.rows(chunk_ids)
        overlap, cosine = _halves(view, query, rows)
        return {"overlap": scored(view, rows, overlap), "cosine": scored(view, rows, cosine)}


def _halves(view: CollectionView, query: Query, rows: Numbers) -> tuple[Array, Array]:
    """(n,) idf share of the question's distinct terms held; (n,) tf-idf cosine."""
    asked = asked_terms(view, query.text)
    wanted = np.zeros(view.term_weight.size, np.float32)
    wanted[asked.known] = view.term_weight[asked.known]
    spoken = np.zeros(view.term_weight.size, bool)
    spoken[asked.known] = True
    held = view.overlap(rows).among(spoken)
    overlap = flat(held.valued(np.ones_like(held.values)).times(wanted) / asked.total)
    length = float(np.sqrt((asked.weights**2).sum())) + 1e-9
    cosine = flat(held.times(wanted) / length)
    return overlap, cosine


def _joined(overlap: Array, cosine: Array) -> Array:
    joined: Array = ALPHA * overlap + (1.0 - ALPHA) * cosine
    return joined


def build(parts: Parts) -> Retriever:
    """The retriever over the records' views."""
    return KeywordRetriever(views_over(parts))
