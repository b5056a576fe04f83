"""Views of collections as files in the library's folder, so that a start opens them at once.

A view is a file of its own, which names the files of its segments: a segment is written once and
never changed, and goes when no view names it any more. A view is put in the place of the one before
in one step, after its segments are on the disk: whenever the program ends, there is the one or the
other, and at most a segment that nobody names.

A file is derived: it may be deleted at any time and is made again. It counts only if every byte is
as it was written, if the same code would make it, and if the documents that it is of are there as
they were. The bytes of a segment, which may be gigabytes, are compared once: a view says of which
of its segments they were, and one that is as old and as long as then, and lies at the same place,
is believed until somebody checks the library. What else is there is removed. Files that may hold
words of a document which has gone or changed are removed by the same deletion (`drop_views`), and
whatever a crash left by the next start (`ViewFiles.clear`).

Files are kept only where the records lie in the same folder. With records on a server another copy
of the program may delete a document, and nobody would remove its words from the files here: those
that a library had before its records moved there are removed (`left_views`).
"""

from __future__ import annotations

import hashlib
import logging
import uuid
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import filelock

from backend.collection_documents import CollectionDocuments
from backend.mapped_arrays import (
    AnyArray,
    DamagedArraysError,
    MappedArrays,
    check_arrays,
    open_arrays,
    write_arrays,
)
from backend.parcels import changed_documents
from backend.ports import OnServer, Parts, Records
from backend.segments import Arrays
from backend.types import Document, Problem
from backend.view_faults import ViewFaults
from backend.view_folder import (
    ARRIVING,
    ENDING,
    FOLDER,
    LOCK,
    SEGMENT,
    bytes_in,
    is_being_written,
    named_by,
    remove_file,
    says,
)
from backend.viewed_documents import ViewedDocuments

logger = logging.getLogger(__name__)

WHERE = "views"
"""What a problem says that it concerns."""
_PATIENCE = 600.0
"""Seconds that one process waits while another makes a view; then it makes its own."""


def recipe_of(name: str, *sources: str) -> str:
    """What makes a view: its name, and a digest of the code in some source files."""
    digest = hashlib.sha256()
    for source in sources:
        with suppress(OSError):
            digest.update(Path(source).read_bytes())
    return f"{name} {digest.hexdigest()[:16]}"


@dataclass(frozen=True, slots=True)
class OpenedView:
    """A view's file: what it says of itself, its arrays and those of its segments by their names,
    the version of the records that it is of, and whether that is still the collection's text; if
    not, documents were added since."""

    about: Mapping[str, Any]
    arrays: Mapping[str, AnyArray]
    segments: Mapping[str, Arrays]
    sequence: int
    is_current: bool


@dataclass(frozen=True, slots=True)
class ViewKind:
    """One sort of view: the word in its files' names, and what makes it."""

    word: str
    recipe: str


class ViewFiles:
    """The views' files of one library. Safe for several threads and processes."""

    def __init__(self, library: Path, records: Records) -> None:
        self._folder = library / FOLDER
        self._lock = library / LOCK
        self._records = records
        self._viewed = ViewedDocuments(records)
        self._faults = ViewFaults(self._folder, self._lock, records, self._viewed)
        self._sound: set[tuple[str, int, int, int]] = set()
        """Segments of which every byte was compared, or written, by a program that could be
        believed: by this one, or by one that said so in a view's own file."""

    @property
    def documents(self) -> CollectionDocuments:
        """The documents of collections, read once for all views."""
        return self._viewed.now

    @contextmanager
    def alone(self, patience: float = _PATIENCE) -> Iterator[None]:
        """Around making a view, so that no two processes make the same; without it after a while,
        and where the folder takes no lock.

        Whoever has waited looks first whether the other has written it.

        Args:
            patience: seconds to wait for another process or thread.
        """
        lock = filelock.FileLock(self._lock, timeout=patience, thread_local=False)
        try:
            self._lock.parent.mkdir(parents=True, exist_ok=True)
            lock.acquire()
        except filelock.Timeout:
            if patience >= _PATIENCE:
                logger.warning("another process has been making a view for too long")
        except (OSError, NotImplementedError):
            logger.warning("processes cannot agree on who makes a view", exc_info=True)
        try:
            yield
        finally:
            lock.release()

    def stored_bytes(self, collection_id: str, kind: ViewKind) -> int:
        """Bytes of a view's files, which an opening reads through; 0 if there is none."""
        try:
            whole = self._path(collection_id, kind).stat().st_size
            return whole + sum(
                segment.stat().st_size for segment in self._segments(collection_id, kind)
            )
        except OSError:
            return 0

    def open(
        self,
        collection_id: str,
        kind: ViewKind,
        newer: int = -1,
        known: Mapping[str, Arrays] | None = None,
    ) -> OpenedView | None:
        """A view that may be believed; None if there is none. A file that may not is removed.

        Args:
            newer: only one of a later version of the records than this.
            known: segments that are open, by their names: they are not read again.

        Raises:
            StorageError: if the records cannot be read.
        """
        path = self._path(collection_id, kind)
        try:
            if newer >= 0 and int(check_arrays(path, whole=False)["sequence"]) <= newer:
                return None
            arrays = open_arrays(path)
        except FileNotFoundError:
            return None
        except (DamagedArraysError, OSError, KeyError, TypeError, ValueError) as error:
            self._remove_view(path, str(error))
            return None
        current = self._is_current(collection_id, kind, arrays)
        if current is None:
            self._remove_same(path, arrays.about, "it is of other documents or of an older program")
            return None
        try:
            self._sound |= {tuple(each) for each in arrays.about.get("sound", ())}
            segments = self.segments(collection_id, kind, arrays.about["segments"], known or {})
        except (DamagedArraysError, OSError, KeyError, TypeError, ValueError) as error:
            self._remove_same(path, arrays.about, str(error))
            return None
        return OpenedView(
            *(arrays.about["view"], arrays.arrays, segments),
            *(int(arrays.about["sequence"]), bool(current)),
        )

    def segments(
        self,
        collection_id: str,
        kind: ViewKind,
        names: Iterable[str],
        known: Mapping[str, Arrays],
    ) -> dict[str, Arrays]:
        """Segments of a view, mapped into memory.

        Args:
            known: those that are.

        Raises:
            OSError: if one is not there.
            DamagedArraysError: if one is not as it was written, or not what it should be.
        """
        return {
            name: known.get(name) or self._opened_segment(collection_id, kind, name)
            for name in names
        }

    def write(
        self,
        collection_id: str,
        kind: ViewKind,
        documents: Sequence[Document],
        sequence: int,
        about: Mapping[str, Any],
        arrays: Mapping[str, AnyArray],
        segments: Mapping[str, Arrays],
    ) -> bool:
        """Put a view in place of the one that is there; whether it is there now.

        What cannot be written is made again at the next start: that is logged and harms nobody.

        Args:
            documents: those that the view was made of.
            sequence: the version of the records that they were read at, or an earlier one.
            about: plain values for JSON.
            segments: by the names of their files; those that are there are not written again.
        """
        path = self._path(collection_id, kind)
        arriving = path.with_name(f"{path.name}.{uuid.uuid4().hex}{ARRIVING}")
        try:
            self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            whole = {
                "kind": kind.word,
                "recipe": kind.recipe,
                "collection": collection_id,
                "sequence": sequence,
                "log": self._viewed.log_until(sequence),
                "documents": self._viewed.identity_at(collection_id, documents, sequence),
                "count": len(documents),
                "segments": list(segments),
                "view": dict(about),
            }
            for name, segment in segments.items():
                self._write_segment(collection_id, kind, name, segment)
            stamps = [_stamp_of(self._segment_path(collection_id, kind, each)) for each in segments]
            whole["sound"] = [stamp for stamp in stamps if stamp in self._sound]
            write_arrays(arriving, whole, arrays)
            before = named_by(path)  # as late as can be: another may have put one there
            arriving.replace(path)
        except FileNotFoundError:
            logger.info("a view was dropped while it was written: documents have gone")
            self._remove_segments(collection_id, kind, segments.keys() - named_by(path))
            return False
        except OSError:
            logger.warning("a view could not be kept", exc_info=True)
            self._remove_segments(collection_id, kind, segments.keys() - named_by(path))
            return False
        finally:
            with suppress(OSError):
                arriving.unlink(missing_ok=True)
        # what went before the file was in place was not seen by whoever deleted it
        changed = changed_documents(self._records, collection_id, sequence)
        gone = changed and not self._viewed.are_there(
            collection_id, sequence, str(whole["documents"])
        )
        if gone or not self._is_collection(collection_id):
            remove_file(path, "documents have gone while it was written")
            self._remove_segments(collection_id, kind, before | segments.keys())
            return False
        self._remove_segments(collection_id, kind, before - segments.keys())
        return True

    def _write_segment(self, collection_id: str, kind: ViewKind, name: str, arrays: Arrays) -> None:
        """
        Raises:
            OSError: if it cannot be written.
        """
        path = self._segment_path(collection_id, kind, name)
        if path.exists():
            return
        about = {"kind": kind.word, "recipe": kind.recipe, "collection": collection_id}
        arriving = path.with_name(f"{path.name}.{uuid.uuid4().hex}{ARRIVING}")
        try:
            write_arrays(arriving, about, arrays)
            arriving.replace(path)
        finally:
            with suppress(OSError):
                arriving.unlink(missing_ok=True)
        self._sound.add(_stamp_of(path))

    def _opened_segment(self, collection_id: str, kind: ViewKind, name: str) -> Arrays:
        """
        Raises:
            OSError: if it is not there.
            DamagedArraysError: if it is not as it was written, or not what it should be.
        """
        path = self._segment_path(collection_id, kind, name)
        stamp = _stamp_of(path)
        arrays = open_arrays(path, checked=stamp in self._sound)
        self._sound.add(stamp)
        own = [arrays.about.get(each) for each in ("kind", "recipe", "collection")]
        if own != [kind.word, kind.recipe, collection_id]:
            raise DamagedArraysError("It is another segment.")
        return arrays.arrays

    def _remove_view(self, path: Path, why: str) -> None:
        """Remove a view's file and those of its segments, but for those that may be of another
        that is being written; or any other file."""
        if path.name.endswith(ENDING):
            named = {f"{path.stem}.{each}{SEGMENT}" for each in named_by(path)}
            others = is_being_written(self._lock)
            for each in list(path.parent.glob(f"{path.stem}.*{SEGMENT}")):
                if each.name in named or not others:
                    remove_file(each, why)
        remove_file(path, why)

    def _remove_same(self, path: Path, about: Mapping[str, Any], why: str) -> None:
        """Remove a view's file and its segments, unless another has put a view in its place."""
        if says(path, about):
            self._remove_view(path, why)

    def _remove_segments(self, collection_id: str, kind: ViewKind, names: Iterable[str]) -> None:
        for name in names:
            path = self._segment_path(collection_id, kind, name)
            remove_file(path, "no view is of this segment any more")

    def _segments(self, collection_id: str, kind: ViewKind) -> list[Path]:
        return list(self._folder.glob(f"{collection_id}.{kind.word}.*{SEGMENT}"))

    def _segment_path(self, collection_id: str, kind: ViewKind, name: str) -> Path:
        return self._folder / f"{collection_id}.{kind.word}.{name}{SEGMENT}"

    def _is_collection(self, collection_id: str) -> bool:
        return any(collection.id == collection_id for collection in self._records.collections())

    def problems(self) -> tuple[Problem, ...]:
        """Files that nobody should find: damaged ones, those that hold what is gone, and what a
        program left that was ended while it wrote.

        Raises:
            StorageError: if the records cannot be read.
        """
        return tuple(
            Problem(WHERE, f"{told} ({path.name})", True)
            for path, told in self._faults.found(whole=True)
        )

    def repair(self) -> tuple[Problem, ...]:
        """Remove them; a view that is missing is made again when it is next needed.

        Raises:
            StorageError: if the records cannot be read.
        """
        mended = []
        for path, told in self._faults.found(whole=True):
            self._remove_view(path, told)
            mended.append(Problem(WHERE, f"{told} ({path.name})", True))
        return tuple(mended)

    def clear(self) -> None:
        """Remove what holds words that are gone, without looking at every byte.

        Raises:
            StorageError: if the records cannot be read.
        """
        for path, told in self._faults.found(whole=False):
            self._remove_view(path, told)

    def size_bytes(self) -> int:
        """Bytes on disk."""
        return bytes_in(self._folder)

    def _is_current(self, collection_id: str, kind: ViewKind, found: MappedArrays) -> bool | None:
        """Whether a file is of the collection's text as it is; None if it may not be believed."""
        about = found.about
        own = (about.get("kind"), about.get("recipe"), about.get("collection"))
        sequence = about.get("sequence")
        if own != (kind.word, kind.recipe, collection_id) or not isinstance(sequence, int):
            return None
        if sequence > self._records.sequence() or about.get("log") != self._viewed.log_until(
            sequence
        ):
            return None
        documents = str(about["documents"])
        if changed_documents(self._records, collection_id, sequence):
            return False if self._viewed.are_there(collection_id, sequence, documents) else None
        # the log is the same until then, and tells of nothing since: no document is looked at
        self._viewed.remember(collection_id, sequence, int(about.get("count", -1)), documents)
        return True

    def _path(self, collection_id: str, kind: ViewKind) -> Path:
        return self._folder / f"{collection_id}.{kind.word}{ENDING}"


def drop_views(library: Path, collection_id: str) -> None:
    """Remove a collection's files, those that are being written among them."""
    for path in (library / FOLDER).glob(f"{collection_id}.*"):
        remove_file(path, "documents have gone")


def view_files_in(library: Path, records: Records) -> ViewFiles | None:
    """The files of a library's views; None where the records are on a server."""
    return None if isinstance(records, OnServer) else ViewFiles(library, records)


def view_files_over(parts: Parts) -> ViewFiles | None:
    """The same: one for all that are built from the same parts."""
    if isinstance(parts.records, OnServer):
        return None
    return parts.shared.of(ViewFiles, lambda: ViewFiles(parts.settings.library, parts.records))


def _stamp_of(path: Path) -> tuple[str, int, int, int]:
    """What a file would not have if it were another.

    Raises:
        OSError: if it is not there.
    """
    found = path.stat()
    return path.name, found.st_ino, found.st_size, found.st_mtime_ns
