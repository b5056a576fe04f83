"""Passages within reach of what the question names, by a walk over the links between them.

Personalised PageRank (Haveliwala 2002; Gutiérrez et al. 2024, "HippoRAG", §2.3) that starts at the
passages that the question names and at the best ones by BM25. Links are names: a passage leads to
those that its names stand for, and back.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from backend.analysis import term_texts
from backend.graph.pagerank import personalised_pagerank
from backend.passage_view.collection_view import Array, CollectionView
from backend.passage_view.links import name_links, title_links
from backend.passage_view.question_terms import bm25, name_match
from backend.passage_view.ranking import best_rows, scored, top_rows
from backend.passage_view.reach import Reach, neighbours
from backend.passage_view.views import Views, views_over
from backend.ports import Parts, Retriever
from backend.types import Query, RetrieverCard, Scored

CARD = RetrieverCard(
    "path",
    plain="links",
    clause="whether other promising passages name it, or it names them",
    family="graph",
    place=80,
    asked="never",
)

SEEDS = 20
BACKWARD = 0.7
"""A link is followed backwards a little less readily."""


class PathRetriever:
    """Relevance as nearness to the question's names and best passages over links."""

    name = CARD.name

    def __init__(self, views: Views) -> None:
        self._views = views

    def propose(self, query: Query, k: int) -> list[Scored]:
        """The passages where the walk stands most often."""
        view = self._views.of(query.collection_id)
        return best_rows(view, _walk(view, query), k, query.filters)

    def score(self, query: Query, chunk_ids: Sequence[str]) -> dict[str, float]:
        """How often the walk stands at a passage, in [0, 1]; absent where it never comes."""
        view = self._views.of(query.collection_id)
        rows = view.rows(chunk_ids)
        return scored(view, rows, _walk(view, query)[rows])


def _walk(view: CollectionView, query: Query) -> Array:
    """(N,) PageRank, 0 outside the seeds and their neighbours."""
    lexical = bm25(view, dict.fromkeys(term_texts(query.text), 1.0))
    named = np.maximum(*name_match(view, query.text))
    start = named + 0.5 * lexical / (float(lexical.max(initial=0.0)) + 1e-9)
    allowed = view.allowed(query.filters)
    if allowed is not None:
        start = np.where(allowed, start, 0.0)
    seeds = top_rows(start.astype(np.float32), SEEDS)
    scores = np.zeros(view.size, np.float32)
    if not seeds.size:
        return scores
    pool = np.union1d(seeds, neighbours(view, seeds, start.astype(np.float32), Reach()))
    links = np.maximum(title_links(view, pool), name_links(view, pool))
    links = np.maximum(links, BACKWARD * links.T)
    origin = np.where(np.isin(pool, seeds), start[pool], 0.0).astype(np.float32)
    scores[pool] = personalised_pagerank(links, origin)
    return scores


def build(parts: Parts) -> Retriever:
    """The retriever over the records' views."""
    return PathRetriever(views_over(parts))
