"""A view of a collection that is made of what was read of each document, kept in step with the
records.

Reading may cost much. It is done once, while nobody waits, and stored beside the documents; a
question never waits for it. Of several processes that would read, one does, and the others load
what it has stored.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from pathlib import Path
from typing import Generic, Protocol, TypeVar

import filelock
import numpy as np

from backend.errors import CancelledError, NotFoundError, WorkbenchError
from backend.parcels import KeptParts, Parcels, Part, TextVersion
from backend.ports import Records
from backend.precedence import QuestionsFirst
from backend.types import Document

logger = logging.getLogger(__name__)

JOINED_AT_ONCE = 20_000
"""Up to so many passages are joined into a view before the question goes on."""
PASSAGES_OF_STEP = 500
"""About so many passages are read and stored in one step in the background."""
_PATIENCE = 1.0
"""Seconds that a step waits for another process."""

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

    @property
    def lock(self) -> str:
        """Name of the file."""
        return f"{self.what}.lock"


class KeptViews(Generic[P, V]):
    """One view per collection over a record store. Safe for several threads.

    Args:
        making_of: how the view of a collection is made.
        library: the folder in which processes agree on who reads, and see who asks; None if there
            is no other process.
    """

    def __init__(
        self,
        making_of: Callable[[str], Making[P, V]],
        records: Records,
        library: Path | None = None,
    ) -> None:
        self._making_of = making_of
        self._records = records
        self._library = library
        self._collections: dict[tuple[str, str], KeptView[P, V]] = {}
        self._closing = threading.Event()
        self._lock = threading.Lock()

    def ready(self, collection_id: str) -> V | None:
        """The newest view that can be had at once; None if there is none yet. What is missing is
        then read in the background.

        Raises:
            EmbedderError: if reading needs the collection's model, and it cannot be loaded.
        """
        return self._of(collection_id).ready(self._records)

    def of(self, collection_id: str) -> V:
        """The view of the records as they are; waits until it is read.

        Raises:
            StorageError, NotFoundError: if the records cannot be read.
            EmbedderError: if reading needs the collection's model, and it cannot be run.
        """
        return self._of(collection_id).current(self._records)

    def progress(self, collection_id: str) -> tuple[int, int]:
        """Passages read and passages to read of a collection that is being read; (0, 0) else.

        Raises:
            EmbedderError: if reading needs the collection's model, and it cannot be loaded.
        """
        return self._of(collection_id).progress

    def keep(self, collection_id: str, most: int) -> bool:
        """Read and store what is new in a collection, for others to load: documents of about
        `most` passages in all, and at least one.

        Returns:
            Whether nothing is left.

        Raises:
            StorageError, NotFoundError: if the records cannot be read.
            EmbedderError: if reading needs the collection's model, and it cannot be run.
        """
        return self._of(collection_id).keep(self._records, most)

    def close(self) -> None:
        """End what is being read in the background; what was stored stays."""
        self._closing.set()
        with self._lock:
            collections = tuple(self._collections.values())
        for each in collections:
            each.join()

    def _of(self, collection_id: str) -> KeptView[P, V]:
        making = self._making_of(collection_id)
        key = collection_id, making.parcels.name
        with self._lock:
            if key not in self._collections:
                self._collections[key] = KeptView(
                    collection_id, making, self._library, self._closing
                )
            return self._collections[key]


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
        self._library = library
        self._first = QuestionsFirst(library) if library is not None else None
        self._closing = closing
        self._kept = KeptParts(making.parcels, collection_id)
        self._view: V | None = None
        self._version = TextVersion(collection_id)
        """The version of the records that the view is of."""
        self._failed_at = -1
        """The version of the records that could not be read; it is not tried again."""
        self._lock = threading.Lock()
        self._reading: threading.Thread | None = None
        self.progress = (0, 0)
        """Passages read and passages to read while documents are read; (0, 0) else."""

    def ready(self, records: Records) -> V | None:
        """The newest view that can be had at once; None if there is none yet. What is missing is
        then read in the background."""
        sequence = records.sequence()
        if sequence == self._failed_at or self._version.is_current(records):
            return self._view
        if not self._lock.acquire(blocking=False):
            return self._view
        try:
            documents = self._forget_changed(records, sequence)
            if sum(each.chunks for each in documents) <= JOINED_AT_ONCE:
                documents = tuple(self._missing(records, documents))
            passages = sum(each.chunks for each in documents)
            if passages <= self._making.at_once:
                self._read(records, documents, sequence)
                self._join(sequence)
                return self._view
            self.progress = (0, passages)
        finally:
            self._lock.release()
        self._read_in_background(records)
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
        if not any(each.id not in self._kept.parts for each in documents):
            return True
        try:
            with self._alone():
                left = self._missing(records, documents)
                before = np.cumsum([0, *(each.chunks for each in left)])
                taken = left[: int(np.searchsorted(before, most))]
                self._read(records, taken, sequence, self._let_pass if self._first else None)
                return len(taken) == len(left)
        except filelock.Timeout:
            return False

    def _alone(self) -> AbstractContextManager[object]:
        """Around reading in the background, so that no two processes read the same.

        Raises:
            filelock.Timeout: if another process is at it.
        """
        if self._library is None:
            return nullcontext()
        self._library.mkdir(parents=True, exist_ok=True)
        return filelock.FileLock(
            self._library / self._making.lock, timeout=_PATIENCE, thread_local=False
        )

    def _let_pass(self) -> None:
        """
        Raises:
            CancelledError: if the program ends.
        """
        if self._first is not None:
            self._first.let_pass(self._closing.is_set)
        if self._closing.is_set():
            raise CancelledError(f"The {self._making.what} are read at the next start.")

    def join(self) -> None:
        """Wait for what is read in the background."""
        if self._reading is not None:
            self._reading.join()

    def _read_in_background(self, records: Records) -> None:
        if self._closing.is_set() or (self._reading is not None and self._reading.is_alive()):
            return

        def read() -> None:
            sequence = records.sequence()
            try:
                done = False
                while not (done or self._closing.is_set()):
                    with self._lock:
                        done = self._step(records, PASSAGES_OF_STEP)
                if done:
                    with self._lock:
                        self._refresh(records)
            except CancelledError:
                logger.info("the %s of a collection are read at the next start", self._making.what)
            except WorkbenchError:
                self._failed_at = sequence
                logger.exception("The %s of a collection could not be read.", self._making.what)
            finally:
                self.progress = (0, 0)

        self._reading = threading.Thread(
            target=read, name=f"collection-{self._making.what}", daemon=True
        )
        self._reading.start()

    def _forget_changed(self, records: Records, sequence: int) -> tuple[Document, ...]:
        """Drop what has changed or gone since it was read; returns the documents there are."""
        documents = records.documents(self._collection_id)
        self._kept.forget_changed(records, sequence)
        self._kept.forget_all_but([each.id for each in documents])
        return documents

    def _missing(self, records: Records, documents: Sequence[Document]) -> list[Document]:
        """The documents whose parts are not there. Those that another process has stored since
        are loaded: reading documents costs more than loading all anew."""
        missing = [each for each in documents if each.id not in self._kept.parts]
        if not missing:
            return []
        known = self._kept.parts
        self._kept.load(records)
        self._kept.forget_all_but([each.id for each in documents])
        self._kept.parts.update(known)
        return [each for each in missing if each.id not in self._kept.parts]

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
                self.progress = (done, total)

        if missing:
            self.progress = (0, total)
            self._kept.take_in(records, parts(), sequence)
        self.progress = (0, 0)

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
