"""The documents of collections, read once and then kept in step with the log of changes."""

from __future__ import annotations

import threading
from bisect import bisect_left, insort
from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass

from backend import garbage_collection
from backend.errors import NotFoundError
from backend.ports import Records
from backend.types import Document


@dataclass(frozen=True, slots=True)
class _Known:
    """Documents at a version of the records: by their ids, and by title then id."""

    sequence: int
    documents: Mapping[str, Document]
    ordered: tuple[Document, ...]


class CollectionDocuments:
    """Documents over a record store, once for all that are made of them. Safe for several threads.

    Reading those of a large collection takes longer than what is asked of them.
    """

    def __init__(self, records: Records) -> None:
        self._records = records
        self._known: dict[str, _Known] = {}
        self._lock = threading.Lock()

    def of(self, collection_id: str) -> Mapping[str, Document]:
        """The documents of a collection as they are, by their ids.

        Raises:
            NotFoundError: if the collection has gone.
            StorageError: if the records cannot be read.
        """
        return self._present(collection_id).documents

    def ordered(self, collection_id: str) -> tuple[Document, ...]:
        """The same by title, then by id: the very same tuple as long as they are the same.

        Raises:
            NotFoundError, StorageError: as `of`.
        """
        return self._present(collection_id).ordered

    def forget(self) -> None:
        """Read all anew when they are next asked for: another file of records may lie there."""
        with self._lock:
            self._known.clear()

    def _present(self, collection_id: str) -> _Known:
        with self._lock:
            sequence, known = self._records.sequence(), self._known.pop(collection_id, None)
            if known is None or known.sequence > sequence:
                # none yet, or the records are older: others were put there
                known = self._read(collection_id, sequence)
            else:
                known = self._since(known, collection_id, sequence)
            self._known[collection_id] = known
            return known

    def _read(self, collection_id: str, sequence: int) -> _Known:
        with garbage_collection.paused():
            documents = {
                document.id: document for document in self._records.documents(collection_id)
            }
            return _Known(sequence, documents, tuple(sorted(documents.values(), key=_order)))

    def _since(self, known: _Known, collection_id: str, sequence: int) -> _Known:
        """Those of a version, but for what the log of changes names since."""
        changed = {
            change.document_id
            for change in self._records.changes(known.sequence)
            if change.collection_id == collection_id
        }
        if "" in changed:  # as a whole: it may have gone and come back by its name
            return self._read(collection_id, sequence)
        if not changed:
            return _Known(sequence, known.documents, known.ordered)
        documents = dict(known.documents)
        for document_id in changed:
            documents.pop(document_id, None)
            with suppress(NotFoundError):
                documents[document_id] = self._records.document(document_id)
        return _Known(sequence, documents, _reordered(known, documents, changed))


def _order(document: Document) -> tuple[str, str]:
    return document.title, document.id


def _reordered(
    known: _Known, documents: Mapping[str, Document], changed: Iterable[str]
) -> tuple[Document, ...]:
    """The order of before with the documents that changed at their places: sorting a hundred
    thousand takes longer than all else that one document more needs."""
    ordered = list(known.ordered)
    for each in changed:
        if each in known.documents:
            del ordered[bisect_left(ordered, _order(known.documents[each]), key=_order)]
        if each in documents:
            insort(ordered, documents[each], key=_order)
    return tuple(ordered)
