"""The definitions of each collection, kept in step with the records (`backend.kept_views`)."""

from __future__ import annotations

from pathlib import Path

from backend.definitions.definition_view import DefinitionView, joined
from backend.definitions.document_definitions import (
    KEPT,
    DocumentDefinitions,
    read_definitions,
)
from backend.kept_views import KeptViews, Making
from backend.ports import Parts, Records

READ_AT_ONCE = 200
"""Up to so many new passages are read before the question goes on: some 0.1 s."""
_MAKING = Making("definitions", KEPT, read_definitions, joined, READ_AT_ONCE)


class DefinitionViews(KeptViews[DocumentDefinitions, DefinitionView]):
    """See `KeptViews`."""

    def __init__(self, records: Records, library: Path | None = None) -> None:
        super().__init__(lambda _: _MAKING, records, library)


def definition_views_over(parts: Parts) -> DefinitionViews:
    """The definitions of the collections: one set, shared by all that are built from the same
    parts."""
    return parts.shared.of(
        DefinitionViews, lambda: DefinitionViews(parts.records, parts.settings.library)
    )
