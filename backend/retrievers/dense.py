"""Cosine between the question's vector and each passage's (Reimers & Gurevych 2019, §3)."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Sequence

from backend.ports import Embedders, Index, Parts, Retriever, Vectors
from backend.types import Query, Scored

KEPT_QUESTIONS = 4


class DenseRetriever:
    """Relevance as nearness of meaning in the embedder's space."""

    name = "dense"

    def __init__(self, index: Index, embedders: Embedders) -> None:
        self._index = index
        self._embedders = embedders
        self._known: OrderedDict[tuple[str, str], Vectors] = OrderedDict()
        self._lock = threading.Lock()

    def propose(self, query: Query, k: int) -> list[Scored]:
        """The k passages with the highest cosine."""
        return self._index.search_vector(query.collection_id, self._vector(query), k, query.filters)

    def score(self, query: Query, chunk_ids: Sequence[str]) -> dict[str, float]:
        """Cosine of given passages."""
        return self._index.score_vector(query.collection_id, self._vector(query), chunk_ids)

    def _vector(self, query: Query) -> Vectors:
        """The question's vector; of the latest questions it is remembered, since several ask."""
        embedder = self._embedders.of(query.collection_id)
        key = (embedder.identity, query.text)
        with self._lock:
            if key in self._known:
                return self._known[key]
        vector: Vectors = embedder.embed([query.text])[0]
        with self._lock:
            self._known[key] = vector
            while len(self._known) > KEPT_QUESTIONS:
                self._known.popitem(last=False)
        return vector


def build(parts: Parts) -> Retriever:
    """The retriever over the workbench's index and the collection's embedder."""
    return DenseRetriever(parts.index, parts.embedders)
