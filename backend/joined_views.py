"""The views of collections, kept in step with the records: what all sorts of them share.

What was read of a document is stored beside it (`parcels`), so that it is read once, and a view of
some size as a file that the next start opens at once (`view_files`). A question never waits for a
large reading: it gets the newest view that is ready, and none where there is none; the rest is read
in the background.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic, Protocol, TypeVar

from backend.errors import WorkbenchError
from backend.mapped_arrays import AnyArray
from backend.parcels import KeptParts, Parcels, Part, TextVersion
from backend.ports import Records
from backend.types import Document
from backend.view_files import Kind, ViewFiles

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


class Versioned(Protocol):
    """A view of the records at one version."""

    @property
    def version(self) -> int: ...


P = TypeVar("P", bound=Part)
V = TypeVar("V", bound=Versioned)
Joined_co = TypeVar("Joined_co", bound=Versioned, covariant=True)


class PartReading(Protocol[P, Joined_co]):
    """How documents of one collection are read into parts, and parts joined into a view.

    The parts are valid together: what numbers their words is held here.
    """

    @property
    def parcels(self) -> Parcels[P]:
        """Where parts are stored."""
        ...

    def begin(self, records: Records) -> None:
        """Called before each reading and joining."""
        ...

    def wanted(self, documents: Sequence[Document]) -> tuple[Document, ...]:
        """Those of a collection's documents that are read."""
        ...

    def read(self, records: Records, documents: Sequence[Document]) -> Iterator[P]:
        """The parts of documents; one that went in the meantime is left out."""
        ...

    def join(
        self, documents: Sequence[Document], parts: Sequence[P], version: int, records: Records
    ) -> Joined_co:
        """The view of documents' parts, given in the order of the documents."""
        ...


@dataclass(frozen=True)
class Sort(Generic[P, V]):
    """One sort of view: the name of its files, how a collection is read, and how a view becomes the
    arrays of a file and is made of them."""

    kind: Kind
    reading: Callable[[str], PartReading[P, V]]
    arrays_of: Callable[[V], tuple[dict[str, Any], dict[str, AnyArray]]]
    view_of: Callable[[Mapping[str, Any], Mapping[str, AnyArray]], V]


class JoinedViews(Generic[P, V]):
    """One view per collection over a record store. Safe for several threads.

    Args:
        files: where views are stored; None if they are not.
    """

    def __init__(self, sort: Sort[P, V], records: Records, files: ViewFiles | None = None) -> None:
        self._sort = sort
        self._records = records
        self._files = files
        self._collections: dict[str, _Kept[P, V]] = {}
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
            kept = self._collections.pop(collection_id, None)
        kept = kept or _Kept(self._sort, collection_id, self._files)
        kept.keep(self._records)

    def close(self) -> None:
        """Wait until what is being stored is stored."""
        with self._lock:
            collections = tuple(self._collections.values())
        for each in collections:
            each.join()

    def _kept(self, collection_id: str) -> _Kept[P, V]:
        with self._lock:
            kept = self._collections.get(collection_id)
            if kept is None:
                kept = _Kept(self._sort, collection_id, self._files)
                self._collections[collection_id] = kept
            return kept


class _Kept(Generic[P, V]):
    """The parts and the view of one collection."""

    def __init__(self, sort: Sort[P, V], collection_id: str, files: ViewFiles | None) -> None:
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
        self._begin()

    def _begin(self) -> None:
        """Hold no part in memory."""
        self._reading = self._sort.reading(self._collection_id)
        self._kept = KeptParts(self._reading.parcels, self._collection_id)
        self._documents: tuple[Document, ...] = ()
        """Those of the collection when it was read last."""

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
        if self._background is not None:
            self._background.join(seconds)

    def join(self) -> None:
        """Wait for what is being stored."""
        if self._storing is not None:
            self._storing.join()

    @property
    def has_view(self) -> bool:
        return self._view is not None

    def is_current(self, records: Records) -> bool:
        return self._view is not None and self._version.is_current(records)

    def _passages(self, records: Records) -> int:
        return records.counts(self._collection_id).chunks

    def _opened(self, records: Records) -> bool:
        """Open the file within a second, or in the background; whether the view is now that of the
        records as they are."""
        size = self._files.stored_bytes(self._collection_id, self._sort.kind) if self._files else 0
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
        if self._files is None:
            return False
        found = self._files.open(self._collection_id, self._sort.kind)
        if found is None:
            return False
        if self._view is None or anew or found.sequence > self._version.sequence:
            self._view = self._sort.view_of(found.about, found.arrays)
            self._version.sequence = found.sequence
        return found.is_current

    def _is_large(self, records: Records) -> bool:
        documents = self._reading.wanted(records.documents(self._collection_id))
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
        if self._background is not None and self._background.is_alive():
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

    def _make(self, records: Records) -> V:
        """Join the parts into a view."""
        sequence = records.sequence()
        wanted = self._update(records, sequence)
        held = self._kept.parts
        parts = [held[each.id] for each in wanted if each.id in held]
        view = self._reading.join(self._documents, parts, sequence, records)
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

        name = f"collection-{self._word}-file"
        self._storing = threading.Thread(target=store, name=name, daemon=True)
        self._storing.start()

    def _store(self, view: V | None, documents: Sequence[Document]) -> bool:
        """Whether the view is stored now."""
        if self._files is None or view is None:
            return False
        about, arrays = self._sort.arrays_of(view)
        return self._files.write(
            self._collection_id, self._sort.kind, documents, view.version, about, arrays
        )

    def _update(self, records: Records, sequence: int) -> tuple[Document, ...]:
        """Make the parts those of the records; returns the documents that they are of."""
        if not self._kept.loaded:
            self._kept.load(records)
        self._kept.forget_changed(records, sequence)
        self._documents = records.documents(self._collection_id)
        wanted = self._reading.wanted(self._documents)
        self._kept.forget_all_but([each.id for each in wanted])
        self._reading.begin(records)
        new = [each for each in wanted if each.id not in self._kept.parts]
        if new:
            self._kept.take_in(records, self._followed(records, new), sequence)
        return wanted

    def _followed(self, records: Records, new: Sequence[Document]) -> Iterator[P]:
        """The parts of documents, told of as they are read."""
        total, done = sum(each.chunks for each in new), 0
        self.progress = (0, total)
        for part in self._reading.read(records, new):
            yield part
            done += len(part.chunk_ids)
            self.progress = (done, total)
