"""The documents that a question means, by name, time and kind (`backend.scope.routing`)."""

from __future__ import annotations

import numpy as np

from backend.ports import Parts, Retriever
from backend.retrievers._pages import PageScorer
from backend.scope.page_view import Array
from backend.scope.scoped_question import ScopedQuestion
from backend.types import RetrieverCard

CARD = RetrieverCard(
    "scope",
    plain="where",
    clause="whether the question means its document",
    family="pages",
    place=110,
    asked="pages",
)

SAID = 0.1
"""Among equal documents, the page that says most of the question comes first."""


def page_scores(asked: ScopedQuestion) -> Array:
    """(P,) prior of the page's document; to order its pages, up to .1 for what the page says."""
    if not asked.scope.priors:
        return np.zeros(asked.page_view.size, np.float32)
    said: Array = asked.plain / (float(asked.plain.max(initial=0.0)) + 1e-9)
    inside = asked.page_view.pages_at(asked.scope.documents)
    return np.where(inside, asked.prior + SAID * said + asked.pages, 0.0).astype(np.float32)


def build(parts: Parts) -> Retriever:
    """The retriever over the records' scope views."""
    return PageScorer(CARD.name, parts, page_scores)
