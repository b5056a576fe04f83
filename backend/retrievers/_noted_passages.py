"""A retriever over what was noted of passages beforehand: those that define a term, or that have a
line of a label."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence

from backend.definitions.definition_view import DefiningPassage
from backend.definitions.views import DefinitionViews
from backend.ports import Records
from backend.types import Query, Scored


class NotedPassages(ABC):
    """Looks up what the question asks about; relevance is the strength that was noted."""

    def __init__(self, records: Records, views: DefinitionViews) -> None:
        self._records = records
        self.views = views

    @abstractmethod
    def noted(self, query: Query) -> tuple[DefiningPassage, ...]:
        """The passages that the question concerns, the surest first; often none."""

    def concerns(self, query: Query) -> bool:
        """Whether any document has what the question asks about."""
        return bool(self.noted(query))

    def propose(self, query: Query, k: int) -> list[Scored]:
        """The passages that the question concerns and its filters let through, the surest first."""
        return [Scored(passage.chunk_id, passage.strength) for passage in self._allowed(query)[:k]]

    def score(self, query: Query, chunk_ids: Sequence[str]) -> dict[str, float]:
        """The strength of each passage; absent where the question does not concern it."""
        wanted = frozenset(chunk_ids)
        return {
            passage.chunk_id: passage.strength
            for passage in self.noted(query)
            if passage.chunk_id in wanted
        }

    def _allowed(self, query: Query) -> list[DefiningPassage]:
        filters = query.filters
        documents = set(filters.document_ids)
        passages = [
            passage
            for passage in self.noted(query)
            if (not documents or passage.document_id in documents)
            and (filters.chunk_ids is None or passage.chunk_id in filters.chunk_ids)
        ]
        if passages and filters.media_types:
            known = self._records.documents(query.collection_id)
            types = {document.id: document.media_type for document in known}
            passages = [
                passage
                for passage in passages
                if types.get(passage.document_id) in filters.media_types
            ]
        return passages
