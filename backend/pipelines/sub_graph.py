"""Passages that cite a sub-graph grown towards the question ("Unveiling Hidden Information in
Unstructured Documents", §3.2.1, path retrieval without its language model).

The three names nearest to the question each grow a sub-graph (`backend.graph.subgraph_growth`); the
most relevant one leads to passages. An experiment, to be compared with the others.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from backend.graph.name_network import NameFact
from backend.graph.subgraph_growth import SIZE, Grown, citing, grow
from backend.passage_view.names import name_key
from backend.pipelines._answer_writing import answer_from_evidence
from backend.pipelines._names.cards import NAMED
from backend.pipelines._names.facts import subgraph
from backend.pipelines._names.kept import NameGraph
from backend.pipelines._names.label_vectors import LabelVectors
from backend.pipelines._names.local_search import DENSE, allowed, blended_hits, nearest_alone
from backend.pipelines._names.near_names import nearest_names
from backend.pipelines._names.ready import NO_NAMES, ready_graph
from backend.pipelines._table_cards import shown_by_their_tables
from backend.ports import (
    Parts,
    Pipeline,
    Retrieval,
    StopSignal,
    Vectors,
    VectorSearch,
    one_score,
)
from backend.types import Event, Hit, Options, PipelineCard, Query, Step, option

NAME = "sub_graph"
WORDLESS = "is named with"
"""The relation of two names that passages name together and state nothing of."""
MOST_NEIGHBOURS = 30
"""Neighbours of a name that are compared, the most closely linked."""
TOKENS = 8_000
WEIGHTS = {NAMED.name: 0.5, DENSE: 0.5}
"""Half by how much of the sub-graph a passage cites, half by meaning."""


@dataclass(frozen=True, kw_only=True)
class SubGraphOptions(Options):
    """How many names a sub-graph grows from, and how large it becomes."""

    pipeline = NAME

    seeds: int = option(
        3,
        "Names to start from",
        "Each of the names nearest to the question grows a sub-graph; the best one is taken.",
        bounds=(1, 10),
        step=1,
    )
    size: int = option(
        SIZE,
        "Names of a sub-graph",
        "It grows by the neighbour that, with how it was reached, is nearest to the question.",
        bounds=(1, 15),
        step=1,
    )


OPTIONS = SubGraphOptions
CARD = PipelineCard(
    name=NAME,
    title="Sub-graph",
    purpose="along relations",
    hint="Grows from a name of the question along what is stated, and shows the passages that cite "
    "most of what it met.",
    icon="hub",
    options=SubGraphOptions.cards(),
    experiment=True,
)


class SubGraphPipeline:
    """Names, the sub-graph that grows from them, and the passages that cite it."""

    name = NAME

    def __init__(self, parts: Parts) -> None:
        self._parts = parts
        self._vectors = LabelVectors(parts.embedders)

    @shown_by_their_tables
    def retrieve(self, query: Query) -> Retrieval:
        """The passages that cite the sub-graph which is most relevant to the question."""
        options = SubGraphOptions.taking(query.options)
        parts = self._parts
        version = parts.index.sequence()
        graph, made, notices = ready_graph(parts, query.collection_id)
        started = time.perf_counter()
        vector = parts.embedders.of(query.collection_id).embed([query.text])[0]
        near = nearest_names(parts, query, vector, graph.network, options.seeds)
        if not near.names:
            hits = nearest_alone(parts, near, TOKENS)[: query.top_k]
            return Retrieval(hits, version, (made,), notices=(*notices, NO_NAMES))
        neighbours = _Neighbours(graph)
        grown = [
            grow(
                name.number,
                vector,
                graph.network.labels,
                neighbours.of,
                lambda texts: self._vectors.of(query.collection_id, texts),
                options.size,
            )
            for name in near.names
        ]
        best = max(grown, key=lambda each: (each.relevance, len(each.nodes)))
        growing = _told(graph, grown, best, time.perf_counter() - started)
        started = time.perf_counter()
        hits = self._hits(query, graph, best, vector)[: query.top_k]
        read = Step(
            "passages",
            f"The best {len(hits)} passages that cite it",
            time.perf_counter() - started,
            {},
            tuple(hit.chunk.id for hit in hits),
        )
        facts = neighbours.facts_among(best.nodes)
        seen = subgraph(graph.network, best.nodes, facts, hits)
        return Retrieval(hits, version, (made, growing, read), seen, notices)

    def _hits(
        self, query: Query, graph: NameGraph, best: Grown, vector: Vectors
    ) -> tuple[Hit, ...]:
        """The passages that cite the sub-graph, best first."""
        parts, network = self._parts, graph.network
        titles = {
            document.id: network.number_of[key]
            for document in parts.records.documents(query.collection_id)
            if (key := name_key(document.title)) in network.number_of
        }
        about = {number for number in titles.values() if number in best.nodes}
        ids = dict.fromkeys(chunk for node in best.nodes for chunk in network.passages[node])
        for document_id, number in titles.items():
            if number in about:
                ids.update(dict.fromkeys(c.id for c in parts.records.chunks_of(document_id)))
        chunks = allowed(parts, query.filters, parts.records.chunks(ids))
        cited = citing(
            best.nodes,
            {chunk: frozenset(network.named_in.get(chunk, ())) for chunk in chunks},
            {
                each: titles[chunk.document_id]
                for each, chunk in chunks.items()
                if chunk.document_id in titles
            },
        )
        found = {each: chunks[each] for each in cited}
        search = VectorSearch(vector, 0, query.filters)
        cosines = one_score(parts.index, query.collection_id, search, list(found))
        meaning = {each: max(0.0, cosine) for each, cosine in cosines.items()}
        return tuple(blended_hits(found, {NAMED.name: cited, DENSE: meaning}, WEIGHTS))

    def answer(self, query: Query, stop: StopSignal) -> Iterator[Event]:
        """Retrieve, then write from the passages found."""
        return answer_from_evidence(self._parts, self.name, query, stop, self.retrieve)


class _Neighbours:
    """What is stated of a name, and who is named with it."""

    def __init__(self, graph: NameGraph) -> None:
        self._graph = graph

    def of(self, node: int) -> list[tuple[str, int]]:
        """Relations of a node, those that are stated first: at most MOST_NEIGHBOURS nodes."""
        found: list[tuple[str, int]] = []
        for place in self._graph.facts_of.get(node, ()):
            fact = self._graph.network.facts[place]
            found.append((fact.words, fact.object if fact.subject == node else fact.subject))
        stated = {other for _, other in found}
        linked = self._graph.linked.get(node, ())
        found += [(WORDLESS, other) for _, other in linked if other not in stated]
        return [each for each in found if each[1] != node][:MOST_NEIGHBOURS]

    def facts_among(self, nodes: Sequence[int]) -> list[NameFact]:
        """What is stated of two of the nodes."""
        among = set(nodes)
        places = dict.fromkeys(f for node in nodes for f in self._graph.facts_of.get(node, ()))
        facts = [self._graph.network.facts[place] for place in places]
        return [fact for fact in facts if {fact.subject, fact.object} <= among]


def _told(graph: NameGraph, grown: Sequence[Grown], best: Grown, seconds: float) -> Step:
    labels = graph.network.labels
    names = ", ".join(labels[node] for node in best.nodes)
    return Step(
        "grow",
        f"{len(grown)} sub-graphs; the most relevant: {names}",
        seconds,
        {
            **{labels[each.nodes[0]]: f"{each.relevance:.2f}" for each in grown},
            **{
                f"{labels[start]} – {words} – {labels[end]}": f"{score:.2f}"
                for (start, words, end), score in zip(best.relations, best.scores[1:], strict=True)
            },
        },
    )


def build(parts: Parts) -> Pipeline:
    """The pipeline over the workbench's parts."""
    return SubGraphPipeline(parts)
