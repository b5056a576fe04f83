"""The search index in the library folder: tantivy for words, a mapped matrix for vectors.

It is derived from the records by replaying their change log, may be deleted at any time, and is
rebuilt where it is damaged. Several processes may search; one at a time writes, and the others see
the new version at their next search.
"""

from __future__ import annotations

import logging
import shutil
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from importlib.metadata import version
from pathlib import Path
from typing import TypeVar

import filelock

from backend.errors import NotFoundError, StorageError
from backend.indexes import _one_by_one
from backend.indexes._embedded.catalogue import FORMAT, Catalogue, DamagedError
from backend.indexes._embedded.checking import compare
from backend.indexes._embedded.snapshot import Snapshot, Snapshots
from backend.indexes._embedded.writer import BATCH, SMALL_PART, Writer
from backend.indexes._index_entries import SPACES
from backend.indexes._index_problems import WHERE
from backend.indexes._terms import question_terms
from backend.ports import (
    Index,
    Progress,
    Records,
    Search,
    Searched,
    TextSearch,
)
from backend.settings import Settings
from backend.types import Change, Problem, Scored

log = logging.getLogger(__name__)

FOLDER = "index"
LOCK_SECONDS = 600.0
"""How long a writer waits for another process to finish; catching up may take minutes."""

Result = TypeVar("Result")


class EmbeddedIndex:
    """`ports.Index` over a folder.

    Args:
        records: the truth that the index follows.
        folder: where its files are; made if missing.
        exact_limit: up to so many vectors a collection is scanned exactly.
        small_part: up to so many entries a collection is compacted at every removal.
    """

    def __init__(
        self, records: Records, folder: Path, *, exact_limit: int, small_part: int = SMALL_PART
    ) -> None:
        self._records = records
        self._folder = folder
        self._catalogue = Catalogue(folder / "catalogue.sqlite3")
        self._snapshots = Snapshots(self._catalogue, folder)
        self._writer = Writer(
            records, self._catalogue, folder, exact_limit=exact_limit, small_part=small_part
        )
        self._exact_limit = exact_limit
        self._in_process = threading.RLock()
        self._file_lock = filelock.FileLock(
            str(folder / "write.lock"), timeout=LOCK_SECONDS, poll_interval=0.02, thread_local=False
        )
        with self._writing():
            try:
                self._catalogue.prepare()
                self._writer.tidy()
            except DamagedError:
                self._start_over()

    # --- following the records -------------------------------------------------------------------

    def catch_up(self, progress: Progress | None = None) -> int:
        """Replay the records' changes that are not in the index; returns the sequence reached."""
        try:
            if self._catalogue.sequence() == self._records.sequence():
                return self._catalogue.sequence()
        except DamagedError:
            self._recover("", progress)
        with self._writing():
            self._replay(progress)
            return self._catalogue.sequence()

    def _replay(self, progress: Progress | None) -> None:
        reached = self._catalogue.sequence()
        if self._records.sequence() < reached:
            log.warning("The records are older than the index; it is built anew.")
            self._start_over()
            reached = 0
        changes = self._records.changes(reached)
        latest = {each.document_id: each.sequence for each in changes if each.document_id}
        touched: list[tuple[str, str]] = []
        for number, change in enumerate(changes, start=1):
            if not change.document_id:
                self._flush(touched, change.sequence - 1, progress)
                touched = []
                self._apply_to_collection(change, progress)
            elif latest[change.document_id] == change.sequence:
                touched.append((change.collection_id, change.document_id))
            if len(touched) >= BATCH:
                self._flush(touched, change.sequence, progress)
                touched = []
            if progress is not None:
                progress("indexing", number, len(changes))
        if changes:
            self._flush(touched, changes[-1].sequence, progress)

    def _flush(
        self, touched: Sequence[tuple[str, str]], sequence: int, progress: Progress | None
    ) -> None:
        try:
            self._writer.apply(touched, sequence, progress)
        except DamagedError:
            for collection_id in dict.fromkeys(each[0] for each in touched):
                self._rebuild(collection_id, progress)
            self._writer.reached(sequence)

    def _apply_to_collection(self, change: Change, progress: Progress | None) -> None:
        if change.action == "collection_removed":
            self._writer.drop_collection(change.collection_id)
        else:
            self._rebuild(change.collection_id, progress)
        self._writer.reached(change.sequence)

    def _rebuild(self, collection_id: str, progress: Progress | None) -> None:
        try:
            self._writer.rebuild(collection_id, progress)
        except NotFoundError:
            self._writer.drop_collection(collection_id)

    def sequence(self) -> int:
        """The records' sequence number that searches see."""
        try:
            return self._catalogue.sequence()
        except DamagedError:
            return 0

    # --- searching -------------------------------------------------------------------------------

    def search_together(
        self, collection_id: str, searches: Sequence[Search], *, judged: bool = True
    ) -> list[Searched]:
        """Searches of one question, with what each gives to what the others found."""
        return _one_by_one.searched(
            partial(self._find, collection_id),
            partial(self._score, collection_id),
            searches,
            judged=judged,
        )

    def score_together(
        self, collection_id: str, searches: Sequence[Search], ids: Sequence[str]
    ) -> list[dict[str, float]]:
        """Scores of given entries by several searches."""
        return [self._score(collection_id, search, ids) for search in searches]

    def _find(self, collection_id: str, search: Search) -> list[Scored]:
        if isinstance(search, TextSearch):
            terms = question_terms(search.text)

            def find(part: Snapshot) -> list[Scored]:
                return part.search_text(terms, search.k, search.filters)
        else:
            vector = search.vector

            def find(part: Snapshot) -> list[Scored]:
                return part.search_vector(vector, search.k, search.filters, self._exact_limit)

        return self._look(collection_id, search.space, find, list)

    def _score(self, collection_id: str, search: Search, ids: Sequence[str]) -> dict[str, float]:
        if isinstance(search, TextSearch):
            terms = question_terms(search.text)

            def score(part: Snapshot) -> dict[str, float]:
                return part.score_text(terms, ids)
        else:
            vector = search.vector

            def score(part: Snapshot) -> dict[str, float]:
                return part.score_vector(vector, ids)

        return self._look(collection_id, search.space, score, dict)

    def ids(self, collection_id: str, space: str = "chunk") -> frozenset[str]:
        """All entries of a collection."""
        return self._look(collection_id, space, Snapshot.living_ids, frozenset)

    def _look(
        self,
        collection_id: str,
        space: str,
        use: Callable[[Snapshot], Result],
        nothing: Callable[[], Result],
    ) -> Result:
        """Search a part; where its files cannot be read, look again, then rebuild it."""
        for attempt in range(4):
            try:
                part = self._snapshots.get(collection_id, space)
                return nothing() if part is None else use(part)
            except DamagedError:
                # The first failures may mean that a new generation has just replaced the files.
                self._snapshots.forget(collection_id, space)
                if attempt == 2:
                    self._recover(collection_id, None)
        raise StorageError(
            "The search index is damaged and could not be rebuilt.",
            "Run repair on the status page, and check the disk of the library folder.",
        )

    # --- maintenance -----------------------------------------------------------------------------

    def check(self) -> tuple[Problem, ...]:
        """Compare with the records: what is missing, left over or different."""
        try:
            behind = self._records.sequence() - self._catalogue.sequence()
            if behind:
                return (Problem(WHERE, f"The index is {behind} changes behind.", True),)
            problems: list[Problem] = []
            collections = self._records.collections()
            for collection in collections:
                for space in SPACES:
                    try:
                        part = self._snapshots.get(collection.id, space)
                        problems += compare(self._records, collection, space, part, self._folder)
                    except DamagedError as error:
                        what = f"The index of “{collection.name}” is damaged: {error.what}"
                        problems.append(Problem(WHERE, what, True))
            known = {collection.id for collection in collections}
            strays = {part.collection_id for part in self._catalogue.parts()} - known
            if strays:
                what = f"The index holds {len(strays)} collections that do not exist."
                problems.append(Problem(WHERE, what, True))
            return tuple(problems)
        except DamagedError as error:
            return (Problem(WHERE, error.what, True),)

    def repair(self, progress: Progress | None = None) -> tuple[Problem, ...]:
        """Make the index equal to the records; rebuilds what cannot be mended."""
        mended = list(self.check())
        with self._writing():
            try:
                self._replay(progress)
                parts = self._catalogue.parts()
            except DamagedError:
                self._start_over()
                self._replay(progress)
                return tuple(mended)
            collections = {each.id: each for each in self._records.collections()}
            for collection_id in {part.collection_id for part in parts} - collections.keys():
                self._writer.drop_collection(collection_id)
            for collection in collections.values():
                if self._broken(collection.id):
                    self._rebuild(collection.id, progress)
            for part in self._catalogue.parts():
                if part.removed:
                    self._writer.compact(part)
            self._writer.tidy()
        return tuple(mended)

    def _broken(self, collection_id: str) -> bool:
        collection = self._records.collection(collection_id)
        try:
            return any(
                compare(
                    self._records,
                    collection,
                    space,
                    self._snapshots.get(collection_id, space),
                    self._folder,
                )
                for space in SPACES
            )
        except DamagedError:
            return True

    def _recover(self, collection_id: str, progress: Progress | None) -> None:
        """Rebuild what a search found damaged: one collection, or all if the catalogue is."""
        log.warning("The search index is damaged; it is rebuilt from the records.")
        with self._writing():
            self._snapshots.forget(collection_id, "")
            try:
                self._catalogue.parts()
                if collection_id:
                    self._rebuild(collection_id, progress)
            except DamagedError:
                self._start_over()
                self._replay(progress)
            self._snapshots.clear()

    def _start_over(self) -> None:
        """Delete everything but the lock, and begin with an empty catalogue."""
        self._catalogue.close()
        self._snapshots.clear()
        for path in self._folder.iterdir():
            if path.is_dir():
                shutil.rmtree(path, ignore_errors=True)
            elif path.suffix != ".lock":
                path.unlink(missing_ok=True)
        self._catalogue.prepare()

    @contextmanager
    def _writing(self) -> Iterator[None]:
        """Hold the index's lock among all threads and processes."""
        with self._in_process:
            try:
                self._file_lock.acquire()
            except filelock.Timeout as error:
                raise StorageError(
                    "Another program has been writing to the search index for too long.",
                    "Wait for it to finish, or close other windows of Quire, and try again.",
                ) from error
            try:
                yield
            finally:
                self._file_lock.release()

    def size_bytes(self) -> int:
        """Bytes of all files of the index."""
        total = 0
        for path in self._folder.rglob("*"):
            try:
                total += path.stat().st_size
            except FileNotFoundError:
                continue
        return total

    def version(self) -> str:
        """Engines and layout, for the status page."""
        return f"tantivy {version('tantivy')}, usearch {version('usearch')}, layout {FORMAT}"

    def close(self) -> None:
        """Let go of all files; the index may be used again, which opens them anew."""
        with self._in_process:
            self._snapshots.clear()
            self._catalogue.close()


def build(settings: Settings, records: Records) -> Index:
    """Open the index of the library folder and leave catching up to the caller.

    Raises:
        StorageError: if the folder cannot be written.
    """
    return EmbeddedIndex(
        records, settings.library / FOLDER, exact_limit=settings.exact_vector_limit
    )
