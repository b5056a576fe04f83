"""Fused hybrid: many retrievers, links between passages, and one learned, explained ranking.

Candidates come from every retriever and over links; they are judged in three stages, with second
questions about names found on the way before the last (docs/fused_hybrid.md).
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping

import numpy as np

from backend import registry
from backend.fusion.staged.propagation import RETRIEVER as PATH
from backend.fusion.staged.requeries import RETRIEVER as BRIDGE
from backend.fusion.staged.weights import manifest, shipped
from backend.graph.views import views_over
from backend.pipelines._answering import answer_from_evidence
from backend.pipelines._fused.explanation import hits_of, subgraph_of
from backend.pipelines._fused.judgement import Ranked, rank
from backend.pipelines._fused.measurement import Measurer
from backend.pipelines._fused.pool import Pool, pool
from backend.ports import Parts, Pipeline, Retrieval, Retriever, StopSignal
from backend.types import Event, Hit, OptionCard, PipelineCard, Query, Step

RETRIEVERS = ("dense", "lexical", "page", "section", "entity", "keyword", "late_interaction")
POINTS_OF_VIEW = (*RETRIEVERS, PATH, BRIDGE)

CARD = PipelineCard(
    name="fused_hybrid",
    title="Fused hybrid",
    hint="Words, meaning, names and links, weighed together. For questions over several passages.",
    icon=":material/hub:",
    options=(
        OptionCard(
            "model",
            "How the points of view are weighed",
            "Linear shows exactly what each contributed; the others are explained by leaving out.",
            str(manifest()["default"]),
            choices=tuple(sorted(manifest()["models"])),
        ),
        *(
            OptionCard(
                f"use_{name}",
                f"Use {name.replace('_', ' ')}",
                "Switch it off to see the ranking without it.",
                "on",
                choices=("on", "off"),
            )
            for name in POINTS_OF_VIEW
        ),
    ),
)


class FusedHybridPipeline:
    """Retrieval from many points of view, ranked by learned weights."""

    name = CARD.name

    def __init__(self, parts: Parts) -> None:
        self._parts = parts
        self._views = views_over(parts.records)
        self._retrievers: tuple[Retriever, ...] = tuple(
            registry.load("backend.retrievers", name).build(parts) for name in RETRIEVERS
        )

    def retrieve(self, query: Query) -> Retrieval:
        """The top_k passages by the last stage, each with what every retriever contributed.

        Options: `model`, and `use_NAME` = off for each point of view to leave out.
        """
        started = time.perf_counter()
        version = self._parts.index.sequence()
        off = switched_off(query.options)
        stages = shipped(query.options.get("model", str(manifest()["default"])))
        view = self._views.of(query.collection_id)
        used = [each for each in self._retrievers if each.name not in off]
        found = pool(query, view, used, self._parts.records, linked=PATH not in off)
        pooled = time.perf_counter()
        if not found.rows.size:
            return Retrieval(
                (), version, (_pooling_step(found, pooled - started), *_failures(found.failed))
            )
        measurer = Measurer(
            query, view, [r for r in used if r.name not in found.failed], found.proposed
        )
        ranked = rank(found, view, measurer, self._parts.records, stages, query.text, off)
        shown = [name for name in POINTS_OF_VIEW if name not in off]
        hits = hits_of(ranked, view, self._parts.records, query.top_k, shown)
        graph = subgraph_of(view, hits)
        steps = (
            _pooling_step(found, pooled - started),
            *_failures({**found.failed, **ranked.measured.failed}),
            *_requery_steps(ranked),
            _fusing_step(ranked, hits, time.perf_counter() - pooled),
        )
        return Retrieval(hits, version, steps, graph)

    def answer(self, query: Query, stop: StopSignal) -> Iterator[Event]:
        """Retrieve, then write from the passages found."""
        return answer_from_evidence(self._parts, self.name, query, stop, self.retrieve)


def switched_off(options: Mapping[str, str]) -> frozenset[str]:
    """The points of view that a question leaves out."""
    return frozenset(name for name in POINTS_OF_VIEW if options.get(f"use_{name}", "on") == "off")


def _pooling_step(found: Pool, seconds: float) -> Step:
    proposed, linked, named = found.reached
    return Step(
        "gather",
        f"{proposed} passages proposed, {linked} more reached over links, "
        f"{named} by names in the best ones",
        seconds,
        {name: str(len(passages)) for name, passages in found.proposed.items()},
    )


def _failures(failed: Mapping[str, str]) -> Iterator[Step]:
    for name, reason in failed.items():
        yield Step("missing", f"Without {name.replace('_', ' ')}: {reason}", 0.0)


def _requery_steps(ranked: Ranked) -> Iterator[Step]:
    if ranked.requeries:
        names = [each.bridge.name for each in ranked.requeries]
        yield Step(
            "ask again",
            f"Second questions about: {', '.join(names)}",
            0.0,
            {each.bridge.name: f"{each.bridge.weight:.3f}" for each in ranked.requeries},
        )


def _fusing_step(ranked: Ranked, hits: tuple[Hit, ...], seconds: float) -> Step:
    likely = int(np.count_nonzero(ranked.judged.relevance > 0.5))
    return Step(
        "fuse",
        f"{ranked.measured.rows.size} candidates judged, {likely} more likely relevant than not, "
        f"the best {len(hits)} kept",
        seconds,
        {},
        tuple(hit.chunk.id for hit in hits),
    )


def build(parts: Parts) -> Pipeline:
    """The pipeline over the workbench's parts."""
    return FusedHybridPipeline(parts)
