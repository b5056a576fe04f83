"""The facts of one document's passages, and how they are kept."""

from __future__ import annotations

from collections.abc import Callable

from backend.discourse.facts import facts_of_passages
from backend.passage_notes import DocumentNotes, notes_kept, read_notes
from backend.ports import Records
from backend.types import Fact

NAME = "facts 2"
DocumentFacts = DocumentNotes[Fact]
"""The passages of a document that state facts, and the facts of each."""


def read_facts(
    records: Records, document_id: str, let_pass: Callable[[], object] | None = None
) -> DocumentFacts:
    """What a document states. See `read_notes`."""
    return read_notes(
        records,
        document_id,
        let_pass,
        lambda chunks, document: facts_of_passages(chunks, document.title),
    )


KEPT = notes_kept(NAME, Fact)
"""Where the facts of documents are kept."""
