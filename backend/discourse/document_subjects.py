"""What the passages of one document are about, and how it is kept."""

from __future__ import annotations

from collections.abc import Callable

from backend.discourse.passages import subjects_of_passages
from backend.passage_notes import DocumentNotes, notes_kept, read_notes
from backend.ports import Records
from backend.types import PassageSubject

NAME = "subjects 1"
DocumentSubjects = DocumentNotes[PassageSubject]
"""The passages of a document that are known to be about something, and what."""


def read_subjects(
    records: Records, document_id: str, let_pass: Callable[[], object] | None = None
) -> DocumentSubjects:
    """What a document's passages are about. See `read_notes`."""
    return read_notes(
        records,
        document_id,
        let_pass,
        lambda chunks, document: subjects_of_passages(chunks, document.title),
    )


KEPT = notes_kept(NAME, PassageSubject)
"""Where the subjects of documents are kept."""
