"""The facts of each collection, kept in step with the records (`backend.kept_views`)."""

from __future__ import annotations

from pathlib import Path

from backend.discourse.document_facts import KEPT, DocumentFacts, read_facts
from backend.discourse.fact_view import FactView, joined
from backend.kept_views import KeptViews, Making
from backend.ports import Parts, Records

READ_AT_ONCE = 200
"""Up to so many new passages are read before the question goes on: some 0.2 s."""
_MAKING = Making("facts", KEPT, read_facts, joined, READ_AT_ONCE)


class FactViews(KeptViews[DocumentFacts, FactView]):
    """See `KeptViews`."""

    def __init__(self, records: Records, library: Path | None = None) -> None:
        super().__init__(lambda _: _MAKING, records, library)


def fact_views_over(parts: Parts) -> FactViews:
    """The facts of the collections: one set, shared by all that are built from the same
    parts."""
    return parts.shared.of(FactViews, lambda: FactViews(parts.records, parts.settings.library))
