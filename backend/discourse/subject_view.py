"""What the passages of a collection are about, by document."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from backend.discourse.document_subjects import DocumentSubjects
from backend.types import PassageSubject

Subjects = tuple[PassageSubject, ...]


@dataclass(frozen=True, eq=False)
class SubjectView:
    """The subjects of each document's passages, the surest first, by the passage's id."""

    by_document: Mapping[str, Mapping[str, Subjects]]

    def of_document(self, document_id: str) -> Mapping[str, Subjects]:
        """What the passages of a document are about; passages that are about nothing known are
        missing."""
        return self.by_document.get(document_id, {})


def joined(parts: Sequence[DocumentSubjects]) -> SubjectView:
    """The view of some documents."""
    return SubjectView(
        {part.document_id: dict(zip(part.chunk_ids, part.notes, strict=True)) for part in parts}
    )
