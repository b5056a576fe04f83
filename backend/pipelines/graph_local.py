"""Local search over the graph of names and facts (GraphRAG, Edge et al. 2024).

The names nearest to the question lead to what is stated of them, to the reports on their groups,
and with these to passages, which are the evidence.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass

from backend.pipelines._answer_writing import answer_from_evidence
from backend.pipelines._names.facts import subgraph
from backend.pipelines._names.local_search import (
    gathered,
    nearest_alone,
    passages_of,
    steps_of,
)
from backend.pipelines._names.near_names import nearest_names
from backend.pipelines._names.ready import NO_NAMES, ready_graph
from backend.pipelines._scoping import Scoping, scope_option, with_scope
from backend.pipelines._table_cards import shown_by_their_tables
from backend.ports import Parts, Pipeline, Retrieval, StopSignal
from backend.types import Event, Options, PipelineCard, Query, Step, option

NAME = "graph_local"


@dataclass(frozen=True, kw_only=True)
class LocalOptions(Options):
    """How many names the search begins at, and how much it reads."""

    pipeline = NAME

    seeds: int = option(
        10,
        "Names to start from",
        "Those that the question states come first, then those of the passages nearest to it.",
        bounds=(1, 50),
        step=1,
    )
    tokens: int = option(
        2_000,
        "Tokens of passages",
        "Passages are taken up to so many tokens.",
        bounds=(100, 8_000),
        step=100,
    )
    scope: bool = scope_option(on=False)


OPTIONS = LocalOptions
CARD = PipelineCard(
    name=NAME,
    title="Local search",
    purpose="from names",
    hint="From the names nearest to the question to what is stated of them, and to the passages "
    "that say it. As GraphRAG's local search does.",
    icon="person_search",
    options=LocalOptions.cards(),
    experiment=True,
)


class LocalSearchPipeline:
    """Names, their facts and reports, then passages."""

    name = NAME

    def __init__(self, parts: Parts) -> None:
        self._parts = parts
        self._scoping = Scoping(parts)

    @shown_by_their_tables
    def retrieve(self, query: Query) -> Retrieval:
        """The passages that the names nearest to the question lead to."""
        options = LocalOptions.taking(query.options)
        parts = self._parts
        version = parts.index.sequence()
        scoped = self._scoping.narrowed(query) if options.scope else None
        asked = scoped.query if scoped else query
        graph, made, notices = ready_graph(parts, query.collection_id)
        started = time.perf_counter()
        vector = parts.embedders.of(query.collection_id).embed([query.text])[0]
        near = nearest_names(parts, asked, vector, graph.network, options.seeds)
        found = gathered(graph, near.names)
        steps = [made, *steps_of(graph, near, found, started)]
        started = time.perf_counter()
        if near.names:
            hits = passages_of(parts, asked, vector, graph, near, found, options.tokens)
        else:
            hits = nearest_alone(parts, near, options.tokens)
            notices = (*notices, NO_NAMES)
        hits = hits[: query.top_k]
        read = Step(
            "passages",
            f"The best {len(hits)} passages that these lead to",
            time.perf_counter() - started,
            {},
            tuple(hit.chunk.id for hit in hits),
        )
        seen = subgraph(graph.network, [name.number for name in near.names], found.facts, hits)
        return with_scope(Retrieval(hits, version, (*steps, read), seen, notices), scoped)

    def answer(self, query: Query, stop: StopSignal) -> Iterator[Event]:
        """Retrieve, then write from the passages found."""
        return answer_from_evidence(self._parts, self.name, query, stop, self.retrieve)


def build(parts: Parts) -> Pipeline:
    """The pipeline over the workbench's parts."""
    return LocalSearchPipeline(parts)
