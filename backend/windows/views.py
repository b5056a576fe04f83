"""The windows of each collection, kept in step with the records.

Embedding windows costs about what embedding the passages did. It is done once, while nobody waits,
and stored beside the documents; a question never waits for it. Of several processes that would do
it, one does, and the others load what it has stored.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from pathlib import Path

from backend.kept_views import KeptView, Making
from backend.ports import Embedder, Embedders, Parts, Records
from backend.windows.document_windows import DocumentWindows, windows_kept, windows_of
from backend.windows.window_view import WindowView, joined

READ_AT_ONCE = 4
"""Up to so many new passages are embedded before the question goes on."""


class WindowViews:
    """One view per collection over a record store. Safe for several threads.

    Args:
        library: the folder in which processes agree on who embeds, and see who asks; None if there
            is no other process.
    """

    def __init__(self, records: Records, embedders: Embedders, library: Path | None = None) -> None:
        self._records = records
        self._embedders = embedders
        self._library = library
        self._collections: dict[tuple[str, str], KeptView[DocumentWindows, WindowView]] = {}
        self._closing = threading.Event()
        self._lock = threading.Lock()

    def ready(self, collection_id: str) -> WindowView | None:
        """The newest view that can be had at once; None if there is none yet. What is missing is
        then read in the background.

        Raises:
            EmbedderError: if the collection's model cannot be loaded.
        """
        return self._of(collection_id).ready(self._records)

    def of(self, collection_id: str) -> WindowView:
        """The view of the records as they are; waits until it is read.

        Raises:
            StorageError, NotFoundError: if the records cannot be read.
            EmbedderError: if the model cannot be loaded or run.
        """
        return self._of(collection_id).current(self._records)

    def progress(self, collection_id: str) -> tuple[int, int]:
        """Passages read and passages to read of a collection that is being read; (0, 0) else.

        Raises:
            EmbedderError: if the collection's model cannot be loaded.
        """
        return self._of(collection_id).progress

    def keep(self, collection_id: str, most: int) -> bool:
        """Embed and store what is new in a collection, for others to load: documents of about
        `most` passages in all, and at least one.

        Returns:
            Whether nothing is left.

        Raises:
            StorageError, NotFoundError: if the records cannot be read.
            EmbedderError: if the model cannot be run.
        """
        return self._of(collection_id).keep(self._records, most)

    def close(self) -> None:
        """End what is being read in the background; what was stored stays."""
        self._closing.set()
        with self._lock:
            collections = tuple(self._collections.values())
        for each in collections:
            each.join()

    def _of(self, collection_id: str) -> KeptView[DocumentWindows, WindowView]:
        embedder = self._embedders.of(collection_id)
        key = collection_id, embedder.identity
        with self._lock:
            if key not in self._collections:
                self._collections[key] = KeptView(
                    collection_id, _making(embedder), self._library, self._closing
                )
            return self._collections[key]


def _making(embedder: Embedder) -> Making[DocumentWindows, WindowView]:
    def read(
        records: Records, document_id: str, let_pass: Callable[[], object] | None
    ) -> DocumentWindows:
        return windows_of(records, document_id, embedder, let_pass)

    return Making("windows", windows_kept(embedder.identity), read, joined, READ_AT_ONCE)


def window_views_over(parts: Parts) -> WindowViews:
    """The windows of the collections: one set, shared by all that are built from the same parts."""
    return parts.shared.of(
        WindowViews, lambda: WindowViews(parts.records, parts.embedders, parts.settings.library)
    )
