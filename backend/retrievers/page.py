"""Documents by title: how much of the question the title says, and of the title the question.

The page retriever of the fused pipeline (seed thesis, §3.2.2), by words instead of vectors: a
title is a handful of rare words, where an exact match says more than a near one.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from backend.graph.collection_view import Array, CollectionView, Numbers
from backend.graph.question import AskedTerms, asked_terms
from backend.graph.ranking import best_rows, flat, scored
from backend.graph.views import Views, views_over
from backend.ports import Aspects, Parts, Retriever
from backend.types import Query, Scored


class PageRetriever:
    """Relevance of a passage as its document's title shows it."""

    name = "page"

    def __init__(self, views: Views) -> None:
        self._views = views

    def propose(self, query: Query, k: int) -> list[Scored]:
        """Passages of the documents whose titles fit the question best."""
        view = self._views.of(query.collection_id)
        by_document = _agreement(view, query, np.arange(len(view.documents)))
        return best_rows(view, by_document[view.document_of], k, query.filters)

    def score(self, query: Query, chunk_ids: Sequence[str]) -> dict[str, float]:
        """Agreement of title and question; absent where they share no word."""
        view = self._views.of(query.collection_id)
        rows = view.rows(chunk_ids)
        return scored(view, rows, _agreement(view, query, view.document_of[rows]))

    def aspects(self, query: Query, chunk_ids: Sequence[str]) -> Aspects:
        """The two shares apart."""
        view = self._views.of(query.collection_id)
        rows = view.rows(chunk_ids)
        asked = asked_terms(view, query.text)
        said, covered = shares(view, asked, view.document_of[rows])
        return {"said": scored(view, rows, said), "covered": scored(view, rows, covered)}


def shares(view: CollectionView, asked: AskedTerms, documents: Numbers) -> tuple[Array, Array]:
    """Per document, by idf: share of the question in its title, share of its title in the question.

    Both in [0, 1].
    """
    wanted = np.zeros(view.term_weight.size, np.float32)
    wanted[asked.known] = view.term_weight[asked.known]
    everything = np.array_equal(documents, np.arange(len(view.documents)))
    titles = view.title_counts if everything else view.title_counts[documents]
    common = flat(titles @ wanted)
    whole = view.title_weights[documents]
    return flat(common / asked.total), flat(common / (whole + 1e-9))


def _agreement(view: CollectionView, query: Query, documents: Numbers) -> Array:
    """Harmonic mean of the two shares (van Rijsbergen 1979, F measure), per document."""
    said, covered = shares(view, asked_terms(view, query.text), documents)
    agreement: Array = 2.0 * said * covered / (said + covered + 1e-9)
    return agreement


def build(parts: Parts) -> Retriever:
    """The retriever over the records' views."""
    return PageRetriever(views_over(parts.records))
