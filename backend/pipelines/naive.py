"""Naive: BM25 and dense lists fused, the best passages into the answer (seed thesis, §5.1)."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from backend import registry
from backend.fusion.convex import ALPHA
from backend.pipelines._answering import answer_from_evidence
from backend.pipelines._evidence import to_hits
from backend.pipelines._gathering import depth, gather
from backend.pipelines._scoping import Scoping, scope_option
from backend.pipelines._spread import REACH, Places, held_back_step, spread_option
from backend.ports import Fusion, Parts, Pipeline, Retrieval, Retriever, StopSignal
from backend.types import Event, Hit, Options, PipelineCard, Query, Step, option

RETRIEVERS = ("dense", "lexical")
FUSIONS = ("reciprocal_rank", "convex")
NAME = "naive"


@dataclass(frozen=True, kw_only=True)
class NaiveOptions(Options):
    """How naive joins its two rankings, and what of them it shows."""

    pipeline = NAME

    fusion: str = option(
        "reciprocal_rank",
        "How the two rankings are joined",
        "By rank treats both alike; by score lets you weigh meaning against words.",
        choices=FUSIONS,
    )
    alpha: float = option(
        ALPHA,
        "Weight of meaning",
        "Used when rankings are joined by score: 0 is words alone, 1 is meaning alone.",
    )
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
        self._retrievers: tuple[Retriever, ...] = tuple(
            registry.load("backend.retrievers", name).build(parts) for name in RETRIEVERS
        )
        self._scoping = Scoping(parts)
        self._places = Places(parts.records)
        self._fusions: dict[str, Fusion] = {
            name: registry.load("backend.fusion", name).build() for name in FUSIONS
        }

    def retrieve(self, query: Query) -> Retrieval:
        """Both lists, fused by the option `fusion`, cut at top_k, at most two passages of one page
        (option `spread`).

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
        notices = (scoped.notice,) if scoped.notice else ()
        return self._shown(query, options, replace(found, steps=steps, notices=notices), hits)

    def _shown(
        self, query: Query, options: NaiveOptions, found: Retrieval, hits: Sequence[Hit]
    ) -> Retrieval:
        """The first top_k of all hits, at most two of them from one page."""
        best = [hit.chunk.id for hit in hits[: query.top_k]]
        if not options.spread:
            return replace(found, hits=tuple(hits[: query.top_k]))
        order = self._places.order([hit.chunk.id for hit in hits], query.top_k)
        shown = tuple(hits[place] for place in order[: query.top_k])
        step = held_back_step(best, [hit.chunk.id for hit in shown])
        return replace(found, hits=shown, steps=(*found.steps, step) if step else found.steps)

    def _fused(self, query: Query, options: NaiveOptions, kept: int) -> Retrieval:
        started = time.perf_counter()
        constant = options.alpha if options.fusion == "convex" else options.k0
        version = self._parts.index.sequence()
        rankings = gather(query, self._retrievers, depth(query.top_k)).rankings
        gathered = time.perf_counter()
        fused = self._fusions[options.fusion].fuse(rankings, constant)
        hits = to_hits(self._parts.records, fused, rankings, kept)
        steps = (
            Step(
                "retrieve",
                "; ".join(f"{r.retriever}: {len(r.proposed)} passages" for r in rankings),
                gathered - started,
            ),
            Step(
                "fuse",
                f"{len(fused)} candidates, the best {min(len(hits), query.top_k)} kept",
                time.perf_counter() - gathered,
                {"fusion": options.fusion},
                tuple(hit.chunk.id for hit in hits[: query.top_k]),
            ),
        )
        return Retrieval(hits, version, steps)

    def answer(self, query: Query, stop: StopSignal) -> Iterator[Event]:
        """Retrieve, then write from the passages found."""
        return answer_from_evidence(self._parts, self.name, query, stop, self.retrieve)


def build(parts: Parts) -> Pipeline:
    """The pipeline over the workbench's parts."""
    return NaivePipeline(parts)
