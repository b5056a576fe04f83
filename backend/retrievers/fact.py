"""The fact of a passage that says most of what the question asks for (`backend.discourse.facts`).

A sentence that says "it was founded by Ada Finch" does not name what was founded; the fact does. A
passage is as relevant as its best fact: BM25 over the words of subject, relation and object. Fused
hybrid asks it where its option says so.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from backend.discourse.fact_view import FactView
from backend.discourse.fact_views import FactViews, fact_views_over
from backend.ports import Parts, Records, Retriever
from backend.types import Query, RetrieverCard, Scored

CARD = RetrieverCard(
    "fact",
    plain="fact",
    clause="how much of the question its best fact says",
    family="text",
    place=28,
    depth=20,
    asked="never",
    lowest=0.0,
)


class FactRetriever:
    """Relevance as BM25 of a passage's best fact."""

    name = CARD.name

    def __init__(self, records: Records, views: FactViews) -> None:
        self._records = records
        self._views = views

    def propose(self, query: Query, k: int) -> list[Scored]:
        """The passages with the best facts; none while facts are being read."""
        view = self._views.ready(query.collection_id)
        if view is None:
            return []
        best = view.best(query.text)
        best[~self._allowed(query, view)] = 0.0
        order = np.argsort(-best, kind="stable")[:k]
        return [
            Scored(view.chunk_ids[row], float(best[row])) for row in order.tolist() if best[row] > 0
        ]

    def score(self, query: Query, chunk_ids: Sequence[str]) -> dict[str, float]:
        """BM25 of each passage's best fact; absent where it states none."""
        view = self._views.ready(query.collection_id)
        if view is None:
            return {}
        best = view.best(query.text)
        rows = {each: view.row_of[each] for each in chunk_ids if each in view.row_of}
        return {each: float(best[row]) for each, row in rows.items()}

    def _allowed(self, query: Query, view: FactView) -> np.ndarray:
        """(N,) which passages the question's filters let through."""
        filters = query.filters
        allowed = np.ones(len(view.chunk_ids), bool)
        if filters.document_ids or filters.media_types:
            known = self._records.documents(query.collection_id)
            let = {
                each.id
                for each in known
                if (not filters.document_ids or each.id in filters.document_ids)
                and (not filters.media_types or each.media_type in filters.media_types)
            }
            allowed &= np.array([each in let for each in view.document_ids], bool)
        if filters.chunk_ids is not None:
            allowed &= np.array([each in filters.chunk_ids for each in view.chunk_ids], bool)
        return allowed


def build(parts: Parts) -> Retriever:
    """The retriever over the collection's facts."""
    return FactRetriever(parts.records, fact_views_over(parts))
