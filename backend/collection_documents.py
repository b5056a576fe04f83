"""The documents of collections, read once and then kept in step with the log of changes."""

from __future__ import annotations

import threading
from collections.abc import Mapping
from contextlib import suppress

from backend.errors import NotFoundError
from backend.ports import Records
from backend.types import Document


class CollectionDocuments:
    """Documents over a record store, once for all that are made of them. Safe for several threads.

    Reading those of a large collection takes longer than what is asked of them.
    """

    def __init__(self, records: Records) -> None:
        self._records = records
        self._known: dict[str, tuple[int, Mapping[str, Document]]] = {}
        """By collection: a version of the records, and the documents then, by their ids."""
        self._lock = threading.Lock()

    def of(self, collection_id: str) -> Mapping[str, Document]:
        """The documents of a collection as they are, by their ids.

        Raises:
            NotFoundError: if the collection has gone.
            StorageError: if the records cannot be read.
        """
        with self._lock:
            sequence, known = self._records.sequence(), self._known.pop(collection_id, None)
            if known is None or known[0] > sequence:  # the records are older: others were put there
                documents = self._read(collection_id)
            else:
                documents = self._since(known[0], collection_id, known[1])
            self._known[collection_id] = sequence, documents
            return documents

    def forget(self) -> None:
        """Read all anew when they are next asked for: another file of records may lie there."""
        with self._lock:
            self._known.clear()

    def _read(self, collection_id: str) -> Mapping[str, Document]:
        return {each.id: each for each in self._records.documents(collection_id)}

    def _since(
        self, sequence: int, collection_id: str, known: Mapping[str, Document]
    ) -> Mapping[str, Document]:
        """Those of a version, but for what the log of changes names since."""
        changed = {
            each.document_id
            for each in self._records.changes(sequence)
            if each.collection_id == collection_id
        }
        if "" in changed:  # as a whole: it may have gone and come back by its name
            return self._read(collection_id)
        if not changed:
            return known
        documents = dict(known)
        for each in changed:
            documents.pop(each, None)
            with suppress(NotFoundError):
                documents[each] = self._records.document(each)
        return documents
