"""Cutting a document into passages."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from backend.ports.embedding import Embedder
from backend.types.layout import Reading
from backend.types.library import ChunkKind, CollectionSettings, Section


@dataclass(frozen=True, slots=True)
class ChunkDraft:
    """A chunk before it has an id. `section` is an index into the sections given to the chunker.

    `table` and `row` say which of the document's stored tables, in their order, a chunk stands for,
    and which of its rows it begins with; -1 for none.
    """

    start: int
    end: int
    text: str
    kind: ChunkKind
    section: int
    table: int = -1
    row: int = -1


class Chunker(Protocol):
    """Cuts a document into chunks that never exceed `limit` tokens and cover all its prose."""

    def split(
        self,
        reading: Reading,
        sections: Sequence[Section],
        settings: CollectionSettings,
        embedder: Embedder,
        limit: int,
    ) -> list[ChunkDraft]:
        """Chunks in document order; `reading.text[start:end] == text` except for table rows."""
        ...
