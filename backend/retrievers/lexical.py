"""BM25 over text, title and heading path (Robertson & Zaragoza 2009, "The Probabilistic Relevance
Framework: BM25 and Beyond", §3)."""

from __future__ import annotations

from collections.abc import Sequence

from backend.ports import (
    Index,
    Parts,
    Retriever,
    TextSearch,
    one_score,
    one_search,
)
from backend.types import Query, RetrieverCard, Scored

CARD = RetrieverCard(
    "lexical",
    plain="words",
    clause="how many of the question's words it holds, rare ones above all",
    family="text",
    place=20,
    depth=50,
    lowest=0.0,
    at_once=True,
)


class LexicalRetriever:
    """Relevance as the words that question and passage share."""

    name = CARD.name

    def __init__(self, index: Index) -> None:
        self.index = index

    def search(self, query: Query, k: int) -> TextSearch:
        """The search for the k passages with the highest BM25."""
        return TextSearch(query.text, k, query.filters)

    def propose(self, query: Query, k: int) -> list[Scored]:
        """The k passages with the highest BM25; passages without a shared word are absent."""
        return one_search(self.index, query.collection_id, self.search(query, k))

    def score(self, query: Query, chunk_ids: Sequence[str]) -> dict[str, float]:
        """BM25 of given passages."""
        return one_score(self.index, query.collection_id, self.search(query, 0), chunk_ids)


def build(parts: Parts) -> Retriever:
    """The retriever over the workbench's index."""
    return LexicalRetriever(parts.index)
