"""Passages that are what the question names: by title, heading or row label, or by their subject.

The entity retriever of the fused pipeline (seed thesis, §3.2.4), with names instead of vectors.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from backend.passage_view.collection_view import Array, CollectionView
from backend.passage_view.question_terms import name_match
from backend.passage_view.ranking import best_rows, scored
from backend.passage_view.views import Views, views_over
from backend.ports import Aspects, Parts, Retriever
from backend.types import Query, RetrieverCard, Scored

CARD = RetrieverCard(
    "entity",
    plain="names",
    clause="which of the question's names it mentions",
    family="graph",
    place=50,
    depth=60,
    bounded=True,
)

TEXT_WEIGHT = 0.8
"""A name that a passage is about counts a little less than one that it bears as its title."""


class EntityRetriever:
    """Relevance as being named by the question."""

    name = CARD.name

    def __init__(self, views: Views) -> None:
        self._views = views

    def propose(self, query: Query, k: int) -> list[Scored]:
        """Passages that the question names most surely."""
        view = self._views.of(query.collection_id)
        return best_rows(view, _joined(*_match(view, query)), k, query.filters)

    def score(self, query: Query, chunk_ids: Sequence[str]) -> dict[str, float]:
        """How surely the question names a passage, in [0, 1]; absent where it does not."""
        view = self._views.of(query.collection_id)
        rows = view.rows(chunk_ids)
        return scored(view, rows, _joined(*_match(view, query))[rows])

    def aspects(self, query: Query, chunk_ids: Sequence[str]) -> Aspects:
        """Named by title, and named by what the text is about."""
        view = self._views.of(query.collection_id)
        rows = view.rows(chunk_ids)
        by_title, by_text = _match(view, query)
        return {
            "title": scored(view, rows, by_title[rows]),
            "text": scored(view, rows, by_text[rows]),
        }


def _match(view: CollectionView, query: Query) -> tuple[Array, Array]:
    return name_match(view, query.text)


def _joined(by_title: Array, by_text: Array) -> Array:
    joined: Array = np.maximum(by_title, TEXT_WEIGHT * by_text)
    return joined


def build(parts: Parts) -> Retriever:
    """The retriever over the records' views."""
    return EntityRetriever(views_over(parts))
