"""The passages that define the term that a question asks about (`backend.definitions`).

A manual names its subject on every page, so that neither words nor meaning tell the one sentence
that says what it is. What documents define was read from their sentences beforehand; the question's
term is looked up there. "What does X do?" is answered by the head of X's entry in a reference
manual. Silent for every other question, and where no document defines the term.
"""

from __future__ import annotations

from collections.abc import Sequence

from backend.definitions.asked_names import asked_name, asked_term, without_class
from backend.definitions.definition_view import DefiningPassage
from backend.definitions.views import DefinitionViews, definition_views_over
from backend.ports import Parts, Records, Retriever
from backend.types import Query, RetrieverCard, Scored

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


class DefinitionRetriever:
    """Relevance as how surely a passage defines the asked term, by form and place."""

    name = CARD.name

    def __init__(self, records: Records, views: DefinitionViews) -> None:
        self._records = records
        self._views = views

    def concerns(self, query: Query) -> bool:
        """Whether the question asks for a definition that some document has."""
        return bool(self._defining(query))

    def propose(self, query: Query, k: int) -> list[Scored]:
        """The passages that define the term, the surest first."""
        return [
            Scored(defining_passage.chunk_id, defining_passage.strength)
            for defining_passage in self._allowed(query)[:k]
        ]

    def score(self, query: Query, chunk_ids: Sequence[str]) -> dict[str, float]:
        """How surely each passage defines the term; absent where it does not."""
        wanted = frozenset(chunk_ids)
        return {
            defining_passage.chunk_id: defining_passage.strength
            for defining_passage in self._defining(query)
            if defining_passage.chunk_id in wanted
        }

    def _defining(self, query: Query) -> tuple[DefiningPassage, ...]:
        term = asked_term(query.text)
        name = "" if term else asked_name(query.text)[0]
        view = self._views.ready(query.collection_id) if term or name else None
        if view is None:
            return ()
        if name:
            return view.entries_of(name)
        return view.of(term) or view.of(without_class(term))

    def _allowed(self, query: Query) -> list[DefiningPassage]:
        """Those that the question's filters let through."""
        filters = query.filters
        documents = set(filters.document_ids)
        defining_passages = [
            defining_passage
            for defining_passage in self._defining(query)
            if (not documents or defining_passage.document_id in documents)
            and (filters.chunk_ids is None or defining_passage.chunk_id in filters.chunk_ids)
        ]
        if defining_passages and filters.media_types:
            known = self._records.documents(query.collection_id)
            types = {document.id: document.media_type for document in known}
            defining_passages = [
                defining_passage
                for defining_passage in defining_passages
                if types.get(defining_passage.document_id) in filters.media_types
            ]
        return defining_passages


def build(parts: Parts) -> Retriever:
    """The retriever over the collection's definitions."""
    return DefinitionRetriever(parts.records, definition_views_over(parts))
