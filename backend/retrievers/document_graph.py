"""The documents near the question, and those that are most like them (KG-Retriever, "Document-level
Retrieval", and equation 2 of its "KG-level Retrieval").

A document's vector is the mean of its passages'. The N documents nearest to the question weigh 1,
the K most like each of them come in by one of three ways (`backend.graph.document_neighbours`). A
passage of theirs is as relevant as its cosine with the question times its document's weight, if
that is above λ. There entities are compared so, and lead to triples that a language model reads.
Fused hybrid asks it where its option says so.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from backend.graph.document_neighbours import WAYS, weighed_documents
from backend.graph.document_vectors import DocumentVectors
from backend.ports import (
    Embedders,
    Index,
    Parts,
    Records,
    Retriever,
    VectorSearch,
    one_score,
    one_search,
)
from backend.types import Query, RetrieverCard, Scored

CARD = RetrieverCard(
    "document_graph",
    plain="alike documents",
    clause="how near its document, or one that is like it, is to the question",
    family="graph",
    place=230,
    depth=20,
    asked="never",
    bounded=True,
    lowest=0.0,
)
LEAST = 0.1
"""λ, as for 2WikiMultiHopQA there."""


class DocumentGraphRetriever:
    """Relevance as nearness of meaning within documents that are near, or like those that are.

    Args:
        way: one of `WAYS`, by which neighbours come in.
    """

    name = CARD.name

    def __init__(
        self,
        records: Records,
        index: Index,
        embedders: Embedders,
        documents: DocumentVectors,
        way: str = WAYS[0],
    ) -> None:
        self._records = records
        self._index = index
        self._embedders = embedders
        self._documents = documents
        self._way = way

    def propose(self, query: Query, k: int) -> list[Scored]:
        """The passages of these documents with the highest weighed cosine."""
        weights = self._weights(query)
        if not weights:
            return []
        filters = replace(query.filters, document_ids=tuple(sorted(weights)))
        vector = self._embedders.question(query.collection_id, query.text)
        # a passage of a neighbour may stand behind others before it is weighed
        search = VectorSearch(vector, k * 2, filters)
        found = one_search(self._index, query.collection_id, search)
        scores = self._weighed({each.chunk_id: each.score for each in found}, weights)
        best = sorted(scores.items(), key=lambda pair: (-pair[1], pair[0]))[:k]
        return [Scored(chunk_id, score) for chunk_id, score in best]

    def score(self, query: Query, chunk_ids: Sequence[str]) -> dict[str, float]:
        """Weighed cosine of given passages; absent for those of other documents, or below λ."""
        weights = self._weights(query)
        if not weights:
            return {}
        vector = self._embedders.question(query.collection_id, query.text)
        search = VectorSearch(vector, 0, query.filters)
        return self._weighed(
            one_score(self._index, query.collection_id, search, chunk_ids), weights
        )

    def _weighed(
        self, cosines: Mapping[str, float], weights: Mapping[str, float]
    ) -> dict[str, float]:
        chunks = self._records.chunks(cosines)
        scores = {
            chunk.id: weights.get(chunk.document_id, 0.0) * cosines[chunk.id]
            for chunk in chunks.values()
        }
        return {chunk_id: score for chunk_id, score in scores.items() if score > LEAST}

    def _weights(self, query: Query) -> dict[str, float]:
        """The documents that take part, as far as the question's filters let them."""
        embedder = self._embedders.of(query.collection_id)
        known = self._documents.of(query.collection_id, embedder.identity, embedder.dimension)
        vector = self._embedders.question(query.collection_id, query.text)
        found = weighed_documents(vector, known.vectors, self._way)
        only = frozenset(query.filters.document_ids)
        weights = {known.ids[number]: weight for number, weight in found.items()}
        return {
            document_id: weights[document_id]
            for document_id in weights
            if not only or document_id in only
        }


def document_vectors_over(parts: Parts) -> DocumentVectors:
    """The document vectors of the collections: one set, shared by all that are built from the same
    parts."""
    return parts.shared.of(DocumentVectors, lambda: DocumentVectors(parts.records))


def in_way(parts: Parts, way: str) -> Retriever:
    """The retriever, with neighbours that come in by one of `WAYS`."""
    return DocumentGraphRetriever(
        parts.records, parts.index, parts.embedders, document_vectors_over(parts), way
    )


def build(parts: Parts) -> Retriever:
    """The retriever over the collection's documents, all neighbours alike."""
    return in_way(parts, WAYS[0])
