"""The views of collections, kept in step with the records: what all sorts of them share.

What was read of a document is kept beside it (`kept_segments`), so that it is read once, and a view
of some size as a file that the next start opens at once (`view_files`). A view holds what was read
of all its documents, so that the next one is made of it and of what came in the meantime. A
question never waits for a large reading: it gets the newest view that is ready, and none where
there is none; the rest is read in the background.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Mapping, Sequence
from typing import Generic

from backend.collection_documents import CollectionDocuments
from backend.errors import WorkbenchError
from backend.mapped_arrays import DamagedArraysError
from backend.parcels import TextVersion
from backend.ports import Records
from backend.segments import Arrays, documents_in
from backend.types import Document
from backend.view_files import ViewFiles
from backend.view_making import ReadAheadError, SegmentDocuments, Sort, V, ViewMaking

logger = logging.getLogger(__name__)

READ_AT_ONCE = 400
"""Up to so many new passages (under a second) are read before the question goes on."""
STORING_PATIENCE = 5.0
"""Seconds for which a view in the background lets others be stored first, at most."""
JOINED_AT_ONCE = 10_000
"""Up to so many passages are joined into a view before the question goes on."""
STORED_FROM = 400
"""Views of fewer passages are made in less than a second and not stored."""
OPENED_AT_ONCE = 100_000_000
"""A file of up to so many bytes is read through before the question goes on."""
OPENING = 1.0
"""Seconds that a question waits for a larger file, once."""


class JoinedViews(Generic[V]):
    """One view per collection over a record store. Safe for several threads.

    Args:
        files: where views are stored; None if they are not.
    """

    def __init__(self, sort: Sort[V], records: Records, files: ViewFiles | None = None) -> None:
        self._sort = sort
        self._records = records
        self._files = files
        self._documents = CollectionDocuments(records) if files is None else files.documents
        self._collections: dict[str, _Kept[V]] = {}
        self._lock = threading.Lock()

    def of(self, collection_id: str, *, wait: bool = False) -> V:
        """The collection's view; waits for it where there is none yet, and with `wait` for the one
        of the records as they are.
        """
        return self._kept(collection_id).current(self._records, wait)

    def ready(self, collection_id: str) -> V | None:
        """The newest view that can be had within a second; None if there is none yet.

        What is missing is then read in the background; `progress` tells how far it is.
        """
        return self._kept(collection_id).ready(self._records)

    def newest(self, collection_id: str) -> V | None:
        """The newest view that is there, of whichever version; nothing is read for it."""
        return self._kept(collection_id).newest

    def is_opening(self, collection_id: str) -> bool:
        """Whether a stored view is still being opened. One that is stored, and of which there is
        none in memory, is opened within a second, or in the background where it is large."""
        return self._kept(collection_id).is_opening(self._records)

    def is_reading(self, collection_id: str) -> bool:
        """Whether something is being read in the background."""
        return self._kept(collection_id).is_reading(self._records)

    def is_current(self, collection_id: str) -> bool:
        """Whether the newest view is that of the records as they are."""
        return self._kept(collection_id).is_current(self._records)

    def is_behind(self, collection_id: str) -> bool:
        """Whether there is a view that is not that of the records as they are."""
        kept = self._kept(collection_id)
        return kept.has_view and not kept.is_current(self._records)

    def is_stored(self, collection_id: str) -> bool:
        """Whether there is a file, which a start opens instead of joining all parts."""
        if self._files is None:
            return False
        return bool(self._files.stored_bytes(collection_id, self._sort.kind))

    def wait(self, collection_id: str, seconds: float | None) -> None:
        """Wait for what is being read in the background, but no longer than that; with None until
        it has ended."""
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
            kept = self._collections.pop(collection_id, None)
        kept = kept or _Kept(self._sort, collection_id, self._files, self._documents)
        kept.keep(self._records)

    def close(self) -> None:
        """Wait until what is being stored is stored."""
        with self._lock:
            collections = tuple(self._collections.values())
        for collection in collections:
            collection.join()

    def _kept(self, collection_id: str) -> _Kept[V]:
        with self._lock:
            kept = self._collections.get(collection_id)
            if kept is None:
                kept = _Kept(self._sort, collection_id, self._files, self._documents)
                self._collections[collection_id] = kept
            return kept


class _Kept(Generic[V]):
    """The view of one collection."""

    def __init__(
        self,
        sort: Sort[V],
        collection_id: str,
        files: ViewFiles | None,
        every: CollectionDocuments,
    ) -> None:
        self._sort = sort
        self._collection_id = collection_id
        self._files = files
        self._view: V | None = None
        self._version = TextVersion(collection_id)
        """The version of the records that the view is of."""
        self._lock = threading.Lock()
        self._background: threading.Thread | None = None
        self._storing: threading.Thread | None = None
        self._looked = threading.Event()
        """Set once the background has looked for a file."""
        self.progress = (0, 0)
        self._documents: tuple[Document, ...] = ()
        """Those of the collection when the view was made."""
        self._every = every
        self._mapped: Mapping[str, Arrays] = {}
        """The segments of the view that are those of files."""
        self._listed: dict[str, SegmentDocuments] = {}
        self._looked_at: tuple[Document, ...] = ()
        self._wanted: tuple[Document, ...] = ()
        """Those of the documents that were looked at last which the view is of."""

    def current(self, records: Records, wait: bool) -> V:
        if not wait:
            view = self.ready(records)
            if view is not None:
                return view
        with self._lock:
            return self._refresh(records)

    def ready(self, records: Records) -> V | None:
        if self.is_current(records):
            return self._view
        if self._view is None and (self._opened(records) or self._is_read_in_background):
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
                self._make(records)
            else:
                with self._files.alone():
                    if not self._open():
                        self._make(records)
                        self._store(self._view, self._documents)

    def wait(self, seconds: float | None) -> None:
        if self._background is not None:
            self._background.join(seconds)

    def join(self) -> None:
        """Wait for what is being stored."""
        if self._storing is not None:
            self._storing.join()

    @property
    def newest(self) -> V | None:
        return self._view

    @property
    def has_view(self) -> bool:
        return self._view is not None

    def is_reading(self, records: Records) -> bool:
        return self._is_read_in_background and not self.is_current(records)

    def is_opening(self, records: Records) -> bool:
        if self._view is not None or self._looked.is_set():
            return False
        if self._stored_bytes > OPENED_AT_ONCE:
            self._read_in_background(records, stored=True)
            self._looked.wait(OPENING)
            return not self._looked.is_set()
        self._opened(records)
        return False

    @property
    def _stored_bytes(self) -> int:
        if self._files is None:
            return 0
        return self._files.stored_bytes(self._collection_id, self._sort.kind)

    def is_current(self, records: Records) -> bool:
        return self._view is not None and self._version.is_current(records)

    def _passages(self, records: Records) -> int:
        return records.counts(self._collection_id).chunks

    def _opened(self, records: Records) -> bool:
        """Open the file within a second, or in the background; whether the view is now that of the
        records as they are."""
        size = self._stored_bytes
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

    def _open(self) -> bool:
        """Take the view that is stored, unless there is one in memory and it is no newer; whether
        the view is now that of the records as they are."""
        if self._files is None:
            return False
        newer = -1 if self._view is None else self._version.sequence
        found = self._files.open(self._collection_id, self._sort.kind, newer, self._mapped)
        if found is None:
            return False
        self._view = self._sort.opened(found.about, found.arrays, found.segments)
        self._mapped = found.segments
        self._version.sequence = found.sequence
        return found.is_current

    def _map(self) -> None:
        """Use the segments of the view as they lie in their files."""
        view, files = self._view, self._files
        if view is None or files is None:
            return
        kind = self._sort.kind
        try:
            self._mapped = files.segments(
                self._collection_id, kind, view.segments.keys(), self._mapped
            )
        except (OSError, DamagedArraysError):  # they were dropped, and are made again
            return
        self._view = self._sort.over(view, self._mapped)

    def _is_large(self, records: Records) -> bool:
        present = self._present()
        if self._looked_at is not present:  # each question asks until what came is joined
            self._wanted, self._looked_at = self._sort.wanted(present), present
        documents = self._wanted
        if sum(each.chunks for each in documents) > JOINED_AT_ONCE:
            return True
        left = {each.id: each.chunks for each in documents}
        if self._view is not None:
            for segment in self._view.segments.values():
                for document in documents_in(segment):
                    left.pop(document, None)
        held = ViewMaking(self._sort, records, self._collection_id).segments().held(left)
        return sum(left[each] for each in left.keys() - held) > READ_AT_ONCE

    def _present(self) -> tuple[Document, ...]:
        """The collection's documents, by title then id.

        Raises:
            NotFoundError: if the collection has gone.
        """
        return self._every.ordered(self._collection_id)

    @property
    def _is_read_in_background(self) -> bool:
        return self._background is not None and self._background.is_alive()

    def _read_in_background(self, records: Records, *, stored: bool = False) -> None:
        """
        Args:
            stored: the view that is stored, and no other.
        """
        if self._is_read_in_background:
            return

        def read() -> None:
            try:
                with self._lock:
                    # one who makes a view of another collection need not be waited for
                    current = self._view is None and self._open()
                    self._looked.set()
                    if not (current or stored):
                        self._refresh(records)
            except ReadAheadError:
                logger.info("more of the %s of a collection is to be read first", self._word)
            except WorkbenchError:
                logger.exception("The %s of a collection could not be read.", self._word)
            finally:
                self._looked.set()

        name = f"collection-{self._word}"
        self._background = threading.Thread(target=read, name=name, daemon=True)
        self._background.start()

    @property
    def _word(self) -> str:
        return self._sort.kind.word

    def _refresh(self, records: Records) -> V:
        """The view of the records as they are. A large one is then that of its file, which
        processes share."""
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
                        self._map()
        return self._view or self._make(records)

    def _make(self, records: Records) -> V:
        """A view of the documents as they are."""
        sequence, documents = records.sequence(), self._present()
        own = self._collection_id
        making = ViewMaking(self._sort, records, own, self._read_so_far, self._listed)
        view = making.next_view(documents, sequence, self._view, self._version.sequence)
        self._view, self._version.sequence, self._documents = view, sequence, documents
        kept = view.segments.keys()
        self._mapped = {name: each for name, each in self._mapped.items() if name in kept}
        self.progress = (0, 0)
        return view

    def _read_so_far(self, done: int, total: int) -> None:
        self.progress = (done, total)

    def _store_in_background(self) -> None:
        """Store the view while nobody waits; one that changes meanwhile is stored when it is next
        made. It lets another process store its own first, since of two at once a segment may stay
        behind that belongs to neither, but not for long: a program that ends waits for nobody."""
        files, view, documents = self._files, self._view, self._documents
        if files is None or (self._storing is not None and self._storing.is_alive()):
            return

        def store() -> None:
            try:
                with files.alone(STORING_PATIENCE):
                    self._store(view, documents)
            except WorkbenchError:
                logger.warning("a view could not be stored", exc_info=True)

        name = f"collection-{self._word}-file"
        self._storing = threading.Thread(target=store, name=name, daemon=True)
        self._storing.start()

    def _store(self, view: V | None, documents: Sequence[Document]) -> bool:
        """Whether the view is stored now."""
        if self._files is None or view is None:
            return False
        return self._files.write(
            *(self._collection_id, self._sort.kind, documents, view.version),
            *(*self._sort.stored(view), view.segments),
        )
