"""Pages by everything that scoping knows of them, joined in one score (`backend.scope.evidence`).

Its aspects say what each point of view adds, under the name of the retriever that holds it alone:
`dense` (the page's best passage), `lexical`, `salience`, `scope`, `glossary`, `statement`.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Mapping, Sequence

import numpy as np

from backend.ports import Aspects, Embedders, Index, Parts, Retriever
from backend.scope.evidence import contributions
from backend.scope.page_view import Array
from backend.scope.question import Asked, scoped_questions_over
from backend.types import Query, Scored

DENSE_DEPTH = 1_500
"""So many nearest passages tell how near pages are; pages beyond count as far."""
PASSAGES_PER_PAGE = 4
KEPT_QUESTIONS = 8


class PageEvidenceRetriever:
    """Relevance of a passage as its whole page shows it."""

    name = "page_evidence"

    def __init__(self, parts: Parts) -> None:
        self._index: Index = parts.index
        self._embedders: Embedders = parts.embedders
        self._questions = scoped_questions_over(parts.records)
        self._kept: OrderedDict[int, tuple[Asked, dict[str, float], Mapping[str, Array]]] = (
            OrderedDict()
        )
        self._lock = threading.Lock()

    def propose(self, query: Query, k: int) -> list[Scored]:
        """The nearest passages of the best pages; none where there is nothing to judge by."""
        asked, near, found = self._found(query)
        view, scores = asked.page_view, _sum(found, asked)
        proposed: list[Scored] = []
        if not asked.active:
            return proposed
        closeness = np.nan_to_num(_best_on_pages(asked, near), nan=-1.0)
        for page in np.lexsort((np.arange(scores.size), -closeness, -scores)):
            if len(proposed) >= k or not asked.among[page]:
                break
            passages = view.passages_on.get(int(page), ())
            if query.filters.chunk_ids is not None:
                passages = tuple(each for each in passages if each in query.filters.chunk_ids)
            nearest = sorted(passages, key=lambda each: (-near.get(each, -1.0), each))
            proposed += [Scored(each, float(scores[page])) for each in nearest[:PASSAGES_PER_PAGE]]
        return sorted(proposed, key=lambda each: (-each.score, each.chunk_id))[:k]

    def score(self, query: Query, chunk_ids: Sequence[str]) -> dict[str, float]:
        """The score of each passage's page; absent for passages that stand on no page searched."""
        asked, _, found = self._found(query)
        return _by_passage(asked, _sum(found, asked), chunk_ids)

    def aspects(self, query: Query, chunk_ids: Sequence[str]) -> Aspects:
        """What each point of view adds to the score."""
        asked, _, found = self._found(query)
        return {name: _by_passage(asked, values, chunk_ids) for name, values in found.items()}

    def measured(self, query: Query) -> tuple[Asked, Array]:
        """What is known of the question, and (P,) cosine of each page's best passage or NaN."""
        asked = self._questions.of(query)
        return asked, _best_on_pages(asked, self._near(query, asked))

    def _found(self, query: Query) -> tuple[Asked, dict[str, float], Mapping[str, Array]]:
        asked = self._questions.of(query)
        with self._lock:
            if id(asked) in self._kept:
                return self._kept[id(asked)]
        near = self._near(query, asked)
        found = asked, near, contributions(asked, _best_on_pages(asked, near))
        with self._lock:
            self._kept[id(asked)] = found
            while len(self._kept) > KEPT_QUESTIONS:
                self._kept.popitem(last=False)
        return found

    def _near(self, query: Query, asked: Asked) -> dict[str, float]:
        """Cosines of the nearest passages within the documents that are searched."""
        if not asked.page_view.size:
            return {}
        vector = self._embedders.of(query.collection_id).embed([query.text])[0]
        filters = asked.filters(query.filters)
        found = self._index.search_vector(query.collection_id, vector, DENSE_DEPTH, filters)
        return {each.chunk_id: each.score for each in found}


def _best_on_pages(asked: Asked, near: Mapping[str, float]) -> Array:
    dense = np.full(asked.page_view.size, np.nan, np.float32)
    for chunk_id, cosine in near.items():
        page = asked.page_view.page_of.get(chunk_id, -1)
        if page >= 0:
            dense[page] = np.fmax(dense[page], np.float32(cosine))
    return dense


def _sum(found: Mapping[str, Array], asked: Asked) -> Array:
    total = np.zeros(asked.page_view.size, np.float32)
    for name in sorted(found):
        total += found[name]
    return np.where(asked.among, total, -np.inf).astype(np.float32)


def _by_passage(asked: Asked, values: Array, chunk_ids: Sequence[str]) -> dict[str, float]:
    page_of = asked.page_view.page_of
    pages = ((each, page_of.get(each, -1)) for each in chunk_ids)
    return {each: float(values[page]) for each, page in pages if page >= 0 and asked.among[page]}


def build(parts: Parts) -> Retriever:
    """The retriever over the records' scope views and the index."""
    return PageEvidenceRetriever(parts)
