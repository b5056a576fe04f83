"""Pages by all that scoping knows of them, joined in one score (`backend.scope.page_scores`).

Its aspects say what each retriever of pages adds, under its name:
`dense` (the page's best passage), `lexical`, `salience`, `scope`, `glossary`, `statement`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from backend.ports import (
    Aspects,
    Embedders,
    Index,
    Parts,
    Retriever,
    VectorSearch,
    one_search,
)
from backend.remembered import Remembered
from backend.scope.page_scores import contributions
from backend.scope.page_view import Array, Numbers
from backend.scope.scoped_question import ScopedQuestion, scoped_questions_over
from backend.types import Query, RetrieverCard, Scored

CARD = RetrieverCard(
    "page_evidence",
    plain="page",
    clause="how much everything that is known of its page speaks for it",
    family="pages",
    place=150,
    asked="never",
    depth=48,
)

DENSE_DEPTH = 1_500
"""So many nearest passages tell how near pages are; pages beyond count as far."""
PASSAGES_PER_PAGE = 4
KEPT_QUESTIONS = 4
"""Each holds several numbers of every page."""
FIRST_PAGES = 256
"""So many pages are put in order first; hardly ever are more needed."""


@dataclass(frozen=True, slots=True)
class _JudgedPages:
    """A question's pages: cosines of the `near` passages, `dense` of each page's best (P,), what
    each retriever adds (P,), and their sum, −∞ outside of the pages searched.
    """

    asked: ScopedQuestion
    near: Mapping[str, float]
    dense: Array
    shares: Mapping[str, Array]
    score: Array


class PageEvidenceRetriever:
    """Relevance of a passage as its whole page shows it."""

    name = CARD.name

    def __init__(self, parts: Parts) -> None:
        self._index: Index = parts.index
        self._embedders: Embedders = parts.embedders
        self._questions = scoped_questions_over(parts)
        self._kept: Remembered[int, _JudgedPages] = Remembered(KEPT_QUESTIONS)

    def propose(self, query: Query, k: int) -> list[Scored]:
        """The nearest passages of the best pages; none where there is nothing to judge by."""
        found = self._found(query)
        asked, view, scores = found.asked, found.asked.page_view, found.score
        proposed: list[Scored] = []
        if not asked.active:
            return proposed
        closeness = np.nan_to_num(found.dense, nan=-1.0)
        for page in best_first(scores, closeness, FIRST_PAGES):
            if len(proposed) >= k or not asked.among[page]:
                break
            passages = view.passages_on(page)
            if query.filters.chunk_ids is not None:
                passages = tuple(
                    passage for passage in passages if passage in query.filters.chunk_ids
                )
            nearest = sorted(
                passages, key=lambda passage: (-found.near.get(passage, -1.0), passage)
            )
            proposed += [Scored(each, float(scores[page])) for each in nearest[:PASSAGES_PER_PAGE]]
        return sorted(proposed, key=lambda each: (-each.score, each.chunk_id))[:k]

    def score(self, query: Query, chunk_ids: Sequence[str]) -> dict[str, float]:
        """The score of each passage's page; absent for passages that stand on no page searched."""
        found = self._found(query)
        return _by_passage(found.asked, found.score, chunk_ids)

    def aspects(self, query: Query, chunk_ids: Sequence[str]) -> Aspects:
        """What each retriever adds to the score."""
        found = self._found(query)
        return {
            name: _by_passage(found.asked, values, chunk_ids)
            for name, values in found.shares.items()
        }

    def measured(self, query: Query) -> tuple[ScopedQuestion, Array]:
        """What is known of the question, and (P,) cosine of each page's best passage or NaN."""
        asked = self._questions.of(query)
        return asked, _best_on_pages(asked, self._near(query, asked))

    def _found(self, query: Query) -> _JudgedPages:
        asked = self._questions.of(query)

        def found() -> _JudgedPages:
            near = self._near(query, asked)
            dense = _best_on_pages(asked, near)
            shares = contributions(asked, dense)
            return _JudgedPages(asked, near, dense, shares, _sum(shares, asked))

        return self._kept.of(id(asked), found)

    def _near(self, query: Query, asked: ScopedQuestion) -> dict[str, float]:
        """Cosines of the nearest passages within the documents that are searched."""
        if not asked.page_view.size:
            return {}
        vector = self._embedders.of(query.collection_id).embed([query.text])[0]
        filters = asked.filters(query.filters)
        search = VectorSearch(vector, DENSE_DEPTH, filters)
        found = one_search(self._index, query.collection_id, search)
        return {each.chunk_id: each.score for each in found}


def best_first(scores: Array, closeness: Array, first: int) -> Iterator[int]:
    """Pages from the best on, equal ones by closeness and then in their order.

    Args:
        first: so many are put in order before the others are.
    """
    ordered = 0
    if 0 < first < scores.size:
        best = _first_of(scores, closeness, first)
        ordered = best.size
        yield from best[np.lexsort((best, -closeness[best], -scores[best]))].tolist()
    if ordered < scores.size:
        order = np.lexsort((np.arange(scores.size), -closeness, -scores))
        yield from order[ordered:].tolist()


def _first_of(scores: Array, closeness: Array, first: int) -> Numbers:
    """So many of the best pages, ascending. Where a year is asked for hundreds of thousands may
    score the same: of these only the closest are put in order."""
    least = np.partition(scores, scores.size - first)[scores.size - first]
    above, equal = np.flatnonzero(scores > least), np.flatnonzero(scores == least)
    wanted = first - above.size
    if wanted < equal.size:
        near = closeness[equal]
        nearest = np.partition(near, equal.size - wanted)[equal.size - wanted]
        nearer = equal[near > nearest]
        equal = np.concatenate([nearer, equal[near == nearest][: wanted - nearer.size]])
    return np.sort(np.concatenate([above, equal]))


def _best_on_pages(asked: ScopedQuestion, near: Mapping[str, float]) -> Array:
    dense = np.full(asked.page_view.size, np.nan, np.float32)
    page_of = asked.page_view.page_of
    pages = np.array([page_of.get(chunk_id, -1) for chunk_id in near], np.int64)
    cosines = np.fromiter(near.values(), np.float32, len(near))
    np.fmax.at(dense, pages[pages >= 0], cosines[pages >= 0])
    return dense


def _sum(found: Mapping[str, Array], asked: ScopedQuestion) -> Array:
    total = np.zeros(asked.page_view.size, np.float32)
    for name in sorted(found):
        total += found[name]
    return np.where(asked.among, total, -np.inf).astype(np.float32)


def _by_passage(asked: ScopedQuestion, values: Array, chunk_ids: Sequence[str]) -> dict[str, float]:
    page_of = asked.page_view.page_of
    pages = ((chunk_id, page_of.get(chunk_id, -1)) for chunk_id in chunk_ids)
    return {each: float(values[page]) for each, page in pages if page >= 0 and asked.among[page]}


def build(parts: Parts) -> Retriever:
    """The retriever over the records' scope views and the index."""
    return PageEvidenceRetriever(parts)
