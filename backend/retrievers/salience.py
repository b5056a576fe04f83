"""BM25 over pages, terms weighed by how often they head something or label a row.

For collections with tables: there "inventories" at the beginning of a row says more than the same
word in a sentence. Elsewhere this retriever is silent.
"""

from __future__ import annotations

import numpy as np

from backend.ports import Parts, Retriever
from backend.retrievers._pages import PageScorer
from backend.scope.page_view import Array
from backend.scope.scoped_question import ScopedQuestion
from backend.types import RetrieverCard

CARD = RetrieverCard(
    "salience",
    plain="whole page",
    clause="how much its whole page speaks of the question",
    family="pages",
    place=120,
    asked="pages",
)


def page_scores(asked: ScopedQuestion) -> Array:
    """(P,) BM25 of the cleaned question's terms, weighed, with idf of the pages searched."""
    return asked.salient if asked.by_rows else np.zeros(asked.page_view.size, np.float32)


def build(parts: Parts) -> Retriever:
    """The retriever over the records' scope views."""
    return PageScorer(CARD.name, parts, page_scores)
