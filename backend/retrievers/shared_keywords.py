"""Keywords in common, and the cosine of tf-idf vectors (KarGus, eq. 2.2–2.4).

The score is α·|K_x ∩ K_y| / max(|K_x|, |K_y|) + (1 − α)·cos(tfidf(x), tfidf(y)), K being the
twenty terms of a text with the highest tf-idf. As there a question is compared by the idf of the
whole collection.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from backend import sparse
from backend.analysis import term_texts
from backend.passage_view.collection_view import Array, CollectionView
from backend.passage_view.ranking import best_rows, scored
from backend.passage_view.views import Views, views_over
from backend.ports import Parts, Retriever
from backend.remembered import Remembered
from backend.types import Query, RetrieverCard, Scored

CARD = RetrieverCard(
    "shared_keywords",
    plain="keywords in common",
    clause="how many of its keywords the question shares",
    family="text",
    place=210,
    asked="never",
    bounded=True,
    lowest=0.0,
    prior=0.0,
)

KEYWORDS = 20
ALPHA = 0.5
KEPT = 4


@dataclass(frozen=True, slots=True, eq=False)
class Keywords:
    """Of N passages and T terms, by column: `vectors` (N, T) tf-idf with unit rows, `chosen`
    (N, T) ones for each passage's keywords; `counts` (N,) how many it has."""

    vectors: sparse.Matrix
    chosen: sparse.Matrix
    counts: Array


class SharedKeywordsRetriever:
    """Relevance as keywords in common."""

    name = CARD.name

    def __init__(self, views: Views) -> None:
        self._views = views
        self._keywords: Remembered[CollectionView, Keywords] = Remembered(KEPT)

    def propose(self, query: Query, k: int) -> list[Scored]:
        """The passages with the highest score."""
        view = self._views.of(query.collection_id)
        return best_rows(view, self._scores(view, query.text), k, query.filters)

    def score(self, query: Query, chunk_ids: Sequence[str]) -> dict[str, float]:
        """The score in [0, 1]; absent where no term is shared."""
        view = self._views.of(query.collection_id)
        rows = view.rows(chunk_ids)
        return scored(view, rows, self._scores(view, query.text)[rows])

    def _scores(self, view: CollectionView, text: str) -> Array:
        return keyword_scores(view, self._keywords.of(view, lambda: keywords_of(view)), text)


def keywords_of(view: CollectionView) -> Keywords:
    """The keywords of all passages of a view, equal weights by the term's number."""
    weighed = sparse.csr_matrix(view.counts.matrix.multiply(view.term_weight), dtype=np.float32)
    weighed.sort_indices()
    squares = np.asarray(weighed.multiply(weighed).sum(axis=1)).ravel()
    lengths = np.sqrt(np.maximum(squares, 1e-12))
    row_of = np.repeat(np.arange(view.size), np.diff(weighed.indptr))
    order = np.lexsort((weighed.indices, -weighed.data, row_of))
    # the order has each row's terms together, so a place counts from the row's first
    place = np.arange(len(order)) - weighed.indptr[row_of[order]]
    kept = order[place < KEYWORDS]
    chosen = sparse.csc_matrix(
        (np.ones(len(kept), np.float32), (row_of[kept], weighed.indices[kept])),
        shape=weighed.shape,
    )
    weighed.data /= lengths[row_of]
    counts = np.asarray(chosen.sum(axis=1), np.float32).ravel()
    return Keywords(weighed.tocsc(), chosen, counts)


def keyword_scores(view: CollectionView, keywords: Keywords, text: str) -> Array:
    """(N,) scores of a question; terms that no passage holds count in its length alone."""
    counted = Counter(term_texts(text))
    rarest = float(np.log(view.size + 1.0))
    width = view.term_weight.size
    columns = {term: view.terms.get(term, width) for term in counted}
    weights = {
        term: times * (float(view.term_weight[columns[term]]) if columns[term] < width else rarest)
        for term, times in counted.items()
    }
    length = float(np.sqrt(sum(weight**2 for weight in weights.values())))
    known = [term for term in sorted(weights) if columns[term] < width]
    if not known:
        return np.zeros(view.size, np.float32)
    asked = np.array([weights[term] for term in known], np.float32)
    cosine = keywords.vectors[:, [columns[term] for term in known]] @ asked / length
    own = sorted(weights, key=lambda term: (-weights[term], term))[:KEYWORDS]
    among = [columns[term] for term in own if columns[term] < width]
    common = np.asarray(keywords.chosen[:, among].sum(axis=1)).ravel()
    shared = common / np.maximum(keywords.counts, len(own))
    found: Array = (ALPHA * shared + (1.0 - ALPHA) * cosine).astype(np.float32)
    return found


def build(parts: Parts) -> Retriever:
    """The retriever over the records' views."""
    return SharedKeywordsRetriever(views_over(parts))
