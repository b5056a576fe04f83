"""Passages by title: how much of the question the title says, and of the title the question.

A passage of a file has two: its document's title, and the heading nearest above it; that counts
which agrees more with the question.

The page retriever of the fused pipeline (seed thesis, §3.2.2), by words instead of vectors: a
title is a handful of rare words, where an exact match says more than a near one.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from backend.held_rows import rows_of
from backend.passage_view.collection_view import Array, CollectionView, Numbers
from backend.passage_view.question_terms import QuestionTerms, asked_terms
from backend.passage_view.ranking import best_rows, flat, scored
from backend.passage_view.views import Views, views_over
from backend.ports import Aspects, Parts, Retriever
from backend.types import Query, RetrieverCard, Scored

CARD = RetrieverCard(
    "page",
    plain="title",
    clause="how well its document's title and first lines fit the question",
    family="structure",
    place=30,
    bounded=True,
)


class PageRetriever:
    """Relevance of a passage as its document's title shows it."""

    name = CARD.name

    def __init__(self, views: Views) -> None:
        self._views = views

    def propose(self, query: Query, k: int) -> list[Scored]:
        """Passages whose titles fit the question best."""
        view = self._views.of(query.collection_id)
        rows = _titled(view, asked_terms(view, query.text))
        scores = np.zeros(view.size, np.float32)
        scores[rows] = _agreement(*titled_shares(view, query.text, rows))
        return best_rows(view, scores, k, query.filters)

    def score(self, query: Query, chunk_ids: Sequence[str]) -> dict[str, float]:
        """Agreement of title and question; absent where they share no word."""
        view = self._views.of(query.collection_id)
        rows = view.rows(chunk_ids)
        return scored(view, rows, _agreement(*titled_shares(view, query.text, rows)))

    def aspects(self, query: Query, chunk_ids: Sequence[str]) -> Aspects:
        """The two shares apart."""
        view = self._views.of(query.collection_id)
        rows = view.rows(chunk_ids)
        said, covered = titled_shares(view, query.text, rows)
        return {"said": scored(view, rows, said), "covered": scored(view, rows, covered)}


def titled_shares(view: CollectionView, question: str, rows: Numbers) -> tuple[Array, Array]:
    """Per passage, by idf: share of the question in its title, share of its title in the question.

    Both in [0, 1], of the title or the heading, whichever agrees more with the question.
    """
    asked = asked_terms(view, question)
    documents = view.document_of[rows]
    of_document = np.unique(documents)
    said, covered = shares(view, asked, of_document)
    place = np.searchsorted(of_document, documents)
    by_title = said[place], covered[place]
    wanted = _wanted(view, asked)
    own = rows_of(view.own_title_counts, rows)
    common, whole = own.times(wanted), own.times(view.term_weight)
    by_heading = flat(common / asked.total), flat(common / (whole + 1e-9))
    better = _agreement(*by_heading) > _agreement(*by_title)
    return (
        np.where(better, by_heading[0], by_title[0]),
        np.where(better, by_heading[1], by_title[1]),
    )


def shares(view: CollectionView, asked: QuestionTerms, documents: Numbers) -> tuple[Array, Array]:
    """Per document, by idf: share of the question in its title, share of its title in the question.

    Both in [0, 1].
    """
    titles = rows_of(view.title_counts, documents)
    common, whole = titles.times(_wanted(view, asked)), titles.times(view.term_weight)
    return flat(common / asked.total), flat(common / (whole + 1e-9))


def _titled(view: CollectionView, asked: QuestionTerms) -> Numbers:
    """The passages that share a term with the question by their document's title or their own."""
    titled = np.zeros(len(view.documents), bool)
    titled[rows_of(view.title_holders, asked.known).columns] = True
    found = titled[view.document_of] if view.size else np.zeros(0, bool)
    found[rows_of(view.own_title_holders, asked.known).columns] = True
    return np.flatnonzero(found)


def _wanted(view: CollectionView, asked: QuestionTerms) -> Array:
    """(T,) idf of the question's terms, 0 for others."""
    wanted = np.zeros(view.term_weight.size, np.float32)
    wanted[asked.known] = view.term_weight[asked.known]
    return wanted


def _agreement(said: Array, covered: Array) -> Array:
    """Harmonic mean of the two shares (van Rijsbergen 1979, F measure)."""
    agreement: Array = 2.0 * said * covered / (said + covered + 1e-9)
    return agreement


def build(parts: Parts) -> Retriever:
    """The retriever over the records' views."""
    return PageRetriever(views_over(parts))
