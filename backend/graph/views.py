"""The view of each collection, kept in step with the records.

A question gets the newest view that is ready. When documents have come or gone, only those are
read; joining the parts is quick. While a large change is read in the background the view before it
goes on serving.
"""

from __future__ import annotations

import logging
import threading
from collections import defaultdict
from collections.abc import Sequence
from weakref import WeakKeyDictionary

from backend.errors import NotFoundError, WorkbenchError
from backend.graph.collection_view import CollectionView, assemble
from backend.graph.document_part import DocumentPart, Mention, Vocabulary, part_of
from backend.graph.names import name_key
from backend.ports import Records
from backend.types import Document

logger = logging.getLogger(__name__)

READ_AT_ONCE = 2_000
"""Up to so many new passages are read before the question goes on; more in the background."""
LONGEST_WAIT = 600.0
"""Seconds that a first view may take before a question gives up waiting for it."""


class Views:
    """One view per collection over a record store. Safe for several threads."""

    def __init__(self, records: Records) -> None:
        self._records = records
        self._collections: dict[str, _Kept] = {}
        self._lock = threading.Lock()

    def of(self, collection_id: str, *, wait: bool = False) -> CollectionView:
        """The collection's view.

        The first call, and any call with `wait`, returns the view of the records as they are; a
        later call may return the view before a large change, which is then read in the background.
        """
        with self._lock:
            kept = self._collections.setdefault(collection_id, _Kept(collection_id))
        return kept.current(self._records, wait)


class _Kept:
    """The parts and the view of one collection."""

    def __init__(self, collection_id: str) -> None:
        self._collection_id = collection_id
        self._vocabulary = Vocabulary()
        self._parts: dict[str, DocumentPart] = {}
        self._view: CollectionView | None = None
        self._lock = threading.Lock()
        self._reading: threading.Thread | None = None

    def current(self, records: Records, wait: bool) -> CollectionView:
        sequence = records.sequence()
        view = self._view
        if view is not None and view.version == sequence:
            return view
        if view is not None and not wait and self._is_large(records):
            self._read_in_background(records)
            return view
        with self._lock:
            return self._refresh(records)

    def _is_large(self, records: Records) -> bool:
        new = sum(
            document.chunks
            for document in records.documents(self._collection_id)
            if document.id not in self._parts
        )
        return new > READ_AT_ONCE

    def _read_in_background(self, records: Records) -> None:
        if self._reading is not None and self._reading.is_alive():
            return

        def read() -> None:
            try:
                with self._lock:
                    self._refresh(records)
            except WorkbenchError:
                logger.exception("The links of a collection could not be read.")

        self._reading = threading.Thread(target=read, name="collection-view", daemon=True)
        self._reading.start()

    def _refresh(self, records: Records) -> CollectionView:
        sequence = records.sequence()
        if self._view is not None and self._view.version == sequence:
            return self._view
        if self._view is not None:
            for change in records.changes(self._view.version):
                self._parts.pop(change.document_id, None)
        documents = {each.id: each for each in records.documents(self._collection_id)}
        new = [each for key, each in documents.items() if key not in self._parts]
        gone = [key for key in self._parts if key not in documents]
        entities = {each.id: each for each in records.entities(self._collection_id)}
        if new:
            keys = {key: (each.kind, name_key(each.name)) for key, each in entities.items()}
            self._parts.update(_read(records, new, self._collection_id, keys, self._vocabulary))
        for key in gone:
            del self._parts[key]
        forms = [
            (form, name_key(entity.name))
            for entity in entities.values()
            for form in map(name_key, entity.aliases)
            if form and form != name_key(entity.name)
        ]
        self._view = assemble(list(self._parts.values()), forms, self._vocabulary, sequence)
        return self._view


def _read(
    records: Records,
    documents: Sequence[Document],
    collection_id: str,
    keys: dict[str, tuple[str, str]],
    vocabulary: Vocabulary,
) -> dict[str, DocumentPart]:
    """The parts of documents; one that went in the meantime is left out."""
    mentions: dict[str, list[Mention]] = defaultdict(list)
    for entity_id, chunk_id, count in records.mentions(collection_id):
        if entity_id in keys:
            sort, key = keys[entity_id]
            mentions[chunk_id].append(Mention(sort, key, chunk_id, count))
    found: dict[str, DocumentPart] = {}
    for document in documents:
        try:
            chunks = records.chunks_of(document.id)
        except NotFoundError:
            continue
        own = [mention for chunk in chunks for mention in mentions.get(chunk.id, ())]
        found[document.id] = part_of(document, chunks, own, vocabulary)
    return found


_views: WeakKeyDictionary[Records, Views] = WeakKeyDictionary()
_views_lock = threading.Lock()


def views_over(records: Records) -> Views:
    """The views of a record store: one set, shared by all retrievers that are built over it."""
    with _views_lock:
        found = _views.get(records)
        if found is None:
            found = _views[records] = Views(records)
        return found
