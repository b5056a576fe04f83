"""Global search over the reports on groups of names (GraphRAG, Edge et al. 2024, §3.1.6).

Every report gives points with how much they help; the best of them are told, each with the passage
that it stands in. For questions on a whole collection that name nothing.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from backend.pipelines._answer_writing import answer_from_evidence
from backend.pipelines._broad.overview import Overview
from backend.pipelines._names.facts import subgraph
from backend.pipelines._names.global_search import (
    Point,
    hits_of,
    mapped,
    overview_of_points,
    reduced,
    steps_of,
)
from backend.pipelines._names.ready import NO_REPORTS, ready_graph
from backend.pipelines._names.writing import assignments, write_reports
from backend.pipelines._scoping import Scoping, scope_option, with_scope
from backend.pipelines._table_cards import shown_by_their_tables
from backend.ports import Parts, Pipeline, Retrieval, StopSignal
from backend.remembered import Remembered
from backend.types import Chunk, Event, Options, PipelineCard, Query, option

NAME = "graph_global"
NAMES_SHOWN = 3
"""Names of each report that are drawn beside the answer."""


@dataclass(frozen=True, kw_only=True)
class GlobalOptions(Options):
    """How much of the reports is told."""

    pipeline = NAME

    tokens: int = option(
        800,
        "Tokens of points",
        "Points are taken from the most helpful on, up to so many tokens.",
        bounds=(100, 8_000),
        step=100,
    )
    reading: bool = option(
        False,
        "Read the passages instead",
        "The answer is written from the passages that the points cite, as other pipelines do, "
        "instead of telling the points.",
    )
    scope: bool = scope_option(on=False)


OPTIONS = GlobalOptions
CARD = PipelineCard(
    name=NAME,
    title="Global search",
    purpose="from reports",
    hint="Points from reports on groups of names, the most helpful first. As GraphRAG's global "
    "search does.",
    icon="travel_explore",
    options=GlobalOptions.cards(),
    experiment=True,
)


@dataclass(frozen=True, slots=True)
class FoundPoints:
    """What a question found: all passages that points cite, the points, and passages by id."""

    retrieval: Retrieval
    points: tuple[Point, ...]
    chunks: Mapping[str, Chunk]

    def within(self, most: int) -> Retrieval:
        """The passages of the most helpful points."""
        return replace(self.retrieval, hits=self.retrieval.hits[:most])

    def told(self) -> Overview | None:
        """The points as an overview; None where there are none."""
        if not self.points:
            return None
        return overview_of_points(self.points, self.retrieval, self.chunks)


class GlobalSearchPipeline:
    """Points of reports, map and reduce."""

    name = NAME

    def __init__(self, parts: Parts) -> None:
        self._parts = parts
        self._scoping = Scoping(parts)

    @shown_by_their_tables
    def retrieve(self, query: Query) -> Retrieval:
        """The passages that the most helpful points cite."""
        return self._found(query).within(query.top_k)

    def answer(self, query: Query, stop: StopSignal) -> Iterator[Event]:
        """Map and reduce, then tell the points, or let a language model write from what they
        cite."""
        # where no point helps, what was found is not looked for, and rated, a second time
        latest: Remembered[str, FoundPoints] = Remembered(1)

        def found(asked: Query) -> FoundPoints:
            return latest.of(asked.text, lambda: self._found(asked))

        def overview(asked: Query) -> Overview | None:
            reading = GlobalOptions.taking(asked.options).reading
            return None if reading else found(asked).told()

        def retrieve(asked: Query) -> Retrieval:
            return found(asked).within(asked.top_k)

        return answer_from_evidence(self._parts, self.name, query, stop, retrieve, overview)

    def _found(self, query: Query) -> FoundPoints:
        options = GlobalOptions.taking(query.options)
        parts = self._parts
        version = parts.index.sequence()
        scoped = self._scoping.narrowed(query) if options.scope else None
        asked = scoped.query if scoped else query
        graph, made, notices = ready_graph(parts, query.collection_id)
        started = time.perf_counter()
        vector = parts.embedders.of(query.collection_id).embed([query.text])[0]
        rated = mapped(parts, asked, vector, graph)
        points = reduced(rated.points, options.tokens)
        hits = hits_of(points, rated.chunks)
        names = dict.fromkeys(name for point in points for name in point.report.names[:NAMES_SHOWN])
        facts = tuple(dict.fromkeys(fact for point in points for fact in point.report.facts))
        notices = (*notices, *rated.notices)
        if not graph.reports:
            notices = (*notices, NO_REPORTS)
        steps = (made, *steps_of(rated, points, hits, started))
        seen = subgraph(graph.network, list(names), facts, hits)
        retrieval = with_scope(Retrieval(hits, version, steps, seen, notices), scoped)
        return FoundPoints(retrieval, tuple(points), rated.chunks)


def build(parts: Parts) -> Pipeline:
    """The pipeline over the workbench's parts."""
    return GlobalSearchPipeline(parts)


__all__ = ["CARD", "OPTIONS", "GlobalSearchPipeline", "assignments", "build", "write_reports"]
