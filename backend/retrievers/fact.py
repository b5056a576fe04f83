"""The fact of a passage that says most of what the question asks for (`backend.discourse.facts`).

A sentence that says "it was founded by Ada Finch" does not name what was founded; the fact does. A
passage is as relevant as its best fact: BM25 over the words of subject, relation and object. Of a
row of a table each cell is a fact (`backend.tables.cell_facts`), read from the stored table when
the row is a candidate; cells propose nothing. Fused hybrid asks it where its option says so.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from backend.discourse.fact_view import FactView
from backend.discourse.fact_views import FactViews
from backend.errors import NotFoundError
from backend.ports import Parts, Records, Retriever
from backend.remembered import Remembered
from backend.tables.cell_facts import cell_facts
from backend.types import CellFact, Chunk, Query, RetrieverCard, Scored, StoredTable

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
MOST_TABLES = 64
"""Tables whose rows are looked at for one question, and that are kept at hand."""


class FactRetriever:
    """Relevance as BM25 of a passage's best fact."""

    name = CARD.name

    def __init__(self, records: Records, views: FactViews) -> None:
        self._records = records
        self._views = views
        self._tables: Remembered[str, StoredTable] = Remembered(MOST_TABLES)

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
        """BM25 of each passage's best fact; absent where it states none. Of rows of tables beyond
        the first `MOST_TABLES` tables none are read."""
        view = self._views.ready(query.collection_id)
        if view is None:
            return {}
        best = view.best(query.text)
        rows = {
            chunk_id: view.row_of[chunk_id] for chunk_id in chunk_ids if chunk_id in view.row_of
        }
        found = {each: float(best[row]) for each, row in rows.items()}
        others = self._records.chunks(chunk_id for chunk_id in chunk_ids if chunk_id not in rows)
        held = [other for other in others.values() if other.table_id and other.row >= 0]
        known = set(list(dict.fromkeys(other.table_id for other in held))[:MOST_TABLES])
        for chunk in held:
            cells = self._cells(chunk) if chunk.table_id in known else ()
            if cells:
                found[chunk.id] = view.beside(query.text, [cell.text for cell in cells])
        return found

    def _cells(self, row: Chunk) -> tuple[CellFact, ...]:
        try:
            table = self._tables.of(row.table_id, lambda: self._records.table(row.table_id))
        except NotFoundError:
            return ()  # deleted while the question was answered
        return cell_facts(table, [row.row])

    def _allowed(self, query: Query, view: FactView) -> np.ndarray:
        """(N,) which passages the question's filters let through."""
        filters = query.filters
        allowed = np.ones(len(view.chunk_ids), bool)
        if filters.document_ids or filters.media_types:
            known = self._records.documents(query.collection_id)
            let = {
                document.id
                for document in known
                if (not filters.document_ids or document.id in filters.document_ids)
                and (not filters.media_types or document.media_type in filters.media_types)
            }
            allowed &= np.array([document_id in let for document_id in view.document_ids], bool)
        if filters.chunk_ids is not None:
            allowed &= np.array(
                [chunk_id in filters.chunk_ids for chunk_id in view.chunk_ids], bool
            )
        return allowed


def build(parts: Parts) -> Retriever:
    """The retriever over the collection's facts."""
    return FactRetriever(parts.records, FactViews.over(parts))
