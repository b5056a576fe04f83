"""Fixed weights: meaning, keywords and names, joined by weights that a person can turn.

KarGus, a thesis on answering questions over many documents (§2.2.1, §2.4.3). An experiment, to be
compared with the others.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from backend.fusion.weighted import WEIGHTS, WeightedFusion
from backend.passage_view.views import views_over
from backend.pipelines._answer_writing import answer_from_evidence
from backend.pipelines._fused.explanation import subgraph_of
from backend.pipelines._hits import to_hits
from backend.pipelines._moved_question import moved_steps
from backend.pipelines._table_cards import shown_by_their_tables
from backend.ports import Parts, Pipeline, Retrieval, StopSignal
from backend.retrieval.gathering import depth, gather
from backend.retrieval.retrievers import built
from backend.types import NO_SUBGRAPH, Event, Options, PipelineCard, Query, Step, option

NAME = "weighted_scores"
DENSE, KEYWORDS, ENTITIES = RETRIEVERS = tuple(WEIGHTS)
_SHARED = {KEYWORDS: "a keyword", ENTITIES: "a name"}


@dataclass(frozen=True, kw_only=True)
class WeightedOptions(Options):
    """How much each of the three scores counts; they need not sum to one."""

    pipeline = NAME

    meaning: float = option(
        WEIGHTS[DENSE], "Weight of meaning", "How much the cosine with the question counts."
    )
    keywords: float = option(
        WEIGHTS[KEYWORDS],
        "Weight of keywords",
        "How much keywords in common and the cosine of tf-idf count.",
    )
    entities: float = option(
        WEIGHTS[ENTITIES],
        "Weight of names",
        "How much names in common, and names that mean alike, count.",
    )


OPTIONS = WeightedOptions
CARD = PipelineCard(
    name=NAME,
    title="Fixed weights",
    purpose="three scores",
    hint="Meaning, keywords and names, added up by weights of your own.",
    icon="tune",
    options=WeightedOptions.cards(),
    experiment=True,
)


class WeightedScoresPipeline:
    """Three scores and a sum."""

    name = CARD.name

    def __init__(self, parts: Parts) -> None:
        self._parts = parts
        self._views = views_over(parts)
        self._retrievers = built(parts, RETRIEVERS)

    @shown_by_their_tables
    def retrieve(self, query: Query) -> Retrieval:
        """The top_k passages by the weighed sum of what the three propose and score."""
        started = time.perf_counter()
        options = WeightedOptions.taking(query.options)
        weights = {DENSE: options.meaning, KEYWORDS: options.keywords, ENTITIES: options.entities}
        version = self._parts.index.sequence()
        used = [retriever for retriever in self._retrievers if weights[retriever.name]]
        rankings = gather(query, used, depth(query.top_k)).rankings if used else ()
        found = time.perf_counter()
        fused = WeightedFusion(weights).fuse(rankings)
        hits = to_hits(self._parts.records, fused, rankings, query.top_k)
        steps = (
            *moved_steps(self._parts, query.collection_id),
            Step(
                "retrieve",
                "; ".join(f"{r.retriever}: {len(r.proposed)} passages" for r in rankings),
                found - started,
            ),
            Step(
                "fuse",
                f"{len(fused)} candidates, the best {len(hits)} kept",
                time.perf_counter() - found,
                {name: f"{weight:g}" for name, weight in weights.items()},
                tuple(hit.chunk.id for hit in hits),
            ),
        )
        notices = () if fused else _why_nothing([retriever.name for retriever in used])
        seen = subgraph_of(self._views.of(query.collection_id), hits) if hits else NO_SUBGRAPH
        return Retrieval(hits, version, steps, seen, notices)

    def answer(self, query: Query, stop: StopSignal) -> Iterator[Event]:
        """Retrieve, then write from the passages found."""
        return answer_from_evidence(self._parts, self.name, query, stop, self.retrieve)


def _why_nothing(used: Sequence[str]) -> tuple[str, ...]:
    """Why nothing was found by the scores that have a weight, as far as the weights are why."""
    if not used:
        return ("All three weights are 0, so nothing was searched.",)
    if DENSE in used:
        return ()
    shared = " or ".join(_SHARED[each] for each in used)
    return (f"No passage shares {shared} with the question, and meaning has the weight 0.",)


def build(parts: Parts) -> Pipeline:
    """The pipeline over the workbench's parts."""
    return WeightedScoresPipeline(parts)
