"""Fused hybrid: many retrievers, links between passages, and one learned, explained ranking.

Candidates come from every retriever and over links; they are judged each by itself and over links,
with second questions about names found on the way, and chosen to cover the question together
(docs/fused_hybrid.md).
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from backend import registry
from backend.fusion.staged.balance import MEANING
from backend.fusion.staged.graph_network import RETRIEVER as NETWORK
from backend.fusion.staged.graph_network import shipped_network
from backend.fusion.staged.own import KIND, own_stages
from backend.fusion.staged.propagation import RETRIEVER as PATH
from backend.fusion.staged.requeries import RETRIEVER as BRIDGE
from backend.fusion.staged.selection import RETRIEVER as COVERAGE
from backend.fusion.staged.weights import ENSEMBLE, Stages, kinds, shipped
from backend.graph.document_neighbours import WAYS
from backend.passage_view.collection_view import CollectionView
from backend.pipelines._answer_writing import answer_from_evidence
from backend.pipelines._fused.chosen_sections import lifted, sections_option
from backend.pipelines._fused.explanation import hits_of, network_steps, placed, subgraph_of
from backend.pipelines._fused.judgement import RankedCandidates, counted, rank
from backend.pipelines._fused.measurement import Measurer
from backend.pipelines._fused.pool import Pool, pool
from backend.pipelines._fused.read_together import ALWAYS, IN_FILES, NEVER, read_together
from backend.pipelines._fused.read_together import RETRIEVER as READ_TOGETHER
from backend.pipelines._fused.readiness import Readiness
from backend.pipelines._hits import to_hits
from backend.pipelines._moved_question import moved_steps
from backend.pipelines._scoping import RETRIEVERS as SCOPING
from backend.pipelines._scoping import Reordering, Scoped, Scoping, scope_option
from backend.pipelines._spread import Places, held_back_step, spread_option
from backend.pipelines._table_cards import shown_by_their_tables
from backend.ports import (
    Fusion,
    OccasionalRetriever,
    Parts,
    Pipeline,
    Retrieval,
    Retriever,
    StopSignal,
)
from backend.retrieval.gathering import gather
from backend.retrieval.lane import PATIENCE, Lane
from backend.retrieval.retrievers import built, card_of, of_passages
from backend.retrievers import document_graph, late_interaction
from backend.types import (
    NO_SUBGRAPH,
    Event,
    Hit,
    Options,
    PipelineCard,
    Query,
    Step,
    option,
    switches,
)

NAME = "fused_hybrid"
RETRIEVERS = of_passages()
"""All that are asked. One that the weights were not trained with counts by its card's prior."""
ALL_RETRIEVERS = (*RETRIEVERS, PATH, BRIDGE, COVERAGE)
"""Those, and the stages that count as retrievers do."""

WHOLE = "dense"
WINDOW = "window"
"""The retriever that needs the parts of passages to be read."""
WORDS = late_interaction.CARD.name
FACT = "fact"
NO_DOCUMENTS = "off"
OWN, SHIPPED = "own", "shipped"


@dataclass(frozen=True, kw_only=True)
class FusedOptions(Options):
    """Which retrievers fused hybrid takes, how it weighs them, and where it searches."""

    pipeline = NAME

    model: str = option(
        ENSEMBLE,
        "How the retrievers are weighed",
        "Ensemble: linear weights, and over links boosted trees beside them, which finds more for "
        "questions over several passages. What each retriever contributed adds up to the score in "
        "these three; neural is explained by leaving out; rank weighs all alike.",
        choices=kinds(),
    )
    weights: str = option(
        OWN,
        "Weights",
        "A collection that has learned from its questions (page Tune) uses its own weights; others "
        "use those that come with Quire.",
        choices=(OWN, SHIPPED),
    )
    network: bool = option(
        False,
        "Network on the graph",
        "A small network passes messages over links, names and neighbours of the candidates and "
        "corrects their scores. Trained with linear weights; what it adds is shown.",
    )
    cross_encoder: str = option(
        IN_FILES,
        "Read together with the question",
        "The two nearest parts of the first twenty passages (of eight in collections of more than "
        "20,000) are read as one text with the question. Finds more over people's own files; "
        "records that were imported gain nothing. A question is faster without it.",
        choices=(IN_FILES, ALWAYS, NEVER),
    )
    facts: bool = option(
        False,
        "Facts",
        "Passages also count by the fact of theirs that says most of what is asked, with “it” and "
        "“the company” filled in. No better beyond chance on any set, and worse in the first place "
        "on some.",
    )
    documents: str = option(
        NO_DOCUMENTS,
        "Alike documents",
        "Passages also count by their document: as near to the question as it is, or like one that "
        "is (one_hop: all neighbours alike; attentive: as much as they are alike; multi_hop: over "
        "two steps). No better beyond chance on any set.",
        choices=(NO_DOCUMENTS, *WAYS),
    )
    sections: bool = sections_option()
    spread: bool = spread_option()
    use: Mapping[str, bool] = switches(
        "use",
        (*ALL_RETRIEVERS, *SCOPING),
        "Switch it off to see the ranking without it.",
    )
    scope: bool = scope_option(on=True)

    @property
    def off(self) -> frozenset[str]:
        """The retrievers that are left out."""
        return frozenset(name for name, on in self.use.items() if not on)


OPTIONS = FusedOptions
CARD = PipelineCard(
    name=NAME,
    title="Fused hybrid",
    purpose="best",
    hint="Words, meaning, names and links, weighed together. For questions over several passages.",
    icon="star",
    options=FusedOptions.cards(),
)


class FusedHybridPipeline:
    """Retrieval by many retrievers, ranked by learned weights."""

    name = CARD.name

    def __init__(self, parts: Parts) -> None:
        self._parts = parts
        self._readiness = Readiness(parts)
        self._scoping = Scoping(parts)
        self._places = Places(parts.records)
        self._plain: Fusion = registry.load("backend.fusion", "convex").build()
        self._retrievers = built(parts, RETRIEVERS)
        self._facts = built(parts, (FACT,))
        self._documents = {way: (document_graph.in_way(parts, way),) for way in WAYS}

    @shown_by_their_tables
    def retrieve(self, query: Query) -> Retrieval:
        """The top_k passages, each with what every retriever contributed.

        `FusedOptions` say how.

        While a large collection's names and links are being read, words and meaning answer alone,
        and a notice says so.
        """
        options = FusedOptions.taking(query.options)
        off = options.off
        self._begin(query, off)
        notices: tuple[str, ...] = ()
        scoped: Scoped | None = None
        if options.scope:
            notice = self._readiness.of_scope(query)
            if notice:
                notices = (notice,)
            else:
                scoped = self._scoping.narrowed(query)
        view, notice = self._readiness.of_view(query.collection_id, scoped=scoped is not None)
        if view is not None and WINDOW not in off:
            reading = self._readiness.of_windows(query.collection_id)
            notices = (*notices, reading) if reading else notices
        notices = (*notices, notice) if notice else notices
        by_meaning = not off >= {WHOLE, WINDOW}
        moved = moved_steps(self._parts, query.collection_id) if by_meaning else ()
        if view is None:
            retrieval = self._without_links(query, options, scoped)
        else:
            retrieval = self._with_links(query, options, scoped, view)
        hits, steps, subgraph = retrieval.hits, (*moved, *retrieval.steps), retrieval.subgraph
        if scoped is not None:
            steps = (scoped.step, *steps) if scoped.step is not None else steps
            notices = (scoped.notice, *notices) if scoped.notice else notices
        if options.sections:
            chooser = self._parts.path_chooser(query)
            lifting = lifted(self._parts.records, chooser, query.text, hits)
            hits, steps = lifting.hits[: query.top_k], (*steps, lifting.step)
            notices = (*notices, *lifting.notices)
            subgraph = subgraph_of(view, hits) if view is not None else subgraph
        return replace(retrieval, hits=hits, steps=steps, notices=notices, subgraph=subgraph)

    def answer(self, query: Query, stop: StopSignal) -> Iterator[Event]:
        """Retrieve, then write from the passages found."""
        return answer_from_evidence(self._parts, self.name, query, stop, self.retrieve)

    def _begin(self, query: Query, off: frozenset[str]) -> None:
        """Begin with what does not depend on where the question is searched, while that is found
        out: embed it, and read the table of word pieces, once. The embedder keeps the vector for
        the retrievers, which are told of a failure as well.
        """

        def embed() -> None:
            self._parts.embedders.of(query.collection_id).embed([query.text])

        begun: dict[str, Callable[[], None]] = {}
        if WHOLE not in off:
            begun["the question's vector"] = embed
        if WORDS not in off:
            begun["the table of word pieces"] = late_interaction.make_ready
        Lane(begun)

    def _with_links(
        self, query: Query, options: FusedOptions, scoped: Scoped | None, view: CollectionView
    ) -> Retrieval:
        """The ranking by all retrievers; all candidates where sections are chosen, else
        top_k."""
        started = time.perf_counter()
        off, everything = options.off, options.sections
        version = self._parts.index.sequence()
        query = scoped.query if scoped is not None else query
        alike = self._documents.get(options.documents, ())
        asked = (*self._retrievers, *(self._facts if options.facts else ()), *alike)
        speaking = [each for each in asked if _concerns(each, query)]
        off |= {each.name for each in asked} - {each.name for each in speaking}
        stages, weighed = self._stages(query, options, speaking)
        used = [each for each in speaking if each.name not in off]
        proposing = self._proposing(used, scoped, everything=everything)
        found = pool(query, view, proposing, self._parts.records, linked=PATH not in off)
        pooled = time.perf_counter()
        if not found.rows.size:
            return Retrieval(
                (), version, (_pooling_step(found, pooled - started), *_failures(found.failed))
            )
        measurer = Measurer(
            query, view, [r for r in used if r.name not in found.failed], found.proposed
        )
        network = shipped_network() if options.network and PATH not in off else None
        ranked = rank(found, view, measurer, self._parts.records, stages, query.text, off, network)
        where = options.cross_encoder
        reading = None if where == NEVER else read_together(self._parts, query, view, ranked, where)
        ranked = ranked if reading is None else reading.ranked
        rows = ranked.measured.rows
        shown = [name for name in ALL_RETRIEVERS if name not in off]
        shown += [FACT] if options.facts else []
        shown += [each.name for each in alike]
        shown += [NETWORK] if network is not None else []
        shown += [READ_TOGETHER] if reading is not None and reading.counts else []
        fused = placed(ranked, query.top_k, shown)
        order = fused.order.tolist()
        identities = [view.ids[row] for row in rows.tolist()]
        best = tuple(identities[place] for place in order[: query.top_k])
        judged = time.perf_counter()
        paged = (
            self._scoping.reordering(scoped, identities, fused.score.tolist(), off)
            if scoped is not None
            else None
        )
        kept = rows.size if everything else query.top_k
        ahead = list(order if paged is None else paged.order)
        apart = self._apart(query, options, [identities[place] for place in ahead])
        ordered = [ahead[number] for number in apart]
        if paged is None:
            cited = hits_of(ranked, fused, view, self._parts.records, ordered, kept, shown)
            hits = tuple(hit for _, hit in cited)
        else:
            cited = hits_of(ranked, fused, view, self._parts.records, ordered, kept, shown)
            hits = tuple(paged.hit(place, hit) for place, hit in cited)
        steps = (
            _pooling_step(found, pooled - started),
            *_failures({**found.failed, **ranked.measured.failed}),
            *_requery_steps(ranked),
            *weighed,
            *network_steps(ranked, query.top_k, asked=options.network),
            *(() if reading is None else (reading.step,)),
            _fusing_step(ranked, best, judged - pooled),
            *_page_steps(paged, rows.size, hits[: query.top_k], time.perf_counter() - judged),
            *_spread_steps(
                [identities[place] for place in ahead[: query.top_k]],
                [identities[place] for place in ordered[: query.top_k]],
            ),
        )
        subgraph = NO_SUBGRAPH if everything else subgraph_of(view, hits)
        return Retrieval(hits, version, steps, subgraph)

    def _apart(
        self, query: Query, options: FusedOptions, chunk_ids: Sequence[str]
    ) -> Sequence[int]:
        """The numbers of candidates, given best first: at most two of one page are shown."""
        if not options.spread:
            return range(len(chunk_ids))
        return self._places.order(chunk_ids, query.top_k, query.text)

    def _proposing(
        self, used: Sequence[Retriever], scoped: Scoped | None, *, everything: bool
    ) -> Sequence[Retriever]:
        """Those that propose candidates: where pages are judged, their passages are among them."""
        active = scoped is not None and scoped.asked.active
        return [*used, self._scoping.retriever] if active or everything else used

    def _stages(
        self, query: Query, options: FusedOptions, speaking: Sequence[Retriever]
    ) -> tuple[Stages, tuple[Step, ...]]:
        """The collection's own weights if it has some and they are wanted, else the shipped ones;
        and a step that says so. Those that it was not trained with count by their priors.
        """
        own, kind = None, options.model
        if kind in (KIND, ENSEMBLE) and options.weights == OWN:
            own = own_stages(self._parts.records, query.collection_id)
        if own is None:
            return counted(shipped(kind), kind, speaking), ()
        return counted(own, kind, speaking), (
            Step("weights", "Weighed as this collection has learned to", 0.0),
        )

    def _without_links(
        self, query: Query, options: FusedOptions, scoped: Scoped | None
    ) -> Retrieval:
        """Words and meaning alone; all candidates where sections are chosen, else top_k."""
        started = time.perf_counter()
        off, everything = options.off, options.sections
        version = self._parts.index.sequence()
        query = scoped.query if scoped is not None else query
        used = [r for r in self._retrievers if card_of(r.name).at_once and r.name not in off]
        proposing = self._proposing(used, scoped, everything=everything)
        judging = {retriever.name for retriever in used}
        found = gather(
            query, proposing, query.top_k, own_depths=True, judging=judging, patience=PATIENCE
        )
        rankings = [ranking for ranking in found.rankings if ranking.retriever in judging]
        fused = self._plain.fuse(rankings, MEANING)
        hits = to_hits(self._parts.records, fused, rankings, len(fused))
        kept = None if everything else query.top_k
        if scoped is not None:
            hits = self._scoping.reordered(scoped, hits, off)
        apart = self._apart(query, options, [hit.chunk.id for hit in hits])
        hits = tuple(hits[number] for number in apart)[:kept]
        step = Step(
            "fuse",
            f"{len(fused)} candidates by words and meaning, the best "
            f"{min(len(hits), query.top_k)} kept",
            time.perf_counter() - started,
            {},
            tuple(hit.chunk.id for hit in hits[: query.top_k]),
        )
        return Retrieval(hits, version, (*_failures(found.failed), step))


def _concerns(retriever: Retriever, query: Query) -> bool:
    return not isinstance(retriever, OccasionalRetriever) or retriever.concerns(query)


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


def _requery_steps(ranked: RankedCandidates) -> Iterator[Step]:
    if ranked.requeries:
        names = [requery.bridge.name for requery in ranked.requeries]
        yield Step(
            "ask again",
            f"Second questions about: {', '.join(names)}",
            0.0,
            {requery.bridge.name: f"{requery.bridge.weight:.3f}" for requery in ranked.requeries},
        )


def _fusing_step(ranked: RankedCandidates, best: tuple[str, ...], seconds: float) -> Step:
    return Step(
        "fuse",
        f"{ranked.measured.rows.size} candidates judged, {100 * ranked.final.links:.0f} % over "
        f"links, the best {len(best)} kept",
        seconds,
        {},
        best,
    )


def _spread_steps(before: Sequence[str], after: Sequence[str]) -> Iterator[Step]:
    step = held_back_step(before, after)
    if step is not None:
        yield step


def _page_steps(
    paged: Reordering | None, judged: int, hits: Sequence[Hit], seconds: float
) -> Iterator[Step]:
    if paged is not None:
        yield Step(
            "pages",
            f"{judged} passages judged with their pages, the best {len(hits)} kept",
            seconds,
            {},
            tuple(hit.chunk.id for hit in hits),
        )


def build(parts: Parts) -> Pipeline:
    """The pipeline over the workbench's parts."""
    return FusedHybridPipeline(parts)
