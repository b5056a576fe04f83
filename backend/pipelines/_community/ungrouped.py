"""What a person should know where passages are not grouped yet."""

from __future__ import annotations

from backend.graph.document_graph import recipe
from backend.ports import Records
from backend.types import Collection


def ungrouped_notices(records: Records, collection: Collection) -> tuple[str, ...]:
    """A sentence if documents of the collection are still being grouped; else nothing."""
    wanted = recipe(collection.settings, collection.embedding)
    ungrouped = len(records.stale_graphs(collection.id, wanted))
    if not ungrouped:
        return ()
    documents = "1 document is" if ungrouped == 1 else f"{ungrouped:,} documents are"
    return (
        f"The passages of {documents} still being grouped; until then this search may miss them.",
    )
