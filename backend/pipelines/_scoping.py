"""Scope inside a pipeline: narrow the question, then let whole pages speak for their passages.

Two calls surround a pipeline's own retrieval: `Scoping.narrowed` before it, `Scoping.reordered`
after it. Where a question means no document and the collection has no tables, both change nothing.
"""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from backend.ports import Aspects, Parts, Ranking
from backend.retrievers.page_evidence import PageEvidenceRetriever
from backend.scope.question import OFF, OPTION, Asked, scoped_questions_over
from backend.scope.routing import describe
from backend.types import Hit, OptionCard, Query, Signal, Step

RETRIEVERS = ("scope", "salience", "glossary", "statement")
"""Points of view that scoping adds to a hit's signals, in this order."""
OWN = 0.5
"""Weight of a passage's own score beside its page's, where pages are judged by their rows."""

CARD = OptionCard(
    OPTION,
    "Documents that the question means",
    "Names, dates and kinds of document in the question narrow the search; switch this off to "
    "search everywhere.",
    "on",
    choices=("on", OFF),
)


@dataclass(frozen=True)
class Scoped:
    """A query narrowed to what it means. `step` is for the trace, None where nothing was done."""

    query: Query
    asked: Asked
    step: Step | None

    @property
    def notice(self) -> str:
        """What was searched, in words for the screen; empty without a scope."""
        return describe(self.asked.scope)


class Scoping:
    """What a pipeline needs to use scope."""

    def __init__(self, parts: Parts) -> None:
        self._questions = scoped_questions_over(parts.records)
        self.retriever = PageEvidenceRetriever(parts)
        """Proposes passages of the pages that speak most for themselves."""

    def narrowed(self, query: Query) -> Scoped:
        """The query, restricted to the documents that it surely means."""
        started = time.perf_counter()
        asked = self._questions.of(query)
        words = describe(asked.scope)
        if not words:
            return Scoped(query, asked, None)
        detail = {
            asked.view.directory.by_id[each].label: f"{asked.scope.priors[each]:+.2f}"
            for each in asked.scope.documents[:10]
        }
        step = Step("scope", words, time.perf_counter() - started, detail)
        return Scoped(replace(query, filters=asked.filters(query.filters)), asked, step)

    def reordered(
        self, scoped: Scoped, hits: Sequence[Hit], off: frozenset[str] = frozenset()
    ) -> tuple[Hit, ...]:
        """Hits by their page's score and their own, best first, ties by id.

        Signals of the hits keep their raw scores; contributions are those to the new score and sum
        to it.

        Args:
            hits: all candidates, not only the best.
            off: retrievers that are switched off.
        """
        if not hits or not scoped.asked.active:
            return tuple(hits)
        ids = [hit.chunk.id for hit in hits]
        aspects = self.retriever.aspects(scoped.query, ids)
        spread = float(np.std([hit.score for hit in hits])) or 1.0
        own = (OWN if scoped.asked.by_rows else 1.0) / spread
        reordered = [_reordered(hit, aspects, own, off) for hit in hits]
        return tuple(sorted(reordered, key=lambda hit: (-hit.score, hit.chunk.id)))

    def rankings(self, query: Query, chunk_ids: Sequence[str]) -> list[Ranking]:
        """The page evidence as one ranking, for fusions that take rankings."""
        proposed = tuple(self.retriever.propose(query, len(chunk_ids)))
        return [Ranking(self.retriever.name, proposed, self.retriever.score(query, chunk_ids))]


def _reordered(hit: Hit, aspects: Aspects, own: float, off: frozenset[str]) -> Hit:
    added = {
        name: values.get(hit.chunk.id, 0.0) for name, values in aspects.items() if name not in off
    }
    known = {signal.retriever for signal in hit.signals}
    signals = [
        replace(signal, contribution=own * signal.contribution + added.get(signal.retriever, 0.0))
        for signal in hit.signals
    ]
    names = (*RETRIEVERS, *(name for name in sorted(added) if name not in RETRIEVERS))
    signals += [_signal(name, added) for name in names if name in added and name not in known]
    score = own * hit.score + sum(added[name] for name in sorted(added))
    return Hit(hit.chunk, score, tuple(signals))


def _signal(name: str, added: Mapping[str, float]) -> Signal:
    return Signal(name, None, added[name], added[name], added[name])
