"""A table that was found by its card is shown by its own passage.

A card says what a whole table is about, in part in words of a language model. It is searched like
any passage; but what is read, quoted and cited is the passage of the document that holds the table,
in the card's place, with its score and the signals that found it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import wraps
from typing import Any, TypeVar, cast

from backend.ports import LibraryRecords, Retrieval
from backend.tables.card_places import CARD, holder_of_span
from backend.types import Chunk, Hit

Retrieving = TypeVar("Retrieving", bound=Callable[..., Retrieval])


def shown_by_their_tables(retrieve: Retrieving) -> Retrieving:
    """A pipeline's `retrieve` whose hits are passages of documents, and no cards."""

    @wraps(retrieve)
    def retrieving(self: Any, *arguments: Any, **named: Any) -> Retrieval:
        return without_cards(self._parts.records, retrieve(self, *arguments, **named))

    return cast(Retrieving, retrieving)


def without_cards(records: LibraryRecords, found: Retrieval) -> Retrieval:
    """The retrieval with each card's place taken by the passage that holds its table; a passage
    that is found twice keeps its better place."""
    if all(hit.chunk.kind != CARD for hit in found.hits):
        return found
    known: dict[str, tuple[Chunk, ...]] = {}
    hits: dict[str, Hit] = {}
    for hit in found.hits:
        chunk: Chunk | None = hit.chunk
        if hit.chunk.kind == CARD:
            document_id = hit.chunk.document_id
            if document_id not in known:
                known[document_id] = records.chunks_of(document_id)
            chunk = holder_of_span(known[document_id], hit.chunk.start, hit.chunk.end)
        if chunk is not None and chunk.id not in hits:
            hits[chunk.id] = replace(hit, chunk=chunk)
    return replace(found, hits=tuple(hits.values()))
