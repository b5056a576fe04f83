"""What one document defines, and how it is kept."""

from __future__ import annotations

from collections.abc import Callable

from backend.definitions.passages import definitions_of
from backend.passage_notes import DocumentNotes, notes_kept, read_notes
from backend.ports import Records
from backend.types import Definition

NAME = "definitions 3"
DocumentDefinitions = DocumentNotes[Definition]
"""The passages of a document that define something, and what each defines."""


def read_definitions(
    records: Records, document_id: str, let_pass: Callable[[], object] | None = None
) -> DocumentDefinitions:
    """What a document defines. See `read_notes`."""
    return read_notes(
        records,
        document_id,
        let_pass,
        lambda chunks, document: definitions_of(chunks, (document.title, document.name)),
    )


KEPT = notes_kept(NAME, Definition)
"""Where the definitions of documents are kept."""
