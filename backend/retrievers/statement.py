"""Pages that hold a table of the kind whose rows the question names (`backend.scope.statements`).

Silent without a glossary, and for questions that running text answers.
"""

from __future__ import annotations

import numpy as np

from backend.ports import Parts, Retriever
from backend.retrievers._pages import PageScorer
from backend.scope.page_view import Array
from backend.scope.scoped_question import ScopedQuestion
from backend.types import RetrieverCard

CARD = RetrieverCard(
    "statement",
    plain="tables",
    clause="whether its page holds the table that the question is about",
    family="pages",
    place=140,
    asked="pages",
)


def page_scores(asked: ScopedQuestion) -> Array:
    """(P,) how surely a page holds such a table, in [0, 1], within the pages searched."""
    return np.where(asked.among, asked.tables, 0.0).astype(np.float32)


def build(parts: Parts) -> Retriever:
    """The retriever over the records' scope views."""
    return PageScorer(CARD.name, parts, page_scores)
