"""What one document defines, and how it is kept."""

from __future__ import annotations

from collections.abc import Callable

from backend.definitions.passages import definitions_of
from backend.passage_notes import DocumentNotes, noted, notes_kept
from backend.ports import Records
from backend.types import Definition

NAME = "definitions 1"
DocumentDefinitions = DocumentNotes[Definition]
"""The passages of a document that define something, and what each defines."""


def read_definitions(
    records: Records, document_id: str, let_pass: Callable[[], object] | None = None
) -> DocumentDefinitions:
    """What a document defines.

    Args:
        let_pass: called once before it is read: whoever is more urgent goes first there.

    Raises:
        NotFoundError: if the document is gone.
    """
    if let_pass is not None:
        let_pass()
    document = records.document(document_id)
    chunks = records.chunks_of(document_id)
    return noted(document_id, chunks, definitions_of(chunks, (document.title, document.name)))


KEPT = notes_kept(NAME, Definition)
"""Where the definitions of documents are kept."""
