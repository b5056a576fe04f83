"""A view of a collection that is made of what was read of each document, kept in step with the
records.

Reading may cost much. It is done once, while nobody waits, and stored beside the documents; a
question never waits for it. Of several processes that would read, one does, and the others load
what it has stored.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Generic, Protocol, Self, TypeVar

import filelock
import numpy as np

from backend.background_reading import BackgroundReading
from backend.errors import NotFoundError
from backend.parcels import KeptParts, Parcels, Part, TextVersion
from backend.ports import Parts, Records
from backend.types import Document

JOINED_AT_ONCE = 20_000
"""Up to so many passages are joined into a view before the question goes on."""

P = TypeVar("P", bound=Part)
V = TypeVar("V")
R_co = TypeVar("R_co", bound=Part, covariant=True)


class PartReader(Protocol[R_co]):
    """Reads one document's part; whoever is more urgent goes first at each call of `let_pass`.

    Raises:
        NotFoundError: if the document is gone.
    """

    def __call__(
        self, records: Records, document_id: str, let_pass: Callable[[], object] | None
    ) -> R_co: ...


@dataclass(frozen=True, slots=True)
class Making(Generic[P, V]):
    """How a view is made.

    Args:
        what: what is read, in the plural, as the log calls it; also the name of the file, in the
            library's folder, that the process holds which reads.
        at_once: up to so many new passages are read before the question goes on.
    """

    what: str
    parcels: Parcels[P]
    read: PartReader[P]
    join: Callable[[Sequence[P]], V]
    at_once: int


class KeptViews(Generic[P, V]):
    """One view per collection over a record store. Safe for several threads.

    Args:
        library: the folder in which processes agree on who reads, and see who asks; None if there
            is no other process.
    """

    making: Making[P, V]
    """How a view of this kind is made."""

    def __init__(self, records: Records, library: Path | None = None) -> None:
        self._records = records
        self._library = library
        self._collections: dict[str, KeptView[P, V]] = {}
        self._closing = threading.Event()
        self._lock = threading.Lock()

    @classmethod
    def over(cls, parts: Parts) -> Self:
        """The views of the collections: one set, shared by all that are built from the same
        parts."""
        return parts.shared.of(cls, lambda: cls(parts.records, parts.settings.library))

    def ready(self, collection_id: str) -> V | None:
        """The newest view that can be had at once; None if there is none yet. What is missing is
        then read in the background."""
        return self._of(collection_id).ready(self._records)

    def of(self, collection_id: str) -> V:
        """The view of the records as they are; waits until it is read.

        Raises:
            StorageError, NotFoundError: if the records cannot be read.
        """
        return self._of(collection_id).current(self._records)

    def progress(self, collection_id: str) -> tuple[int, int]:
        """Passages read and passages to read of a collection that is being read; (0, 0) else."""
        return self._of(collection_id).progress

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
        for collection in collections:
            collection.join()

    def _of(self, collection_id: str) -> KeptView[P, V]:
        with self._lock:
            if collection_id not in self._collections:
                self._collections[collection_id] = KeptView(
                    collection_id, self.making, self._library, self._closing
                )
            return self._collections[collection_id]


class KeptView(Generic[P, V]):
    """The parts and the view of one collection. Safe for several threads.

    Args:
        library: the folder in which processes agree on who reads, and see who asks; None if there
            is no other process.
        closing: set when the program ends: what is read in the background then ends.
    """

    def __init__(
        self,
        collection_id: str,
        making: Making[P, V],
        library: Path | None,
        closing: threading.Event,
    ) -> None:
        self._collection_id = collection_id
        self._making = making
        self._reading = BackgroundReading(making.what, library, closing)
        self._kept = KeptParts(making.parcels, collection_id)
        self._view: V | None = None
        self._version = TextVersion(collection_id)
        """The version of the records that the view is of."""
        self._lock = threading.Lock()

    @property
    def progress(self) -> tuple[int, int]:
        """Passages read and passages to read while documents are read; (0, 0) else."""
        return self._reading.progress

    def ready(self, records: Records) -> V | None:
        """The newest view that can be had at once; None if there is none yet. What is missing is
        then read in the background."""
        sequence = records.sequence()
        if sequence == self._reading.failed_at or self._version.is_current(records):
            return self._view
        if not self._lock.acquire(blocking=False):
            return self._view
        try:
            documents = self._forget_changed(records, sequence)
            if sum(document.chunks for document in documents) <= JOINED_AT_ONCE:
                documents = tuple(self._missing(records, documents))
            passages = sum(document.chunks for document in documents)
            if passages <= self._making.at_once:
                self._read(records, documents, sequence)
                self._join(sequence)
                return self._view
            self._reading.progress = (0, passages)
        finally:
            self._lock.release()
        self._reading.start(
            records, lambda most: self.keep(records, most), lambda: self.current(records)
        )
        return self._view

    def current(self, records: Records) -> V:
        """The view of the records as they are; waits until it is read.

        Raises:
            StorageError, NotFoundError: if the records cannot be read.
        """
        with self._lock:
            return self._refresh(records)

    def keep(self, records: Records, most: int) -> bool:
        """Read and store what is new, for others to load: documents of about `most` passages in
        all, and at least one; whether nothing is left.

        Raises:
            StorageError, NotFoundError: if the records cannot be read.
        """
        with self._lock:
            return self._step(records, most)

    def _step(self, records: Records, most: int) -> bool:
        """Read and store about `most` passages, unless another process is at it; whether nothing is
        left."""
        sequence = records.sequence()
        documents = self._forget_changed(records, sequence)
        if not any(document.id not in self._kept.parts for document in documents):
            return True
        try:
            with self._reading.alone():
                left = self._missing(records, documents)
                before = np.cumsum([0, *(document.chunks for document in left)])
                taken = left[: int(np.searchsorted(before, most))]
                self._read(records, taken, sequence, self._reading.let_pass)
                return len(taken) == len(left)
        except filelock.Timeout:
            return False

    def join(self) -> None:
        """Wait for what is read in the background."""
        self._reading.join()

    def _forget_changed(self, records: Records, sequence: int) -> tuple[Document, ...]:
        """Drop what has changed or gone since it was read; returns the documents there are."""
        documents = records.documents(self._collection_id)
        self._kept.forget_changed(records, sequence)
        self._kept.forget_all_but([document.id for document in documents])
        return documents

    def _missing(self, records: Records, documents: Sequence[Document]) -> list[Document]:
        """The documents whose parts are not there. Those that another process has stored since
        are loaded: reading documents costs more than loading all anew."""
        missing = [document for document in documents if document.id not in self._kept.parts]
        if not missing:
            return []
        known = self._kept.parts
        self._kept.load(records)
        self._kept.forget_all_but([document.id for document in documents])
        self._kept.parts.update(known)
        return [document for document in missing if document.id not in self._kept.parts]

    def _read(
        self,
        records: Records,
        missing: Sequence[Document],
        sequence: int,
        let_pass: Callable[[], object] | None = None,
    ) -> None:
        total, done = sum(each.chunks for each in missing), 0

        def parts() -> Iterator[P]:
            nonlocal done
            for document in missing:
                try:
                    yield self._making.read(records, document.id, let_pass)
                except NotFoundError:
                    continue  # it went in the meantime
                done += document.chunks
                self._reading.progress = (done, total)

        if missing:
            self._reading.progress = (0, total)
            self._kept.take_in(records, parts(), sequence)
        self._reading.progress = (0, 0)

    def _refresh(self, records: Records) -> V:
        sequence = records.sequence()
        if self._view is not None and self._version.is_current(records):
            return self._view
        documents = self._forget_changed(records, sequence)
        self._read(records, self._missing(records, documents), sequence)
        return self._join(sequence)

    def _join(self, sequence: int) -> V:
        self._view = self._making.join(list(self._kept.parts.values()))
        self._version.sequence = sequence
        return self._view
