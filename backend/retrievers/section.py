"""Passages by the headings above them (seed thesis, §3.2.3: section, direct chunks)."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from backend.held_rows import rows_of
from backend.passage_view.collection_view import Array, CollectionView, Numbers
from backend.passage_view.question_terms import asked_terms
from backend.passage_view.ranking import best_rows, flat, scored
from backend.passage_view.views import Views, views_over
from backend.ports import Parts, Retriever
from backend.types import Query, RetrieverCard, Scored

CARD = RetrieverCard(
    "section",
    plain="headings",
    clause="how well the headings above it fit the question",
    family="structure",
    place=40,
    bounded=True,
)


class SectionRetriever:
    """Relevance as agreement of the heading path and the question."""

    name = CARD.name

    def __init__(self, views: Views) -> None:
        self._views = views

    def propose(self, query: Query, k: int) -> list[Scored]:
        """Passages whose headings share the rarest words with the question."""
        view = self._views.of(query.collection_id)
        known = asked_terms(view, query.text).known
        rows = np.unique(rows_of(view.path_holders, known).columns).astype(np.int64)
        scores = np.zeros(view.size, np.float32)
        scores[rows] = _agreement(view, query, rows)
        return best_rows(view, scores, k, query.filters)

    def score(self, query: Query, chunk_ids: Sequence[str]) -> dict[str, float]:
        """Agreement of headings and question; absent where they share no word."""
        view = self._views.of(query.collection_id)
        rows = view.rows(chunk_ids)
        return scored(view, rows, _agreement(view, query, rows))


def _agreement(view: CollectionView, query: Query, rows: Numbers) -> Array:
    """Harmonic mean, by idf, of the question's share in the headings and theirs in the question."""
    asked = asked_terms(view, query.text)
    wanted = np.zeros(view.term_weight.size, np.float32)
    wanted[asked.known] = view.term_weight[asked.known]
    paths = rows_of(view.path_terms, rows)
    common, whole = paths.times(wanted), paths.times(view.term_weight)
    said, covered = common / asked.total, common / (whole + 1e-9)
    return flat(2.0 * said * covered / (said + covered + 1e-9))


def build(parts: Parts) -> Retriever:
    """The retriever over the records' views."""
    return SectionRetriever(views_over(parts))
