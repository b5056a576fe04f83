"""BM25 over pages for the row labels that a glossary gives for the question's words.

Silent unless the collection has switched a glossary on and the question speaks its language.
"""

from __future__ import annotations

from backend.ports import Parts, Retriever
from backend.retrievers._pages import PageScorer
from backend.scope.page_view import Array
from backend.scope.scoped_question import ScopedQuestion
from backend.types import RetrieverCard

CARD = RetrieverCard(
    "glossary",
    plain="field's words",
    clause="whether it says the same in other words of the field",
    family="pages",
    place=130,
    asked="pages",
)


def page_scores(asked: ScopedQuestion) -> Array:
    """(P,) BM25 of the row labels' terms."""
    return asked.labels


def build(parts: Parts) -> Retriever:
    """The retriever over the records' scope views."""
    return PageScorer(CARD.name, parts, page_scores)
