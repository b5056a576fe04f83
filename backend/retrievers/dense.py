"""Cosine between the question's vector and each passage's (Reimers & Gurevych 2019, §3)."""

from __future__ import annotations

from collections.abc import Sequence

from backend.ports import (
    Embedders,
    Index,
    Parts,
    Retriever,
    Vectors,
    VectorSearch,
    one_score,
    one_search,
)
from backend.types import Query, RetrieverCard, Scored

CARD = RetrieverCard(
    "dense",
    plain="meaning",
    clause="how close the passage is to the question in meaning",
    family="text",
    place=10,
    depth=50,
    lowest=-1.0,
    at_once=True,
)


class DenseRetriever:
    """Relevance as nearness of meaning in the embedder's space."""

    name = CARD.name

    def __init__(self, index: Index, embedders: Embedders) -> None:
        self.index = index
        self._embedders = embedders

    def search(self, query: Query, k: int) -> VectorSearch:
        """The search for the k passages with the highest cosine."""
        return VectorSearch(self._vector(query), k, query.filters)

    def propose(self, query: Query, k: int) -> list[Scored]:
        """The k passages with the highest cosine."""
        return one_search(self.index, query.collection_id, self.search(query, k))

    def score(self, query: Query, chunk_ids: Sequence[str]) -> dict[str, float]:
        """Cosine of given passages."""
        return one_score(self.index, query.collection_id, self.search(query, 0), chunk_ids)

    def _vector(self, query: Query) -> Vectors:
        return self._embedders.question(query.collection_id, query.text)


def build(parts: Parts) -> Retriever:
    """The retriever over the workbench's index and the collection's embedder."""
    return DenseRetriever(parts.index, parts.embedders)
