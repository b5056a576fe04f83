"""Naming the things and relations of a document."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from backend.types.graph import Entity, Triple
from backend.types.library import Chunk, Document, Section


@dataclass(frozen=True, slots=True)
class Extraction:
    """What a document names and states, for the graph of its collection.

    `mentions` are (entity id, chunk id, count); every entity has at least one mention or is the
    document's title.
    """

    entities: tuple[Entity, ...]
    mentions: tuple[tuple[str, str, int], ...]
    triples: tuple[Triple, ...]


class Extractor(Protocol):
    """Names entities and relations. The result depends on the document alone, never on others."""

    def extract(
        self, document: Document, sections: Sequence[Section], chunks: Sequence[Chunk]
    ) -> Extraction:
        """Entities, mentions and triples of one document, each in a fixed order."""
        ...
