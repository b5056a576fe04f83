"""Windows that are embedded, but do not lie in the records: the view takes them from memory."""

from __future__ import annotations

import threading
from collections.abc import Collection as Group
from collections.abc import Iterable

from backend.parcels import changed_documents
from backend.ports import DerivedRecords
from backend.windows.document_windows import DocumentWindows


class UnstoredWindows:
    """Windows of documents that one model embedded and the records did not take, as on a full disk,
    so that nothing is embedded over and over; and which documents lack windows that can be loaded,
    whatever the records say. Safe for several threads.
    """

    def __init__(self) -> None:
        self._collections: dict[str, dict[str, tuple[int, DocumentWindows]]] = {}
        """By collection and document: the version of the records that they are of."""
        self._damaged: dict[str, set[str]] = {}
        """Documents by collection."""
        self._lock = threading.Lock()

    def put(self, collection_id: str, parts: Iterable[DocumentWindows], sequence: int) -> None:
        """Hold the windows of some documents.

        Args:
            sequence: the version of the records that they were read from, or an earlier one.
        """
        with self._lock:
            own = self._collections.setdefault(collection_id, {})
            damaged = self._damaged.get(collection_id, set())
            for part in parts:
                own[part.document_id] = sequence, part
                damaged.discard(part.document_id)

    def of(self, records: DerivedRecords, collection_id: str) -> dict[str, DocumentWindows]:
        """Those that still hold, by document; the others are dropped."""
        with self._lock:
            own = self._collections.get(collection_id)
            if not own:
                return {}
            for sequence in {each for each, _ in own.values()}:
                for changed in changed_documents(records, collection_id, sequence):
                    if changed in own and own[changed][0] == sequence:
                        del own[changed]
            return {document_id: part for document_id, (_, part) in own.items()}

    def add_damaged(self, collection_id: str, document_ids: Iterable[str]) -> None:
        """Note documents whose windows are stored and cannot be loaded: they are embedded again."""
        with self._lock:
            self._damaged.setdefault(collection_id, set()).update(document_ids)

    def damaged(self, collection_id: str) -> frozenset[str]:
        """Those of them that were not embedded again."""
        with self._lock:
            return frozenset(self._damaged.get(collection_id, ()))

    def drop(self, collection_id: str, document_ids: Group[str]) -> None:
        """Forget those of some documents: a view holds them."""
        with self._lock:
            own = self._collections.get(collection_id, {})
            for document_id in own.keys() & set(document_ids):
                del own[document_id]
