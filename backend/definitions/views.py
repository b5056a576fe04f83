"""The definitions of each collection, kept in step with the records (`backend.kept_views`)."""

from __future__ import annotations

from backend.definitions.definition_view import DefinitionView, joined
from backend.definitions.document_definitions import (
    KEPT,
    DocumentDefinitions,
    read_definitions,
)
from backend.kept_views import KeptViews, Making

READ_AT_ONCE = 200
"""Up to so many new passages are read before the question goes on: some 0.1 s."""


class DefinitionViews(KeptViews[DocumentDefinitions, DefinitionView]):
    """See `KeptViews`."""

    making = Making("definitions", KEPT, read_definitions, joined, READ_AT_ONCE)
