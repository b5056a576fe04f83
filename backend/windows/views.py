"""The windows of each collection, kept in step with the records.

Embedding windows costs about what embedding the passages did. It is done once, while nobody waits,
and stored beside the documents; a question never waits for it. Of several processes that would do
it, one does, and the others load what it has stored. From what is stored the view is joined, which
lies in files (`joined_views`).
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from collections.abc import Collection as Group
from contextlib import suppress
from functools import partial
from itertools import chain
from pathlib import Path

import filelock
import numpy as np

from backend import joined_views, joint_segments, numbered_texts, segments
from backend.background_reading import PASSAGES_OF_STEP, BackgroundReading
from backend.collection_documents import CollectionDocuments
from backend.errors import NotFoundError
from backend.joined_views import JoinedViews
from backend.kept_segments import KeptSegments
from backend.parcels import changed_documents
from backend.ports import Embedder, Embedders, Parts, Records
from backend.segments import Arrays, documents_in
from backend.types import Document
from backend.view_files import ViewFiles, ViewKind, recipe_of, view_files_over
from backend.view_making import ReadAheadError, Sort
from backend.windows import document_windows, window_segment, window_view
from backend.windows.document_windows import DocumentWindows, kept_name, windows_of
from backend.windows.unstored import UnstoredWindows
from backend.windows.window_segment import (
    finished,
    packed_segment,
    schema_of,
    segment_of,
    unpacked_segment,
)
from backend.windows.window_view import WindowView, joined, opened, over, stored

READ_AT_ONCE = 4
"""Up to so many new passages are embedded before the question goes on, and while a view is made."""
SOURCES = tuple(
    str(each)
    for each in (
        *(document_windows.__file__, window_segment.__file__, window_view.__file__),
        *(segments.__file__, numbered_texts.__file__, joint_segments.__file__),
    )
)
"""What a view's numbers come from, and how its texts are found again."""


class WindowViews:
    """One view per collection over a record store; of a collection whose model was changed the
    windows are read anew. Safe for several threads.

    Args:
        library: the folder in which processes agree on who embeds, and see who asks; None if
            there is no other process.
        files: where views are stored; None if they are not.
    """

    def __init__(
        self,
        records: Records,
        embedders: Embedders,
        library: Path | None = None,
        files: ViewFiles | None = None,
    ) -> None:
        self._records = records
        self._embedders = embedders
        self._library = library
        self._files = files
        self._documents = CollectionDocuments(records) if files is None else files.documents
        self._joined: dict[str, JoinedViews[WindowView]] = {}
        """By what the windows of a model are kept under."""
        self._unstored: dict[str, UnstoredWindows] = {}
        self._collections: dict[tuple[str, str], _Windows] = {}
        self._closing = threading.Event()
        self._lock = threading.Lock()

    def ready(self, collection_id: str) -> WindowView | None:
        """The newest view that can be had within a second; None if there is none yet. What is
        missing is then read in the background.

        Raises:
            EmbedderError: if the collection's model cannot be loaded.
        """
        return self._of(collection_id).ready(self._records)

    def of(self, collection_id: str) -> WindowView:
        """The view of the records as they are; waits until it is read.

        Raises:
            StorageError, NotFoundError: if the records cannot be read.
            EmbedderError: if the collection's model cannot be run.
            CancelledError: if the program ends.
        """
        return self._of(collection_id).current(self._records)

    def progress(self, collection_id: str) -> tuple[int, int]:
        """Passages read and passages to read of a collection that is being read; (0, 0) else.

        Raises:
            EmbedderError: if the collection's model cannot be loaded.
        """
        return self._of(collection_id).progress(self._records)

    def wait(self, collection_id: str, seconds: float) -> None:
        """Wait until the view is opened or joined, but no longer than that; what is still to be
        embedded is not waited for.

        Raises:
            EmbedderError: if the collection's model cannot be loaded.
        """
        self._of(collection_id).joined.wait(collection_id, seconds)

    def keep(self, collection_id: str, most: int) -> bool:
        """Read and store what is new in a collection, for others to load: documents of about
        `most` passages in all, and at least one; and its view, where nothing is left and it is of
        some size.

        Returns:
            Whether nothing is left.

        Raises:
            StorageError, NotFoundError: if the records cannot be read.
            EmbedderError: if the collection's model cannot be run.
        """
        own = self._of(collection_id)
        done = own.step(self._records, most)
        passages = self._records.counts(collection_id).chunks
        if done and self._files is not None and passages >= joined_views.STORED_FROM:
            try:
                own.joined.keep(collection_id)
            except ReadAheadError:
                return False
        return done

    def close(self) -> None:
        """End what is being embedded in the background, and wait until what is being stored is
        stored; what was stored stays."""
        self._closing.set()
        with self._lock:
            collections = tuple(self._collections.values())
        for collection in collections:
            collection.join()

    def _of(self, collection_id: str) -> _Windows:
        embedder = self._embedders.of(collection_id)
        name = kept_name(embedder.identity)
        with self._lock:
            if name not in self._joined:
                self._unstored[name] = unstored = UnstoredWindows()
                sort = _sort(embedder, unstored)
                self._joined[name] = JoinedViews(sort, self._records, self._files)
            key = collection_id, name
            if key not in self._collections:
                self._collections[key] = _Windows(
                    *(collection_id, embedder, self._joined[name], self._unstored[name]),
                    self._documents,
                    BackgroundReading("windows", self._library, self._closing),
                )
            return self._collections[key]


class _Windows:
    """The windows of one collection: what is stored of them, and the view that is joined from
    that. Safe for several threads."""

    def __init__(
        self,
        collection_id: str,
        embedder: Embedder,
        joined: JoinedViews[WindowView],
        unstored: UnstoredWindows,
        documents: CollectionDocuments,
        reading: BackgroundReading,
    ) -> None:
        self.joined = joined
        self._collection_id = collection_id
        self._embedder = embedder
        self._unstored = unstored
        self._documents = documents
        self._reading = reading
        self._embedding = threading.Lock()
        self._seen: tuple[WindowView, frozenset[str]] | None = None

    def ready(self, records: Records) -> WindowView | None:
        own, joined, reading = self._collection_id, self.joined, self._reading
        if joined.is_current(own) or records.sequence() == reading.failed_at:
            return joined.newest(own)
        if reading.is_running or joined.is_reading(own) or joined.is_opening(own):
            return joined.newest(own)
        passages = sum(document.chunks for document in self._missing(records))
        if passages <= READ_AT_ONCE:
            try:
                return joined.ready(own)
            except ReadAheadError:  # documents have come since
                passages = sum(document.chunks for document in self._missing(records))
        reading.progress = (0, passages)
        reading.start(records, partial(self.step, records), self._join)
        return joined.newest(own)

    def current(self, records: Records) -> WindowView:
        """The view of the records as they are; waits until it is read."""
        own, joined = self._collection_id, self.joined
        if joined.is_opening(own):
            joined.wait(own, None)
        while True:
            while not self.step(records, PASSAGES_OF_STEP):
                pass
            with suppress(ReadAheadError):
                return joined.of(own, wait=True)

    def progress(self, records: Records) -> tuple[int, int]:
        """Passages read and to read; none read as long as the view is opened or joined."""
        told = self._reading.progress
        if not told[1] and self.joined.is_reading(self._collection_id):
            told = 0, records.counts(self._collection_id).chunks
        return told

    def join(self) -> None:
        """Wait for what is read in the background."""
        self._reading.join()
        self.joined.wait(self._collection_id, None)
        self.joined.close()

    def step(self, records: Records, most: int) -> bool:
        """Embed and store about `most` passages, unless another process is at it; whether nothing
        is left.

        Raises:
            CancelledError: if the program ends.
        """
        with self._embedding:
            if not self._missing(records):
                return True
            try:
                with self._reading.alone():
                    sequence = records.sequence()
                    left = self._missing(records)  # another process may have stored some
                    before = np.cumsum([0, *(document.chunks for document in left)])
                    taken = left[: int(np.searchsorted(before, most))]
                    self._embed(records, taken, sequence)
                    return not self._missing(records)  # documents may have come or gone
            except filelock.Timeout:
                return False

    def _join(self) -> None:
        """Join the view of what is embedded; what has come since is embedded before the next."""
        with suppress(ReadAheadError):
            self.joined.ready(self._collection_id)

    def _missing(self, records: Records) -> list[Document]:
        """The documents whose windows are neither stored, nor in memory, as they are now."""
        own = self._collection_id
        documents = self._documents.of(own)
        missing: Group[str] = documents.keys()
        view = self.joined.newest(own)
        if view is not None:
            seen = self._seen_in(view) - changed_documents(records, own, view.version)
            self._unstored.drop(own, seen)
            missing = documents.keys() - seen
        if not missing:
            return []
        kept = _kept(self._embedder, records, own)
        there = kept.holding(missing) - self._unstored.damaged(own)
        there |= self._unstored.of(records, own).keys()
        return [
            document for key, document in documents.items() if key in missing and key not in there
        ]

    def _seen_in(self, view: WindowView) -> frozenset[str]:
        """The documents of the newest view."""
        known = self._seen
        if known is None or known[0] is not view:
            held = chain.from_iterable(map(documents_in, view.segments.values()))
            known = self._seen = view, frozenset(held)
        return known[1]

    def _embed(self, records: Records, taken: Sequence[Document], sequence: int) -> None:
        total, done = sum(each.chunks for each in taken), 0
        parts: list[DocumentWindows] = []
        self._reading.progress = (0, total)
        try:
            for document in taken:
                try:
                    windows = windows_of(
                        records, document.id, self._embedder, self._reading.let_pass
                    )
                except NotFoundError:
                    continue  # it went in the meantime
                parts.append(windows)
                done += document.chunks
                self._reading.progress = (done, total)
            self._store(records, parts, sequence)
        finally:
            self._reading.progress = (0, 0)

    def _store(self, records: Records, parts: Sequence[DocumentWindows], sequence: int) -> None:
        """Store what is embedded; hold what the records do not take, and what they lost before."""
        own, now = self._collection_id, records.sequence()
        # one document that went meanwhile would take all of them with it
        changed = changed_documents(records, own, sequence)
        parts = [part for part in parts if part.document_id not in changed]
        if not parts:
            return
        passages = {each.id: each.chunks for each in self._documents.of(own).values()}
        kept = _kept(self._embedder, records, own)
        kept.add(segment_of(parts, self._embedder.dimension), passages, now)
        stored = kept.holding([part.document_id for part in parts]) - self._unstored.damaged(own)
        self._unstored.put(own, [part for part in parts if part.document_id not in stored], now)


def _sort(embedder: Embedder, unstored: UnstoredWindows) -> Sort[WindowView]:
    """The view of the windows that a model embeds."""
    name, dimension = kept_name(embedder.identity), embedder.dimension

    def read(records: Records, documents: Sequence[Document]) -> Arrays:
        parts: list[DocumentWindows] = []
        collections = {each.collection_id for each in documents}
        held: dict[str, DocumentWindows] = {}
        for collection_id in collections:
            held |= unstored.of(records, collection_id)
        new = {each.id: each.chunks for each in documents if each.id not in held}
        if sum(new.values()) > READ_AT_ONCE:
            for collection_id in collections:
                stored = _kept(embedder, records, collection_id).holding(new)
                unstored.add_damaged(collection_id, stored)
            raise ReadAheadError("Windows are embedded in steps before a view is made of them.")
        for document in documents:
            try:
                parts.append(held.get(document.id) or windows_of(records, document.id, embedder))
            except NotFoundError:
                continue
        return segment_of(parts, dimension)

    finish: Callable[[Arrays], Arrays] = partial(finished, dimension=dimension)
    kind = ViewKind("windows", recipe_of(name, *SOURCES))
    return Sort(
        *(kind, name, schema_of(dimension), tuple, read, finish),
        *(joined, stored, opened, over),
        pack=packed_segment,
        unpack=unpacked_segment,
    )


def _kept(embedder: Embedder, records: Records, collection_id: str) -> KeptSegments:
    """What is stored of the windows that a model has embedded."""
    return KeptSegments(
        *(kept_name(embedder.identity), schema_of(embedder.dimension), records, collection_id),
        *(packed_segment, unpacked_segment),
    )


def window_views_over(parts: Parts) -> WindowViews:
    """The windows of the collections: one set, shared by all that are built from the same parts."""
    library, files = parts.settings.library, view_files_over(parts)
    return parts.shared.of(
        WindowViews, lambda: WindowViews(parts.records, parts.embedders, library, files)
    )
