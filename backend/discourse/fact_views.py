"""The facts of each collection, kept in step with the records (`backend.kept_views`)."""

from __future__ import annotations

from backend.discourse.document_facts import KEPT, DocumentFacts, read_facts
from backend.discourse.fact_view import FactView, joined
from backend.kept_views import KeptViews, Making

READ_AT_ONCE = 200
"""Up to so many new passages are read before the question goes on: some 0.2 s."""


class FactViews(KeptViews[DocumentFacts, FactView]):
    """See `KeptViews`."""

    making = Making("facts", KEPT, read_facts, joined, READ_AT_ONCE)
