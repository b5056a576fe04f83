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
    """A chunk before it has an id. `section` is an index into the sections given to the chunker."""

    start: int
    end: int
    text: str
    kind: ChunkKind
    section: int


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
