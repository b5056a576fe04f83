"""Scope inside a pipeline: narrow the question, then let whole pages speak for their passages.

Two calls surround a pipeline's own retrieval: `Scoping.narrowed` before it, `Scoping.reordered`
after it. Where a question means no document and the collection has no tables, both change nothing.
"""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import numpy.typing as npt

from backend.ports import Aspects, Parts, Retrieval
from backend.retrieval.retrievers import of_pages, page_scores
from backend.retrievers._pages import PageScores
from backend.retrievers.page_evidence import PASSAGES_PER_PAGE, PageEvidenceRetriever
from backend.scope.routing import describe
from backend.scope.scoped_question import ScopedQuestion, scoped_questions_over
from backend.types import Hit, Query, Signal, Step, option

RETRIEVERS = of_pages()
"""Retrievers that scoping adds to a hit's signals, in this order."""
OWN = 0.25
"""Weight of a passage's own score beside its page's, where many pages are judged by their rows.

Chosen among 0, .25, .5, 1 and 2 on financebench_small: mean reciprocal rank 60.2, 60.5, 60.4, 57.1
and 51.1 with rank fusion beneath.
"""


def scope_option(*, on: bool) -> Any:
    """The option by which a pipeline looks first in the documents that the question means."""
    return option(
        on,
        "Documents that the question means",
        "Names, dates and kinds of document in the question narrow the search; switch this off to "
        "search everywhere.",
    )


@dataclass(frozen=True)
class Scoped:
    """A query narrowed to what it means. `step` is for the trace, None where nothing was done."""

    query: Query
    asked: ScopedQuestion
    step: Step | None

    @property
    def notice(self) -> str:
        """What was searched, in words for the screen; empty without a scope."""
        return describe(self.asked.scope)


def with_scope(found: Retrieval, scoped: Scoped | None) -> Retrieval:
    """What was found, with the scope's step before its steps and the scope's notice behind its
    notices. None, or a question that means no document, adds nothing."""
    if scoped is None or scoped.step is None:
        return found
    said = (scoped.notice,) if scoped.notice else ()
    return replace(found, steps=(scoped.step, *found.steps), notices=(*found.notices, *said))


class Scoping:
    """What a pipeline needs to use scope."""

    def __init__(self, parts: Parts) -> None:
        self._records = parts.records
        self._questions = scoped_questions_over(parts)
        self.retriever = PageEvidenceRetriever(parts)
        """Proposes passages of the pages that speak most for themselves."""

    def narrowed(self, query: Query) -> Scoped:
        """The query, restricted to the documents that it surely means."""
        started = time.perf_counter()
        asked = self._questions.of(query)
        words, field = describe(asked.scope), _words_of_field(asked)
        if not (words or field):
            return Scoped(query, asked, None)
        detail = {
            asked.view.directory.known[each].label: f"{asked.scope.priors[each]:+.2f}"
            for each in asked.scope.likeliest(10)
        }
        summary = words or "Asked for by the words of a field as well"
        step = Step("scope", summary, time.perf_counter() - started, {**detail, **field})
        return Scoped(replace(query, filters=asked.filters(query.filters)), asked, step)

    def joined(self, scoped: Scoped, hits: Sequence[Hit], pages: int = 12) -> tuple[Hit, ...]:
        """Hits and the nearest passages of the best pages, which nothing else speaks for: score 0.

        For pipelines whose candidates do not come from `retriever` as well.
        """
        if not scoped.asked.active:
            return tuple(hits)
        known = {hit.chunk.id for hit in hits}
        proposed = self.retriever.propose(scoped.query, PASSAGES_PER_PAGE * pages)
        missing = [each.chunk_id for each in proposed if each.chunk_id not in known]
        chunks = self._records.chunks(missing)
        added = (Hit(chunks[chunk_id], 0.0, ()) for chunk_id in missing if chunk_id in chunks)
        return (*hits, *added)

    def reordered(
        self,
        scoped: Scoped,
        hits: Sequence[Hit],
        off: frozenset[str] = frozenset(),
    ) -> tuple[Hit, ...]:
        """Hits by their page's score and their own, best first, ties by id.

        Signals of the hits keep their raw scores; contributions are those to the new score and sum
        to it.

        Args:
            hits: all candidates, not only the best.
            off: retrievers that are switched off.
        """
        ids, scores = [hit.chunk.id for hit in hits], [hit.score for hit in hits]
        found = self.reordering(scoped, ids, scores, off)
        if found is None:
            return tuple(hits)
        return tuple(found.hit(place, hits[place]) for place in found.order)

    def reordering(
        self,
        scoped: Scoped,
        chunk_ids: Sequence[str],
        scores: Sequence[float],
        off: frozenset[str] = frozenset(),
    ) -> Reordering | None:
        """The order that pages give to all candidates; None where there is nothing to judge by.

        Args:
            chunk_ids, scores: the candidates and their scores so far.
            off: retrievers that are switched off.
        """
        if not chunk_ids or not scoped.asked.active:
            return None
        aspects = {
            name: values
            for name, values in self.retriever.aspects(scoped.query, chunk_ids).items()
            if name not in off
        }
        spread = float(np.std(scores)) or 1.0
        by_pages = scoped.asked.by_rows and scoped.asked.page_view.has_many_pages
        own = (OWN if by_pages else 1.0) / spread
        total = [
            own * score + sum(aspects[name].get(chunk_id, 0.0) for name in sorted(aspects))
            for chunk_id, score in zip(chunk_ids, scores, strict=True)
        ]
        order = sorted(range(len(total)), key=lambda place: (-total[place], chunk_ids[place]))
        page_of = scoped.asked.page_view.page_of
        pages = np.array([page_of.get(chunk_id, -1) for chunk_id in chunk_ids], np.int64)
        if by_pages:
            before = sorted(range(len(total)), key=lambda place: (-scores[place], chunk_ids[place]))
            tables = scoped.asked.page_view.is_of_tables(pages).tolist()
            meant = np.where(pages >= 0, scoped.asked.prior[pages] > 0, False).tolist()
            order = beside_tables(order, before, tables, meant)
        said = {
            name: _signals(name, scoped.asked, chunk_ids, pages, values)
            for name, values in aspects.items()
        }
        return Reordering(tuple(order), total, own, aspects, said)


def beside_tables(
    order: Sequence[int], before: Sequence[int], tables: Sequence[bool], meant: Sequence[bool]
) -> list[int]:
    """An order by pages where some documents have no tables: only passages of those that have
    change places with one another, and all others stand where they stood. What a page says was
    learned of reports with tables; beside them a letter's one page means less than their hundreds,
    of which one is always near. A passage of a document that the question rather means may come
    further up.

    Args:
        order, before: the same numbers, best first, by pages and without.
        tables: which of the numbers are of documents with tables.
        meant: which are of documents that the question rather means.
    """
    coming = iter([each for each in order if tables[each]])
    found = [next(coming) if tables[each] else each for each in before]
    for place, each in enumerate(order):
        if meant[each] and not tables[each] and place < found.index(each):
            found.remove(each)
            found.insert(place, each)
    return found


def _words_of_field(asked: ScopedQuestion) -> dict[str, str]:
    """What a glossary adds to a question, for the trace."""
    if asked.view.glossary is None or not asked.intent.labels:
        return {}
    return {asked.view.glossary.title: ", ".join(asked.intent.labels)}


@dataclass(frozen=True)
class Reordering:
    """Candidates in the order that their pages give them. `order` holds their places, best first,
    `scores` their new scores by place, `own` the weight of the scores that they had.
    """

    order: tuple[int, ...]
    scores: Sequence[float]
    own: float
    aspects: Aspects
    said: Mapping[str, Mapping[str, Signal]]

    def hit(self, place: int, hit: Hit) -> Hit:
        """A candidate with its new score and what each retriever contributed to that."""
        added = {name: values.get(hit.chunk.id, 0.0) for name, values in self.aspects.items()}
        known = {signal.retriever for signal in hit.signals}
        signals = [
            replace(
                signal,
                contribution=self.own * signal.contribution + added.get(signal.retriever, 0.0),
            )
            for signal in hit.signals
        ]
        names = (*RETRIEVERS, *(name for name in sorted(added) if name not in RETRIEVERS))
        signals += [
            self.said[name][hit.chunk.id]
            for name in names
            if name in self.said and name not in known
        ]
        return Hit(hit.chunk, self.scores[place], tuple(signals))


def _signals(
    name: str,
    asked: ScopedQuestion,
    chunk_ids: Sequence[str],
    pages: npt.NDArray[np.int64],
    added: Mapping[str, float],
) -> dict[str, Signal]:
    """One retriever's signal for each passage: its page's raw score and rank among them.

    Args:
        pages: of each passage, −1 where it stands on none.
    """
    scores: dict[str, float] = {}
    if name in _RAW:
        raw = np.where(pages >= 0, _RAW[name](asked)[pages], 0.0).tolist()
        scores = {chunk_id: score for chunk_id, score in zip(chunk_ids, raw, strict=True) if score}
    best = sorted(set(scores.values()), reverse=True)
    ranks = {score: rank for rank, score in enumerate(best, start=1)}
    return {
        chunk_id: Signal(
            name,
            ranks[scores[chunk_id]] if chunk_id in scores else None,
            scores.get(chunk_id),
            added.get(chunk_id) if chunk_id in scores else None,
            added.get(chunk_id, 0.0),
        )
        for chunk_id in chunk_ids
    }


_RAW: Mapping[str, PageScores] = {
    "lexical": lambda asked: asked.plain,
    **{name: page_scores(name) for name in RETRIEVERS},
}
"""What a page's raw score is, by retriever: BM25 for the words, else what its own file says."""
