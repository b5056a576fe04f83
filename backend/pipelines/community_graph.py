"""Community graph: from themes to passages (seed thesis, §5.2.3).

A question enters at the groups of passages whose summary or best passage fits, follows links to
similar groups of other documents, and searches finely inside the passages of those groups alone.
In the mode themes, it answers from what the groups are about instead.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass, replace

from backend import registry
from backend.graph.upkeep import refresh_links
from backend.pipelines._answer_writing import answer_from_evidence
from backend.pipelines._broad.overview import Overview, overview_of
from backend.pipelines._broad.wording import is_broad
from backend.pipelines._community.neighbourhood import groups_of, neighbourhood
from backend.pipelines._community.step_back import step_back
from backend.pipelines._community.themes import Themes, collect_themes, told_themes
from backend.pipelines._community.ungrouped import ungrouped_notices
from backend.pipelines._community.walk import REPLAY, Walk, WalkReach, walk
from backend.pipelines._hits import to_hits
from backend.pipelines._moved_question import moved_steps
from backend.pipelines._scoping import Scoping, scope_option, with_scope
from backend.pipelines._table_cards import shown_by_their_tables
from backend.ports import Fusion, Parts, Pipeline, Retrieval, StopSignal
from backend.retrieval.gathering import depth, gather
from backend.retrieval.retrievers import built
from backend.types import Collection, Event, Hit, Options, PipelineCard, Query, Step, option

NAME = "community_graph"
RETRIEVERS = ("dense", "lexical")
AUTO, PASSAGES, THEMES = "auto", "passages", "themes"


@dataclass(frozen=True, kw_only=True)
class CommunityOptions(Options):
    """What community graph answers from, and how far it goes from the groups that fit."""

    pipeline = NAME

    mode: str = option(
        AUTO,
        "What it answers from",
        "Passages: searches inside the groups that fit. Themes: tells what the groups are "
        "about. Auto: themes for questions on a whole collection, passages for all others.",
        choices=(AUTO, PASSAGES, THEMES),
    )
    seeds: int = option(
        20,
        "Groups to start from",
        "More groups make a larger pool: safer, and closer to searching everything.",
        bounds=(1, 50),
        step=1,
    )
    hops: int = option(
        2,
        "Links to follow",
        "How many links to similar groups of other documents may follow each other.",
        bounds=(0, 3),
        step=1,
    )
    min_sim: float = option(
        0.0,
        "Least likeness of linked groups",
        "Only links at least this strong are followed; 0 follows all that the collection "
        "keeps, which its settings decide.",
    )
    paths: int = option(
        20,
        "Most groups added by links",
        "The best paths are taken first.",
        bounds=(0, 100),
        step=1,
    )
    step_back: bool = option(
        False,
        "Groups by a step-back question",
        "Groups are found by the question without its names, figures and dates, which speaks of "
        "their themes; passages inside them by the question itself.",
    )
    scope: bool = scope_option(on=False)

    def mode_of(self, question: str) -> str:
        """`passages` or `themes`; by the question itself where the mode is auto."""
        if self.mode != AUTO:
            return self.mode
        return THEMES if is_broad(question) else PASSAGES

    @property
    def reach(self) -> WalkReach:
        """How far the walk goes."""
        return WalkReach(self.seeds, self.hops, self.min_sim, self.paths)


OPTIONS = CommunityOptions
CARD = PipelineCard(
    name=NAME,
    title="Community graph",
    purpose="overview",
    hint="From groups of related passages to the passages in them. For broad questions, and for "
    "seeing how documents hang together.",
    icon="public",
    options=CommunityOptions.cards(),
)


class CommunityGraphPipeline:
    """Coarse to fine: communities, their neighbours, then the chunks inside them."""

    name = NAME

    def __init__(self, parts: Parts) -> None:
        self._parts = parts
        self._retrievers = built(parts, RETRIEVERS)
        self._fusion: Fusion = registry.load("backend.fusion", "reciprocal_rank").build()
        self._scoping = Scoping(parts)
        self._ready: dict[str, tuple[int, Collection, tuple[str, ...]]] = {}

    @shown_by_their_tables
    def retrieve(self, query: Query) -> Retrieval:
        """The best chunks of the pool; or, in themes mode, the chunks that stand for the themes."""
        options = CommunityOptions.taking(query.options)
        if options.mode_of(query.text) == THEMES:
            return self._themes(query).retrieval
        version = self._parts.index.sequence()
        notices = self._readied(query)
        scoped = self._scoping.narrowed(query) if options.scope else None
        asked = scoped.query if scoped else query
        themed = replace(asked, text=step_back(asked.text)) if options.step_back else asked
        found = walk(self._parts, themed, options.reach)
        if not found.paths:
            notices = (*notices, "No group of passages fits the question.")
        inside = replace(asked, filters=replace(asked.filters, chunk_ids=found.pool))
        hits, fine = self._inside(inside, options, found, None if scoped else query.top_k)
        if scoped:
            reordered = self._scoping.reordered(replace(scoped, query=inside), hits)
            hits = reordered[: query.top_k]
        seen = neighbourhood(self._parts.records, found.paths, found.communities, hits)
        moved = moved_steps(self._parts, query.collection_id)
        stepped = Step("step back", f"Looked for groups by “{themed.text}”", 0.0)
        steps = (*found.steps, *([stepped] if options.step_back else ()), *moved, fine)
        retrieval = Retrieval(hits, version, steps, seen, notices)
        return with_scope(retrieval, scoped)

    def answer(self, query: Query, stop: StopSignal) -> Iterator[Event]:
        """Retrieve, then write from the passages found, or from the themes."""
        return answer_from_evidence(
            self._parts, self.name, query, stop, self.retrieve, self._overview
        )

    def _overview(self, query: Query) -> Overview | None:
        """What a broad question, or any in themes mode, is answered from, with its groups."""
        options = CommunityOptions.taking(query.options)
        if options.mode == PASSAGES:
            return None
        searched = replace(query, options=replace(options, mode=PASSAGES))
        overview = overview_of(self._parts, searched, self.retrieve)
        if overview is None:
            return told_themes(self._themes(query)) if options.mode == THEMES else None
        notices = (*self._readied(query), *overview.retrieval.notices)
        seen = groups_of(self._parts.records, overview.retrieval.hits)
        return replace(
            overview, retrieval=replace(overview.retrieval, subgraph=seen, notices=notices)
        )

    def _inside(
        self, query: Query, options: CommunityOptions, found: Walk, top_k: int | None
    ) -> tuple[tuple[Hit, ...], Step]:
        """Hybrid search strictly inside the pool; everything that is proposed is in it."""
        started = time.perf_counter()
        if not found.pool:
            return (), Step("search", "There is nothing to search in", 0.0)
        rankings = gather(query, self._retrievers, depth(query.top_k)).rankings
        fused = self._fusion.fuse(rankings, options.k0)
        hits = to_hits(self._parts.records, fused, rankings, len(fused) if top_k is None else top_k)
        return hits, Step(
            "search",
            f"{len(fused)} of the {len(found.pool):,} passages fit, the best {len(hits)} kept",
            time.perf_counter() - started,
            {},
            tuple(hit.chunk.id for hit in hits),
        )

    def _themes(self, query: Query) -> Themes:
        themes = collect_themes(self._parts, query)
        notices = (*self._readied(query), *themes.retrieval.notices)
        return replace(themes, retrieval=replace(themes.retrieval, notices=notices))

    def _readied(self, query: Query) -> tuple[str, ...]:
        """Bring the links up to date, once for each state of the library; then the notices."""
        sequence = self._parts.records.sequence()
        collection = self._parts.records.collection(query.collection_id)
        known = self._ready.get(collection.id)
        if known is None or known[:2] != (sequence, collection):
            refresh_links(self._parts.records, collection.id)
            known = (sequence, collection, ungrouped_notices(self._parts.records, collection))
            self._ready[collection.id] = known
        return known[2]


def build(parts: Parts) -> Pipeline:
    """The pipeline over the workbench's parts."""
    return CommunityGraphPipeline(parts)


__all__ = ["CARD", "REPLAY", "CommunityGraphPipeline", "build"]
