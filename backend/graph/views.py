"""The view of each collection, kept in step with the records.

What was read of a document is stored beside it (`parcels`), so that it is read once, and a view of
some size as a file that the next start opens at once (`view_files`). A question never waits for a
large reading: it gets the newest view that is ready, and none where there is none; the rest is read
in the background.
"""

from __future__ import annotations

import logging
import threading
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence

from backend.errors import NotFoundError, WorkbenchError
from backend.graph.collection_view import CollectionView, assemble
from backend.graph.document_part import DocumentPart, Mention, Vocabulary, part_of
from backend.graph.names import name_key
from backend.graph.stored_names import names_kept
from backend.graph.stored_view import KIND, arrays_of, view_of
from backend.parcels import KeptParts, TextVersion
from backend.ports import Parts, Records
from backend.types import Document, Entity
from backend.view_files import ViewFiles, view_files_in

logger = logging.getLogger(__name__)

READ_AT_ONCE = 400
"""Up to so many new passages (under a second) are read before the question goes on."""
JOINED_AT_ONCE = 10_000
"""Up to so many passages are joined into a view before the question goes on."""
STORED_FROM = 400
"""Views of fewer passages are made in less than a second and not stored."""
OPENED_AT_ONCE = 100_000_000
"""A file of up to so many bytes is read through before the question goes on."""
OPENING = 1.0
"""Seconds that a question waits for a larger file, once."""


class Views:
    """One view per collection over a record store. Safe for several threads.

    Args:
        files: where views are stored; None if they are not.
    """

    def __init__(self, records: Records, files: ViewFiles | None = None) -> None:
        self._records = records
        self._files = files
        self._collections: dict[str, _Kept] = {}
        self._lock = threading.Lock()

    def of(self, collection_id: str, *, wait: bool = False) -> CollectionView:
        """The collection's view; waits for it where there is none yet, and with `wait` for the one
        of the records as they are.
        """
        return self._kept(collection_id).current(self._records, wait)

    def ready(self, collection_id: str) -> CollectionView | None:
        """The newest view that can be had within a second; None if there is none yet.

        What is missing is then read in the background; `progress` tells how far it is.
        """
        return self._kept(collection_id).ready(self._records)

    def is_current(self, collection_id: str) -> bool:
        """Whether the newest view is that of the records as they are."""
        return self._kept(collection_id).is_current(self._records)

    def wait(self, collection_id: str, seconds: float) -> None:
        """Wait for what is being read in the background, but no longer than that."""
        self._kept(collection_id).wait(seconds)

    def progress(self, collection_id: str) -> tuple[int, int]:
        """Passages read and passages to read of a collection that is being read; (0, 0) else."""
        return self._kept(collection_id).progress

    def keep(self, collection_id: str) -> None:
        """Read and store what is new in a collection, for others to load, and its view where that
        is of some size.

        Raises:
            StorageError, NotFoundError: if the records cannot be read.
        """
        with self._lock:
            kept = self._collections.pop(collection_id, _Kept(collection_id, self._files))
        kept.keep(self._records)

    def close(self) -> None:
        """Wait until what is being stored is stored."""
        with self._lock:
            collections = tuple(self._collections.values())
        for each in collections:
            each.join()

    def _kept(self, collection_id: str) -> _Kept:
        with self._lock:
            return self._collections.setdefault(collection_id, _Kept(collection_id, self._files))


class _Kept:
    """The parts and the view of one collection."""

    def __init__(self, collection_id: str, files: ViewFiles | None) -> None:
        self._collection_id = collection_id
        self._files = files
        self._view: CollectionView | None = None
        self._version = TextVersion(collection_id)
        """The version of the records that the view is of."""
        self._lock = threading.Lock()
        self._reading: threading.Thread | None = None
        self._storing: threading.Thread | None = None
        self._looked = threading.Event()
        """Set once the background has looked for a file."""
        self.progress = (0, 0)
        self._begin()

    def _begin(self) -> None:
        """Hold no part in memory."""
        self._vocabulary = Vocabulary()
        self._kept = KeptParts(names_kept(self._vocabulary), self._collection_id)
        self._documents: tuple[Document, ...] = ()
        """Those whose parts are in memory."""

    def current(self, records: Records, wait: bool) -> CollectionView:
        if not wait:
            view = self.ready(records)
            if view is not None:
                return view
        with self._lock:
            return self._refresh(records)

    def ready(self, records: Records) -> CollectionView | None:
        if self.is_current(records):
            return self._view
        if self._view is None and self._opened(records):
            return self._view
        if self._is_large(records):
            self._read_in_background(records)
            return self._view
        if not self._lock.acquire(blocking=False):
            return self._view
        try:
            return self._refresh(records)
        finally:
            self._lock.release()

    def keep(self, records: Records) -> None:
        with self._lock:
            if self._passages(records) < STORED_FROM or self._files is None:
                self._update(records, records.sequence())
            else:
                with self._files.alone():
                    if not self._open():
                        self._make(records)
                        self._store(self._view, self._documents)

    def wait(self, seconds: float) -> None:
        if self._reading is not None:
            self._reading.join(seconds)

    def join(self) -> None:
        """Wait for what is being stored."""
        if self._storing is not None:
            self._storing.join()

    def is_current(self, records: Records) -> bool:
        return self._view is not None and self._version.is_current(records)

    def _passages(self, records: Records) -> int:
        return records.counts(self._collection_id).chunks

    def _opened(self, records: Records) -> bool:
        """Open the file within a second, or in the background; whether the view is now that of the
        records as they are."""
        size = self._files.stored_bytes(self._collection_id, KIND) if self._files else 0
        if size > OPENED_AT_ONCE:
            self._read_in_background(records)
            self._looked.wait(OPENING)
            return self.is_current(records)
        if not size or not self._lock.acquire(blocking=False):
            return False
        try:
            return self._open()
        finally:
            self._lock.release()

    def _open(self, *, anew: bool = False) -> bool:
        """Take the view that is stored, unless there is one in memory and it is no newer; whether
        the view is now that of the records as they are.

        Args:
            anew: take it also if it is no newer.
        """
        found = self._files.open(self._collection_id, KIND) if self._files is not None else None
        if found is None:
            return False
        if self._view is None or anew or found.sequence > self._version.sequence:
            self._view = view_of(found.about, found.arrays)
            self._version.sequence = found.sequence
        return found.is_current

    def _is_large(self, records: Records) -> bool:
        documents = records.documents(self._collection_id)
        total = sum(document.chunks for document in documents)
        if not self._kept.loaded and total > READ_AT_ONCE:
            if total > JOINED_AT_ONCE or not self._lock.acquire(blocking=False):
                return True
            try:  # what was read before is soon loaded
                self._kept.load(records)
            finally:
                self._lock.release()
        new = sum(each.chunks for each in documents if each.id not in self._kept.parts)
        return new > READ_AT_ONCE or total > JOINED_AT_ONCE

    def _read_in_background(self, records: Records) -> None:
        if self._reading is not None and self._reading.is_alive():
            return

        def read() -> None:
            try:
                with self._lock:
                    # one who makes a view of another collection need not be waited for
                    current = self._view is None and self._open()
                    self._looked.set()
                    if not current:
                        self._refresh(records)
            except WorkbenchError:
                logger.exception("The names of a collection could not be read.")
            finally:
                self._looked.set()

        self._reading = threading.Thread(target=read, name="collection-view", daemon=True)
        self._reading.start()

    def _refresh(self, records: Records) -> CollectionView:
        """The view of the records as they are. A large one is then that of its file, which
        processes share, and no part of it stays in memory."""
        if self._view is not None and self.is_current(records):
            return self._view
        passages = self._passages(records)
        if self._files is None or passages < STORED_FROM:
            return self._make(records)
        if passages <= JOINED_AT_ONCE:
            if not (self._view is None and self._open()):
                self._make(records)
                self._store_in_background()
        else:
            with self._files.alone():
                if not self._open():
                    self._make(records)
                    if self._store(self._view, self._documents):
                        self._open(anew=True)
                        self._begin()
        return self._view or self._make(records)

    def _make(self, records: Records) -> CollectionView:
        """Join the parts into a view."""
        sequence = records.sequence()
        entities = self._update(records, sequence)
        forms = [
            (form, name_key(entity.name))
            for entity in entities
            for form in map(name_key, entity.aliases)
            if form and form != name_key(entity.name)
        ]
        held = self._kept.parts
        parts = [held[each.id] for each in self._documents if each.id in held]
        view = assemble(parts, forms, self._vocabulary, sequence)
        self._view, self._version.sequence = view, sequence
        self.progress = (0, 0)
        return view

    def _store_in_background(self) -> None:
        """Store the view while nobody waits; one that changes meanwhile is stored when it is next
        made."""
        files, view, documents = self._files, self._view, self._documents
        if files is None or (self._storing is not None and self._storing.is_alive()):
            return

        def store() -> None:
            try:
                with files.alone(patience=0.0):  # the view is made: there is nothing to wait for
                    self._store(view, documents)
            except WorkbenchError:
                logger.warning("a view could not be stored", exc_info=True)

        self._storing = threading.Thread(target=store, name="collection-view-file", daemon=True)
        self._storing.start()

    def _store(self, view: CollectionView | None, documents: Sequence[Document]) -> bool:
        """Whether the view is stored now."""
        if self._files is None or view is None:
            return False
        about, arrays = arrays_of(view)
        return self._files.write(self._collection_id, KIND, documents, view.version, about, arrays)

    def _update(self, records: Records, sequence: int) -> tuple[Entity, ...]:
        """Make the parts those of the records; returns the collection's entities."""
        if not self._kept.loaded:
            self._kept.load(records)
        self._kept.forget_changed(records, sequence)
        self._documents = records.documents(self._collection_id)
        documents = {each.id: each for each in self._documents}
        self._kept.forget_all_but(documents)
        new = [each for key, each in documents.items() if key not in self._kept.parts]
        entities = {each.id: each for each in records.entities(self._collection_id)}
        if new:
            keys = {key: (each.kind, name_key(each.name)) for key, each in entities.items()}
            self._read(records, new, keys, sequence)
        return tuple(entities.values())

    def _read(
        self,
        records: Records,
        new: Sequence[Document],
        keys: dict[str, tuple[str, str]],
        sequence: int,
    ) -> None:
        total = sum(each.chunks for each in new)
        done = 0

        def report(passages: int) -> None:
            nonlocal done
            done += passages
            self.progress = (done, total)

        self.progress = (0, total)
        parts = _parts(records, new, self._collection_id, keys, self._vocabulary, report)
        self._kept.take_in(records, parts, sequence)


def _parts(
    records: Records,
    documents: Sequence[Document],
    collection_id: str,
    keys: dict[str, tuple[str, str]],
    vocabulary: Vocabulary,
    report: Callable[[int], None],
) -> Iterator[DocumentPart]:
    """The parts of documents; one that went in the meantime is left out."""
    mentions: dict[str, list[Mention]] = defaultdict(list)
    for entity_id, chunk_id, count in records.mentions(collection_id):
        if entity_id in keys:
            sort, key = keys[entity_id]
            mentions[chunk_id].append(Mention(sort, key, chunk_id, count))
    for document in documents:
        try:
            chunks = records.chunks_of(document.id)
        except NotFoundError:
            continue
        own = [mention for chunk in chunks for mention in mentions.get(chunk.id, ())]
        yield part_of(document, chunks, own, vocabulary)
        report(len(chunks))


def views_over(parts: Parts) -> Views:
    """The views of the collections: one set, shared by all that are built from the same parts."""
    files = view_files_in(parts.settings.library, parts.records)
    return parts.shared.of(Views, lambda: Views(parts.records, files))
