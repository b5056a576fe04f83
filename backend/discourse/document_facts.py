"""The facts of one document's passages, and how they are kept."""

from __future__ import annotations

from collections.abc import Callable

from backend.discourse.facts import facts_of_passages
from backend.passage_notes import DocumentNotes, noted, notes_kept
from backend.ports import Records
from backend.types import Fact

NAME = "facts 1"
DocumentFacts = DocumentNotes[Fact]
"""The passages of a document that state facts, and the facts of each."""


def read_facts(
    records: Records, document_id: str, let_pass: Callable[[], object] | None = None
) -> DocumentFacts:
    """What a document states.

    Args:
        let_pass: called once before it is read: whoever is more urgent goes first there.

    Raises:
        NotFoundError: if the document is gone.
    """
    if let_pass is not None:
        let_pass()
    document = records.document(document_id)
    chunks = records.chunks_of(document_id)
    return noted(document_id, chunks, facts_of_passages(chunks, document.title))


KEPT = notes_kept(NAME, Fact)
"""Where the facts of documents are kept."""
