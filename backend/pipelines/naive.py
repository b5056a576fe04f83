"""Naive: BM25 and dense lists fused, the best passages into the answer (seed thesis, §5.1).

Dense is the cosine of a passage or of its nearest part (`backend.pipelines._nearest_part`).
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from backend import registry
from backend.fusion.convex import ALPHA
from backend.pipelines._answer_writing import answer_from_evidence
from backend.pipelines._hits import to_hits
from backend.pipelines._moved_question import moved_steps
from backend.pipelines._nearest_part import (
    PART,
    WHOLE,
    joined,
    parts_option,
    reading_notice,
)
from backend.pipelines._scoping import Scoping, scope_option
from backend.pipelines._spread import REACH, Places, held_back_step, spread_option
from backend.pipelines._table_cards import shown_by_their_tables
from backend.ports import Fusion, Parts, Pipeline, ReadingPatience, Retrieval, StopSignal
from backend.retrieval.gathering import depth, gather
from backend.retrieval.retrievers import built
from backend.types import Event, Hit, Options, PipelineCard, Query, Step, option
from backend.windows.views import window_views_over

RETRIEVERS = (WHOLE, "lexical", PART)
FUSIONS = ("convex", "reciprocal_rank")
NAME = "naive"


@dataclass(frozen=True, kw_only=True)
class NaiveOptions(Options):
    """How naive joins its two rankings, and what of them it shows."""

    pipeline = NAME

    fusion: str = option(
        "convex",
        "How the two rankings are joined",
        "By score lets you weigh meaning against words; by rank treats both alike.",
        choices=FUSIONS,
    )
    alpha: float = option(
        ALPHA,
        "Weight of meaning",
        "Used when rankings are joined by score: 0 is words alone, 1 is meaning alone.",
    )
    parts: bool = parts_option()
    spread: bool = spread_option()
    scope: bool = scope_option(on=False)


OPTIONS = NaiveOptions
CARD = PipelineCard(
    name=NAME,
    title="Naive",
    purpose="quick",
    hint="Words and meaning, fused. Fast, and right for questions that one passage answers.",
    icon="bolt",
    options=NaiveOptions.cards(),
)


class NaivePipeline:
    """Hybrid retrieval in one step."""

    name = CARD.name

    def __init__(self, parts: Parts) -> None:
        self._parts = parts
        self._retrievers = built(parts, RETRIEVERS)
        self._windows = window_views_over(parts)
        self._patience = parts.shared.of(ReadingPatience, ReadingPatience)
        self._scoping = Scoping(parts)
        self._places = Places(parts.records)
        self._fusions: dict[str, Fusion] = {
            name: registry.load("backend.fusion", name).build() for name in FUSIONS
        }

    @shown_by_their_tables
    def retrieve(self, query: Query) -> Retrieval:
        """Meaning and words, fused by the option `fusion`, cut at top_k, at most two passages of
        one page (option `spread`).

        With the option `scope` the search is narrowed to the documents that the question means, and
        pages of collections with tables are judged as a whole (docs/scope.md).
        """
        options = NaiveOptions.taking(query.options)
        if not options.scope:
            found = self._fused(query, options, REACH * query.top_k)
            return self._shown(query, options, found, found.hits)
        scoped = self._scoping.narrowed(query)
        found = self._fused(scoped.query, options, len(RETRIEVERS) * depth(query.top_k))
        started = time.perf_counter()
        hits = self._scoping.reordered(scoped, self._scoping.joined(scoped, found.hits))
        pages = Step(
            "pages",
            f"{len(found.hits)} passages judged with their pages",
            time.perf_counter() - started,
            {},
            tuple(hit.chunk.id for hit in hits[: query.top_k]),
        )
        steps = (*((scoped.step,) if scoped.step else ()), *found.steps, pages)
        notices = (*((scoped.notice,) if scoped.notice else ()), *found.notices)
        return self._shown(query, options, replace(found, steps=steps, notices=notices), hits)

    def _shown(
        self, query: Query, options: NaiveOptions, found: Retrieval, hits: Sequence[Hit]
    ) -> Retrieval:
        """The first top_k of all hits, at most two of them from one page."""
        best = [hit.chunk.id for hit in hits[: query.top_k]]
        if not options.spread:
            return replace(found, hits=tuple(hits[: query.top_k]))
        order = self._places.order([hit.chunk.id for hit in hits], query.top_k, query.text)
        shown = tuple(hits[place] for place in order[: query.top_k])
        step = held_back_step(best, [hit.chunk.id for hit in shown])
        return replace(found, hits=shown, steps=(*found.steps, step) if step else found.steps)

    def _fused(self, query: Query, options: NaiveOptions, kept: int) -> Retrieval:
        started = time.perf_counter()
        constant = options.alpha if options.fusion == "convex" else options.k0
        version = self._parts.index.sequence()
        asked = [
            retriever for retriever in self._retrievers if options.parts or retriever.name != PART
        ]
        k = depth(query.top_k)
        reading = ""
        if options.parts:
            reading = reading_notice(self._windows, query.collection_id, self._patience)
        gathered = gather(query, asked, k).rankings
        rankings = joined(gathered, k)
        found = time.perf_counter()
        fused = self._fusions[options.fusion].fuse(rankings, constant)
        hits = to_hits(self._parts.records, fused, rankings, kept)
        steps = (
            *moved_steps(self._parts, query.collection_id),
            Step(
                "retrieve",
                "; ".join(f"{r.retriever}: {len(r.proposed)} passages" for r in gathered),
                found - started,
            ),
            Step(
                "fuse",
                f"{len(fused)} candidates, the best {min(len(hits), query.top_k)} kept",
                time.perf_counter() - found,
                {"fusion": options.fusion},
                tuple(hit.chunk.id for hit in hits[: query.top_k]),
            ),
        )
        return Retrieval(hits, version, steps, notices=(reading,) if reading else ())

    def answer(self, query: Query, stop: StopSignal) -> Iterator[Event]:
        """Retrieve, then write from the passages found."""
        return answer_from_evidence(self._parts, self.name, query, stop, self.retrieve)


def build(parts: Parts) -> Pipeline:
    """The pipeline over the workbench's parts."""
    return NaivePipeline(parts)
