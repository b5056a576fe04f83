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
import sys
import uuid
from collections.abc import Collection as Group
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import filelock

from backend.collection_documents import CollectionDocuments
from backend.errors import NotFoundError
from backend.mapped_arrays import (
    AnyArray,
    DamagedArraysError,
    MappedArrays,
    check_arrays,
    open_arrays,
    write_arrays,
)
from backend.parcels import changed_documents, changes_text
from backend.ports import OnServer, Parts, Records
from backend.segments import Arrays
from backend.types import Document, Problem

logger = logging.getLogger(__name__)

FOLDER = "views"
"""Of the library's folder."""
WHERE = "views"
"""What a problem says that it concerns."""
_LOCK = "views.lock"
_ARRIVING = ".arriving"
_ENDING = ".view"
_SEGMENT = ".segment"
_PATIENCE = 600.0
"""Seconds that one process waits while another makes a view; then it makes its own."""
_LOG = 64
"""So many last entries of the log of changes tell one history of records from another."""


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
        self._lock = library / _LOCK
        self._records = records
        self.documents = CollectionDocuments(records)
        self._sound: set[tuple[str, int, int, int]] = set()
        """Segments of which every byte was compared, or written, by a program that could be
        believed: by this one, or by one that said so in a view's own file."""
        self._digests: dict[str, tuple[Document, int]] = {}
        self._identities: dict[str, tuple[int, int, int]] = {}
        """By collection: a version of the records, how many documents there were then, and the sum
        of their digests."""

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
        arriving = path.with_name(f"{path.name}.{uuid.uuid4().hex}{_ARRIVING}")
        try:
            self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            whole = {
                "kind": kind.word,
                "recipe": kind.recipe,
                "collection": collection_id,
                "sequence": sequence,
                "log": self._log_until(sequence),
                "documents": self._identity_at(collection_id, documents, sequence),
                "count": len(documents),
                "segments": list(segments),
                "view": dict(about),
            }
            for name, segment in segments.items():
                self._write_segment(collection_id, kind, name, segment)
            stamps = [_stamp_of(self._segment_path(collection_id, kind, each)) for each in segments]
            whole["sound"] = [stamp for stamp in stamps if stamp in self._sound]
            write_arrays(arriving, whole, arrays)
            before = self._named_by(path)  # as late as can be: another may have put one there
            arriving.replace(path)
        except FileNotFoundError:
            logger.info("a view was dropped while it was written: documents have gone")
            self._remove_segments(collection_id, kind, segments.keys() - self._named_by(path))
            return False
        except OSError:
            logger.warning("a view could not be kept", exc_info=True)
            self._remove_segments(collection_id, kind, segments.keys() - self._named_by(path))
            return False
        finally:
            with suppress(OSError):
                arriving.unlink(missing_ok=True)
        # what went before the file was in place was not seen by whoever deleted it
        changed = changed_documents(self._records, collection_id, sequence)
        gone = changed and not self._holds(collection_id, sequence, str(whole["documents"]))
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
        arriving = path.with_name(f"{path.name}.{uuid.uuid4().hex}{_ARRIVING}")
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

    def _named_by(self, path: Path) -> frozenset[str]:
        """The segments that a view's file names."""
        try:
            return frozenset(check_arrays(path, whole=False)["segments"])
        except (DamagedArraysError, OSError, KeyError, TypeError):
            return frozenset()

    def _remove_view(self, path: Path, why: str) -> None:
        """Remove a view's file and those of its segments, but for those that may be of another
        that is being written; or any other file."""
        if path.name.endswith(_ENDING):
            named = {f"{path.stem}.{each}{_SEGMENT}" for each in self._named_by(path)}
            others = self._is_being_written()
            for each in list(path.parent.glob(f"{path.stem}.*{_SEGMENT}")):
                if each.name in named or not others:
                    remove_file(each, why)
        remove_file(path, why)

    def _remove_same(self, path: Path, about: Mapping[str, Any], why: str) -> None:
        """Remove a view's file and its segments, unless another has put a view in its place."""
        if self._says(path, about):
            self._remove_view(path, why)

    def _says(self, path: Path, about: Mapping[str, Any]) -> bool:
        """Whether a file is there and says this of itself."""
        try:
            return check_arrays(path, whole=False) == about
        except (DamagedArraysError, OSError):
            return False

    def _remove_segments(self, collection_id: str, kind: ViewKind, names: Iterable[str]) -> None:
        for name in names:
            path = self._segment_path(collection_id, kind, name)
            remove_file(path, "no view is of this segment any more")

    def _segments(self, collection_id: str, kind: ViewKind) -> list[Path]:
        return list(self._folder.glob(f"{collection_id}.{kind.word}.*{_SEGMENT}"))

    def _segment_path(self, collection_id: str, kind: ViewKind, name: str) -> Path:
        return self._folder / f"{collection_id}.{kind.word}.{name}{_SEGMENT}"

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
            for path, told in self._unsound(whole=True)
        )

    def repair(self) -> tuple[Problem, ...]:
        """Remove them; a view that is missing is made again when it is next needed.

        Raises:
            StorageError: if the records cannot be read.
        """
        mended = []
        for path, told in self._unsound(whole=True):
            self._remove_view(path, told)
            mended.append(Problem(WHERE, f"{told} ({path.name})", True))
        return tuple(mended)

    def clear(self) -> None:
        """Remove what holds words that are gone, without looking at every byte.

        Raises:
            StorageError: if the records cannot be read.
        """
        for path, told in self._unsound(whole=False):
            self._remove_view(path, told)

    def size_bytes(self) -> int:
        """Bytes on disk."""
        return bytes_in(self._folder)

    def _unsound(self, *, whole: bool) -> Iterator[tuple[Path, str]]:
        if not self._folder.is_dir():
            return
        if whole:
            self.documents.forget()
        collections = {collection.id for collection in self._records.collections()}
        named: set[str] = set()
        """The files of segments that sound views name."""
        unsound: set[str] = set()
        """What the files of segments of unsound views begin with: they go with these."""
        segments: list[Path] = []
        for path in sorted(self._folder.iterdir()):
            collection_id = path.name.partition(".")[0]
            if path.name.endswith(_ARRIVING):
                if not self._is_being_written() and path.exists():
                    yield path, "A view was not written to its end"
            elif collection_id not in collections:
                yield path, "A view is of a collection that is gone"
            elif path.name.endswith(_SEGMENT):
                segments.append(path)
            else:
                told, own = self._fault_of(path, collection_id, whole=whole)
                named.update(f"{path.stem}.{each}{_SEGMENT}" for each in own)
                if told:
                    unsound.add(path.stem)
                    yield path, told
        for path in segments:
            if path.name.removesuffix(_SEGMENT).rpartition(".")[0] not in unsound:
                told = self._fault_of_segment(path, named, whole=whole)
                if told:
                    yield path, told

    def _fault_of_segment(self, path: Path, named: Group[str], *, whole: bool) -> str:
        if path.name not in named:
            if self._is_being_written() or not path.exists():
                return ""
            stem, _, name = path.name.removesuffix(_SEGMENT).rpartition(".")
            # the view that it is of may have been put in its place since the files were listed
            known = name in self._named_by(path.with_name(f"{stem}{_ENDING}"))
            return "" if known else "A segment belongs to no view"
        return "A stored view is damaged" if whole and _is_damaged(path) else ""

    def _fault_of(
        self, path: Path, collection_id: str, *, whole: bool
    ) -> tuple[str, Sequence[str]]:
        """What is wrong with a view, and the segments that a sound one names."""
        try:
            about = check_arrays(path, whole=whole)
            sequence, documents = int(about["sequence"]), str(about["documents"])
            segments = [str(array) for array in about.get("segments", ())]
        except FileNotFoundError:
            return "", ()
        except (DamagedArraysError, OSError, KeyError, ValueError, TypeError):
            return "A stored view is damaged", ()
        if about.get("collection") != collection_id:
            return "A stored view is of another collection", ()
        same = not whole and about.get("log") == self._log_until(sequence)
        unchanged = same and not changed_documents(self._records, collection_id, sequence)
        if not (unchanged or self._holds(collection_id, sequence, documents)):
            return "A stored view is of documents that have changed or gone", ()
        there = {each.name for each in path.parent.glob(f"{path.stem}.*{_SEGMENT}")}
        lacking = [
            segment for segment in segments if f"{path.stem}.{segment}{_SEGMENT}" not in there
        ]
        if lacking and not self._is_being_written() and self._says(path, about):
            return "A stored view is damaged: a segment of it is not there", ()
        return "", segments

    def _is_being_written(self) -> bool:
        try:
            with filelock.FileLock(self._lock, timeout=0, thread_local=False):
                return False
        except (filelock.Timeout, OSError, NotImplementedError):  # a lock that cannot be asked
            return True

    def _is_current(self, collection_id: str, kind: ViewKind, found: MappedArrays) -> bool | None:
        """Whether a file is of the collection's text as it is; None if it may not be believed."""
        about = found.about
        own = (about.get("kind"), about.get("recipe"), about.get("collection"))
        sequence = about.get("sequence")
        if own != (kind.word, kind.recipe, collection_id) or not isinstance(sequence, int):
            return None
        if sequence > self._records.sequence() or about.get("log") != self._log_until(sequence):
            return None
        documents = str(about["documents"])
        if changed_documents(self._records, collection_id, sequence):
            return False if self._holds(collection_id, sequence, documents) else None
        # the log is the same until then, and tells of nothing since: no document is looked at
        known = sequence, int(about.get("count", -1)), int(documents, 16)
        self._identities[collection_id] = known
        return True

    def _holds(self, collection_id: str, sequence: int, identity: str) -> bool:
        """Whether documents of a version of the records, by their digest, are there as they were;
        others may have come."""
        documents = self._present(collection_id)
        # read after the documents: what comes meanwhile is in neither, or in the changes as well
        changed = changed_documents(self._records, collection_id, sequence)
        return (
            self._identity_of(document for document in documents if document.id not in changed)
            == identity
        )

    def _present(self, collection_id: str) -> tuple[Document, ...]:
        """The documents of a collection; none where it has gone."""
        try:
            return tuple(self.documents.of(collection_id).values())
        except NotFoundError:
            return ()

    def _identity_of(self, documents: Iterable[Document]) -> str:
        """A digest of which documents these are, and of which of their versions."""
        total = 0
        for document in documents:
            known = self._digests.get(document.id)
            if known is None or known[0] != document:
                known = self._digests[document.id] = document, _digest_of(document)
            total += known[1]
        return _digits(total)

    def _identity_at(self, collection_id: str, documents: Sequence[Document], sequence: int) -> str:
        """The same of all documents of a collection at a version of the records. Where some were
        only added since an earlier one, they are added to what is known of that."""
        since, count, total = self._identities.get(collection_id, (sys.maxsize, 0, 0))
        came = {
            change.document_id
            for change in (self._records.changes(since) if since <= sequence else ())
            if change.collection_id == collection_id
            and change.sequence <= sequence
            and changes_text(change)
        }
        if since > sequence or count + len(came) != len(documents):  # others went or changed
            total = 0
            came = {document.id for document in documents}
        total += int(
            self._identity_of(document for document in documents if document.id in came), 16
        )
        self._identities[collection_id] = sequence, len(documents), total
        return _digits(total)

    def _log_until(self, sequence: int) -> str:
        digest = hashlib.sha256()
        for change in self._records.changes(max(0, sequence - _LOG)):
            if change.sequence <= sequence:
                digest.update(repr(change).encode())
        return digest.hexdigest()

    def _path(self, collection_id: str, kind: ViewKind) -> Path:
        return self._folder / f"{collection_id}.{kind.word}{_ENDING}"


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


def _digits(total: int) -> str:
    return f"{total % (1 << 256):064x}"


def _digest_of(document: Document) -> int:
    """Digests are added up, so that the order of documents does not matter."""
    fields = (
        *(document.id, document.sha256, document.version, document.chunks, document.pages),
        *(document.added, document.name, document.title, document.media_type, document.key),
    )
    written = repr(fields).encode("utf-8", "surrogatepass")
    return int.from_bytes(hashlib.sha256(written).digest(), "big")


def _stamp_of(path: Path) -> tuple[str, int, int, int]:
    """What a file would not have if it were another.

    Raises:
        OSError: if it is not there.
    """
    found = path.stat()
    return path.name, found.st_ino, found.st_size, found.st_mtime_ns


def _is_damaged(path: Path) -> bool:
    try:
        check_arrays(path)
    except FileNotFoundError:
        return False
    except (DamagedArraysError, OSError):
        return True
    return False


def bytes_in(folder: Path) -> int:
    """Bytes of all files of a folder."""
    found = 0
    for each in folder.glob("*"):
        with suppress(FileNotFoundError):  # it may go at any time
            found += each.stat().st_size
    return found


def remove_file(path: Path, why: str) -> None:
    """Remove a view's file, where it is there and the system lets it go.

    Args:
        why: for the log.
    """
    try:
        path.unlink(missing_ok=True)
        logger.info("a view's file was removed: %s", why)
    except OSError:  # open elsewhere, on a system that keeps open files; the next start tries again
        logger.warning("a view's file could not be removed", exc_info=True)
