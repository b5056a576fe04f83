"""The facts of each collection, kept in step with the records (`backend.kept_views`)."""

from __future__ import annotations

import threading
from pathlib import Path

from backend.discourse.document_facts import KEPT, DocumentFacts, read_facts
from backend.discourse.fact_view import FactView, joined
from backend.kept_views import KeptView, Making
from backend.ports import Parts, Records

READ_AT_ONCE = 200
"""Up to so many new passages are read before the question goes on: some 0.2 s."""
_MAKING = Making("facts", KEPT, read_facts, joined, READ_AT_ONCE)


class FactViews:
    """One view per collection over a record store. Safe for several threads.

    Args:
        library: the folder in which processes agree on who reads, and see who asks; None if there
            is no other process.
    """

    def __init__(self, records: Records, library: Path | None = None) -> None:
        self._records = records
        self._library = library
        self._collections: dict[str, KeptView[DocumentFacts, FactView]] = {}
        self._closing = threading.Event()
        self._lock = threading.Lock()

    def ready(self, collection_id: str) -> FactView | None:
        """The newest view that can be had at once; None if there is none yet. What is missing is
        then read in the background."""
        return self._of(collection_id).ready(self._records)

    def of(self, collection_id: str) -> FactView:
        """The view of the records as they are; waits until it is read.

        Raises:
            StorageError, NotFoundError: if the records cannot be read.
        """
        return self._of(collection_id).current(self._records)

    def keep(self, collection_id: str, most: int) -> bool:
        """Read and store what is new in a collection, for others to load: documents of about
        `most` passages in all, and at least one.

        Returns:
            Whether nothing is left.

        Raises:
            StorageError, NotFoundError: if the records cannot be read.
        """
        return self._of(collection_id).keep(self._records, most)

    def close(self) -> None:
        """End what is being read in the background; what was stored stays."""
        self._closing.set()
        with self._lock:
            collections = tuple(self._collections.values())
        for each in collections:
            each.join()

    def _of(self, collection_id: str) -> KeptView[DocumentFacts, FactView]:
        with self._lock:
            if collection_id not in self._collections:
                self._collections[collection_id] = KeptView(
                    collection_id, _MAKING, self._library, self._closing
                )
            return self._collections[collection_id]


def fact_views_over(parts: Parts) -> FactViews:
    """The facts of the collections: one set, shared by all that are built from the same
    parts."""
    return parts.shared.of(FactViews, lambda: FactViews(parts.records, parts.settings.library))
