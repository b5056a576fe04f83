"""Text and graph: the first passages by meaning, put in order by text and graph vectors together.

Doan et al., "A Hybrid Retrieval Approach for Advancing Retrieval-Augmented Generation Systems"
(`backend.retrievers.graph_embedding`). An experiment, to be compared with the others.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass

from backend.pipelines._answer_writing import answer_from_evidence
from backend.pipelines._fused.explanation import subgraph_of
from backend.pipelines._hits import standardise
from backend.pipelines._moved_question import moved_steps
from backend.pipelines._table_cards import shown_by_their_tables
from backend.ports import Parts, Pipeline, Retrieval, StopSignal
from backend.retrievers.graph_embedding import (
    ALPHA,
    FACTORS,
    KINDS,
    REACH,
    over,
)
from backend.retrievers.graph_embedding import (
    CARD as RETRIEVER,
)
from backend.types import Event, Hit, Options, PipelineCard, Query, Signal, Step, option

NAME = "text_and_graph"


@dataclass(frozen=True, kw_only=True)
class TextAndGraphOptions(Options):
    """Which vectors of the graph are taken, and how much the text counts beside them."""

    pipeline = NAME

    vectors: str = option(
        FACTORS,
        "Vectors of the graph",
        "“names” come from the names that passages share and are always up to date; the others are "
        "learned on the page Tune.",
        choices=KINDS,
    )
    alpha: float = option(
        ALPHA,
        "Weight of the text",
        "0 is the graph alone; the larger, the more meaning decides.",
        bounds=(0.0, 10.0),
        step=0.5,
    )


OPTIONS = TextAndGraphOptions
CARD = PipelineCard(
    name=NAME,
    title="Text and graph",
    purpose="meaning and names",
    hint="The first twenty passages by meaning, put in order by meaning and shared names together.",
    icon="scatter_plot",
    options=TextAndGraphOptions.cards(),
    experiment=True,
)


class TextAndGraphPipeline:
    """Dense retrieval, re-ranked by vectors of the graph."""

    name = CARD.name

    def __init__(self, parts: Parts) -> None:
        self._parts = parts
        self._retriever = over(parts)

    @shown_by_their_tables
    def retrieve(self, query: Query) -> Retrieval:
        """The top_k passages by the cosine of both vectors."""
        started = time.perf_counter()
        options = TextAndGraphOptions.taking(query.options)
        version = self._parts.index.sequence()
        ranked = self._retriever.reranked(
            query, query.top_k, kind=options.vectors, alpha=options.alpha
        )
        best = ranked.found[: query.top_k]
        chunks = self._parts.records.chunks([each.chunk_id for each in best])
        deviations = standardise({each.chunk_id: each.score for each in ranked.found})
        hits = tuple(
            Hit(
                chunks[each.chunk_id],
                each.score,
                (Signal(RETRIEVER.name, rank, each.score, deviations[each.chunk_id], each.score),),
            )
            for rank, each in enumerate(best, start=1)
            if each.chunk_id in chunks
        )
        by_text = sorted(ranked.text, key=lambda each: (-ranked.text[each], each))
        names = ", ".join(ranked.objects)
        step = Step(
            "rerank",
            f"{len(ranked.found)} passages by meaning, of which the first {REACH} place the "
            f"question in the graph; by names of the question: {names}"
            if names
            else f"{len(ranked.found)} passages by meaning; no name of the question stands in the "
            f"first {REACH}, the order by meaning stays",
            time.perf_counter() - started,
            {"vectors": options.vectors, "first by meaning": ", ".join(by_text[:3])},
            tuple(hit.chunk.id for hit in hits),
        )
        notices = (ranked.notice,) if ranked.notice else ()
        subgraph = subgraph_of(ranked.view, hits)
        steps = (*moved_steps(self._parts, query.collection_id), step)
        return Retrieval(hits, version, steps, subgraph, notices)

    def answer(self, query: Query, stop: StopSignal) -> Iterator[Event]:
        """Retrieve, then write from the passages found."""
        return answer_from_evidence(self._parts, self.name, query, stop, self.retrieve)


def build(parts: Parts) -> Pipeline:
    """The pipeline over the workbench's parts."""
    return TextAndGraphPipeline(parts)
