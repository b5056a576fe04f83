"""From documents near the question over their neighbours to what names of these say (KG-Retriever).

Documents are as near as the mean of their passages; neighbours come in by one of three ways
(`backend.graph.document_neighbours`). Of the names in them those stay whose likeness to the
question, times the document's weight, is above a threshold; the best of them lead to passages. An
experiment: there a language model reads triples of these names, here passages that name them are
shown.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

import numpy as np

from backend.graph.document_neighbours import (
    NEAREST,
    NEIGHBOURS,
    WAYS,
    weighed_documents,
)
from backend.graph.document_vectors import MeanVectors
from backend.pipelines._answer_writing import answer_from_evidence
from backend.pipelines._names.cards import NAMED
from backend.pipelines._names.facts import subgraph
from backend.pipelines._names.kept import NameGraph
from backend.pipelines._names.label_vectors import LabelVectors
from backend.pipelines._names.local_search import DENSE, allowed, blended_hits
from backend.pipelines._names.ready import NO_NAMES, ready_graph
from backend.pipelines._table_cards import shown_by_their_tables
from backend.ports import Parts, Pipeline, Records, Retrieval, StopSignal, Vectors
from backend.retrievers.document_graph import document_vectors_over
from backend.types import Event, Hit, Options, PipelineCard, Query, Step, option

NAME = "neighbouring_documents"
MOST_NAMES = 300
"""Names of the documents that are compared, those of most passages first."""
WEIGHTS = {NAMED.name: 0.5, DENSE: 0.5}
"""Half by the best name that a passage holds, half by meaning."""


@dataclass(frozen=True, kw_only=True)
class NeighbouringOptions(Options):
    """Which documents come in, and which of their names count."""

    pipeline = NAME

    way: str = option(
        "one_hop",
        "Neighbours",
        "one_hop takes all neighbours of the nearest documents alike; attentive weighs them by how "
        "alike they are; multi_hop goes two steps.",
        choices=WAYS,
    )
    documents: int = option(
        NEAREST,
        "Nearest documents",
        "So many documents are begun at, by the mean of their passages.",
        bounds=(1, 20),
        step=1,
    )
    neighbours: int = option(
        NEIGHBOURS,
        "Neighbours of each",
        "So many documents that are most alike come in with each.",
        bounds=(0, 20),
        step=1,
    )
    most: int = option(
        30,
        "Names",
        "So many names lead to passages, those nearest to the question first.",
        bounds=(1, 100),
        step=1,
    )
    least: float = option(
        0.1,
        "Least likeness",
        "Names that are less like the question, times the weight of their document, are left out.",
    )


OPTIONS = NeighbouringOptions
CARD = PipelineCard(
    name=NAME,
    title="Neighbouring documents",
    purpose="from alike documents",
    hint="The documents nearest to the question, those most like them, and the passages of both "
    "that name what the question is near to.",
    icon="folder_copy",
    options=NeighbouringOptions.cards(),
    experiment=True,
)


class NeighbouringDocumentsPipeline:
    """Documents, their neighbours, their names, and passages."""

    name = NAME

    def __init__(self, parts: Parts) -> None:
        self._parts = parts
        self._labels = LabelVectors(parts.embedders)

    @shown_by_their_tables
    def retrieve(self, query: Query) -> Retrieval:
        """The passages of near and neighbouring documents that hold the nearest names."""
        options = NeighbouringOptions.taking(query.options)
        parts = self._parts
        version = parts.index.sequence()
        graph, made, notices = ready_graph(parts, query.collection_id)
        started = time.perf_counter()
        vector = parts.embedders.of(query.collection_id).embed([query.text])[0]
        known = self._documents(query.collection_id)
        found = weighed_documents(
            vector, known.vectors, options.way, options.documents, options.neighbours
        )
        weights = {known.ids[each]: weight for each, weight in found.items()}
        near = _documents_step(parts.records, weights, time.perf_counter() - started)
        started = time.perf_counter()
        held = _WeighedPassages.read(parts, query, weights)
        names = self._names(query, graph, held, vector, options)
        hits = self._hits(graph, held, names, vector)[: query.top_k]
        if not names:
            notices = (*notices, NO_NAMES)
        labels = graph.network.labels
        naming = Step(
            "names",
            f"{len(names)} names of these documents are near the question",
            time.perf_counter() - started,
            {labels[each]: f"{worth:.2f}" for each, worth in names.items()},
            tuple(hit.chunk.id for hit in hits),
        )
        seen = subgraph(graph.network, list(names), (), hits)
        return Retrieval(hits, version, (made, near, naming), seen, notices)

    def _documents(self, collection_id: str) -> MeanVectors:
        embedder = self._parts.embedders.of(collection_id)
        known = document_vectors_over(self._parts)
        return known.of(collection_id, embedder.identity, embedder.dimension)

    def _names(
        self,
        query: Query,
        graph: NameGraph,
        held: _WeighedPassages,
        vector: Vectors,
        options: NeighbouringOptions,
    ) -> dict[int, float]:
        """The names of the documents by number, with their weighed likeness, the nearest first."""
        weight: dict[int, float] = {}
        for chunk_id in held.weights:
            for name in graph.network.named_in.get(chunk_id, ()):
                weight[name] = max(weight.get(name, 0.0), held.weights[chunk_id])
        some = sorted(weight, key=lambda n: (-len(graph.network.passages[n]), n))[:MOST_NAMES]
        if not some:
            return {}
        vectors = self._labels.of(query.collection_id, [graph.network.labels[n] for n in some])
        likeness = vectors @ vector
        scores = {n: weight[n] * float(each) for n, each in zip(some, likeness, strict=True)}
        above = [n for n, score in scores.items() if score > options.least]
        best = sorted(above, key=lambda n: (-scores[n], n))[: options.most]
        return {n: scores[n] for n in best}

    def _hits(
        self, graph: NameGraph, held: _WeighedPassages, names: Mapping[int, float], vector: Vectors
    ) -> tuple[Hit, ...]:
        """The passages of the documents that hold one of the names; all of them without any."""
        worth = {
            weight: max(
                (names.get(n, 0.0) for n in graph.network.named_in.get(weight, ())), default=0.0
            )
            for weight in held.weights
        }
        wanted = {each for each in worth if worth[each] > 0.0} if names else set(worth)
        chunks = allowed(self._parts, held.query.filters, self._parts.records.chunks(wanted))
        meaning = {chunk: max(0.0, float(held.vectors[chunk] @ vector)) for chunk in chunks}
        return tuple(blended_hits(chunks, {NAMED.name: worth, DENSE: meaning}, WEIGHTS))

    def answer(self, query: Query, stop: StopSignal) -> Iterator[Event]:
        """Retrieve, then write from the passages found."""
        return answer_from_evidence(self._parts, self.name, query, stop, self.retrieve)


@dataclass(frozen=True, slots=True, eq=False)
class _WeighedPassages:
    """The passages of the documents, each with its document's weight and its vector."""

    query: Query
    weights: Mapping[str, float]
    vectors: Mapping[str, Vectors]

    @classmethod
    def read(cls, parts: Parts, query: Query, documents: Mapping[str, float]) -> _WeighedPassages:
        embedding = parts.embedders.of(query.collection_id).identity
        weights: dict[str, float] = {}
        vectors: dict[str, Vectors] = {}
        for document_id, weight in documents.items():
            ids, read = parts.records.vectors_of(document_id, embedding)
            weights.update(dict.fromkeys(ids, weight))
            vectors.update(zip(ids, read.astype(np.float32), strict=True))
        return cls(query, weights, vectors)


def _documents_step(records: Records, weights: Mapping[str, float], seconds: float) -> Step:
    first = sum(weight == 1.0 for weight in weights.values())
    return Step(
        "documents",
        f"{len(weights)} documents, {first} of them with full weight",
        seconds,
        {records.document(each).title or each: f"{weight:.2f}" for each, weight in weights.items()},
    )


def build(parts: Parts) -> Pipeline:
    """The pipeline over the workbench's parts."""
    return NeighbouringDocumentsPipeline(parts)
