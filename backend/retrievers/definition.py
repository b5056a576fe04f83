"""The passages that define the term that a question asks about (`backend.definitions`).

A manual names its subject on every page, so that neither words nor meaning tell the one sentence
that says what it is. What documents define was read from their sentences beforehand; the question's
term is looked up there. "What does X do?" is answered by the head of X's entry in a reference
manual. Silent for every other question, and where no document defines the term.
"""

from __future__ import annotations

from backend.definitions.asked_names import asked_name, asked_term, without_class
from backend.definitions.definition_view import DefiningPassage
from backend.definitions.views import DefinitionViews
from backend.ports import Parts, Retriever
from backend.retrievers._noted_passages import NotedPassages
from backend.types import Query, RetrieverCard

CARD = RetrieverCard(
    "definition",
    plain="definition",
    clause="whether it defines the term that the question asks about",
    family="text",
    place=27,
    depth=20,
    bounded=True,
    lowest=0.0,
    prior=5.0,
)


class DefinitionRetriever(NotedPassages):
    """Relevance as how surely a passage defines the asked term, by form and place."""

    name = CARD.name

    def noted(self, query: Query) -> tuple[DefiningPassage, ...]:
        """The passages that define the asked term, the surest first."""
        term = asked_term(query.text)
        name = "" if term else asked_name(query.text)[0]
        view = self.views.ready(query.collection_id) if term or name else None
        if view is None:
            return ()
        if name:
            return view.entries_of(name)
        return view.of(term) or view.of(without_class(term))


def build(parts: Parts) -> Retriever:
    """The retriever over the collection's definitions."""
    return DefinitionRetriever(parts.records, DefinitionViews.over(parts))
