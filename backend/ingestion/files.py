"""The uploaded files themselves, stored once per content under their SHA-256."""

from __future__ import annotations

import errno
import hashlib
import os
import shutil
import time
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

import filelock

from backend.errors import NotFoundError, ReadingError, StorageError

_PIECE = 1 << 20
_OPENED = ".opened"
_COLUMNS = ".columns"
_ARRIVING_COLUMNS = "columns-"
_LOCK = "lock"
_YOUNG_SECONDS = 60.0
"""A folder of this age may not have its lock yet."""
_HELD_SECONDS = 120.0
SET_ASIDE = "set-aside"
"""The folder below the files' own for those that no record knows."""


@dataclass(frozen=True, slots=True)
class StoredFile:
    """Content hash and size in bytes of a stored file."""

    sha256: str
    size: int


class FileStore:
    """Files under `root`/ab/abcdef…; a file appears whole or not at all.

    A password-protected file has a second copy that opens without its password, so that pages can
    be drawn later and no password needs to be kept. A file with a large table has a file of columns
    beside it, for each way in which it is read.
    """

    def __init__(self, root: Path, limit: int) -> None:
        self._root = root
        self._limit = limit

    @property
    def limit(self) -> int:
        """Bytes of the largest file that is taken."""
        return self._limit

    @contextmanager
    def held(self) -> Iterator[None]:
        """Nobody else in any process puts a file in or takes one out while this is held: between
        asking whether a file is used and removing it, it may not be added again.

        Raises:
            StorageError: if somebody else holds it for too long, or the folder cannot be written.
        """
        try:
            self._root.mkdir(parents=True, exist_ok=True)
            lock = filelock.FileLock(self._root / ".lock", timeout=_HELD_SECONDS)
            with lock:
                yield
        except filelock.Timeout as error:
            raise StorageError(
                "Another program has been adding or removing files for too long.",
                "Wait for it to finish, or close other windows of Quire, and try again.",
            ) from error

    def clear_arrivals(self) -> int:
        """Remove what was left of files that were being stored when a program was ended; how many.

        Whoever calls this holds `held`, so that none is arriving now.
        """
        left = [
            *self._root.glob("arriving-*"),
            *self._root.glob("??/*.????????????????????????????????"),
        ]
        left += self.columns_alone()
        for path in left:
            path.unlink(missing_ok=True)
        folders = self.columns_left()
        for folder in folders:
            shutil.rmtree(folder, ignore_errors=True)
        return len(left) + len(folders)

    def put(self, content: bytes | Path) -> StoredFile:
        """Store a file's bytes.

        Raises:
            ReadingError: `too_large` over the limit, `empty` for no bytes.
            StorageError: if the disk is full or cannot be written.
        """
        arriving = self._root / f"arriving-{uuid.uuid4().hex}"
        digest = hashlib.sha256()
        size = 0
        try:
            self._root.mkdir(parents=True, exist_ok=True)
            with arriving.open("wb") as out:
                for piece in _pieces(content):
                    size += len(piece)
                    if size > self._limit:
                        raise too_large(self._limit)
                    digest.update(piece)
                    out.write(piece)
                out.flush()
                os.fsync(out.fileno())
            if size == 0:
                raise ReadingError(
                    "empty", "The file is empty: it has no bytes.", "Choose another file."
                )
            stored = StoredFile(digest.hexdigest(), size)
            target = self._original(stored.sha256)
            target.parent.mkdir(parents=True, exist_ok=True)
            arriving.replace(target)
        except OSError as error:
            raise storage_error(error) from error
        finally:
            arriving.unlink(missing_ok=True)
        return stored

    def put_opened(self, sha256: str, content: bytes) -> None:
        """Store the copy of a protected file that opens without a password."""
        target = self._original(sha256).with_suffix(_OPENED)
        arriving = target.with_suffix(f".{uuid.uuid4().hex}")
        try:
            arriving.write_bytes(content)
            arriving.replace(target)
        except OSError as error:
            raise storage_error(error) from error
        finally:
            arriving.unlink(missing_ok=True)

    def columns(self, sha256: str, key: str) -> Path:
        """Where the file of columns is that a file gives when it is read in the way `key`."""
        original = self._original(sha256)
        return original.with_name(f"{sha256}.{key}{_COLUMNS}")

    @contextmanager
    def arriving_columns(self, sha256: str, key: str) -> Iterator[Path]:
        """A place to write a file of columns to; it appears at `columns`, whole, when the block
        ends without an error.

        Raises:
            StorageError: if the disk is full or cannot be written.
        """
        folder = self._root / f"{_ARRIVING_COLUMNS}{uuid.uuid4().hex}"
        try:
            folder.mkdir(parents=True)
            with filelock.FileLock(folder / _LOCK):
                arriving = folder / "made"
                yield arriving
                target = self.columns(sha256, key)
                if not self._original(sha256).is_file():
                    return  # it was deleted meanwhile, and nothing of it may stay
                arriving.replace(target)
                _synchronise(target.parent)
                if not self._original(sha256).is_file():
                    target.unlink(missing_ok=True)
        except OSError as error:
            raise storage_error(error) from error
        finally:
            shutil.rmtree(folder, ignore_errors=True)

    def columns_left(self) -> list[Path]:
        """Folders in which a file of columns was written when a program was ended."""
        left: list[Path] = []
        for folder in sorted(self._root.glob(f"{_ARRIVING_COLUMNS}*")):
            try:
                if not (folder / _LOCK).exists():
                    if time.time() - folder.stat().st_mtime > _YOUNG_SECONDS:
                        left.append(folder)
                    continue
                with filelock.FileLock(folder / _LOCK, timeout=0):
                    left.append(folder)
            except (filelock.Timeout, OSError):
                continue
        return left

    def columns_alone(self) -> list[Path]:
        """Files of columns whose own file is gone."""
        found = sorted(self._root.glob(f"??/*{_COLUMNS}"))
        return [path for path in found if not self._original(path.name.split(".")[0]).is_file()]

    def path(self, sha256: str) -> Path:
        """Where to read the file: the opened copy if there is one.

        Raises:
            NotFoundError: if the file is not in the library.
        """
        original = self._original(sha256)
        opened = original.with_suffix(_OPENED)
        if opened.is_file():
            return opened
        if original.is_file():
            return original
        raise NotFoundError(
            "The file behind this document is no longer in the library.", "Add the file again."
        )

    def original(self, sha256: str) -> bytes:
        """The bytes as they were uploaded.

        Raises:
            NotFoundError: if the file is not in the library.
        """
        try:
            return self._original(sha256).read_bytes()
        except FileNotFoundError:
            raise NotFoundError(
                "The file behind this document is no longer in the library.", "Add the file again."
            ) from None

    def remove(self, sha256: str) -> None:
        """Forget a file; nothing happens if it is not there."""
        original = self._original(sha256)
        original.unlink(missing_ok=True)
        original.with_suffix(_OPENED).unlink(missing_ok=True)
        self._remove_columns(sha256)

    def set_aside(self, sha256: str) -> Path:
        """Move a file that nothing is known of out of the way, and note it in the list beside it.

        Returns:
            The folder that holds what was set aside; its `list.tsv` has a line a file: the time
            (UTC), the hash, the bytes.

        Raises:
            StorageError: if it cannot be moved.
        """
        folder = self._root / SET_ASIDE
        original = self._original(sha256)
        try:
            folder.mkdir(parents=True, exist_ok=True)
            size = original.stat().st_size
            original.replace(folder / sha256)
            original.with_suffix(_OPENED).unlink(missing_ok=True)
            self._remove_columns(sha256)
            with (folder / "list.tsv").open("a", encoding="utf-8") as listed:
                moment = datetime.now(UTC).isoformat(timespec="seconds")
                listed.write(f"{moment}\t{sha256}\t{size}\n")
        except OSError as error:
            raise storage_error(error) from error
        return folder

    def stored(self) -> Iterator[str]:
        """The hashes of all stored files."""
        for path in self._root.glob("??/*"):
            if not path.suffix:
                yield path.name

    def size_bytes(self) -> int:
        """Bytes on disk."""
        return sum(path.stat().st_size for path in self._root.rglob("*") if path.is_file())

    def _remove_columns(self, sha256: str) -> None:
        for path in self._original(sha256).parent.glob(f"{sha256}.*{_COLUMNS}"):
            path.unlink(missing_ok=True)

    def _original(self, sha256: str) -> Path:
        return self._root / sha256[:2] / sha256


def _synchronise(folder: Path) -> None:
    """Let the disk know that a file has its name, where folders can be synchronised."""
    if hasattr(os, "O_DIRECTORY"):
        opened = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
        try:
            os.fsync(opened)
        finally:
            os.close(opened)


def too_large(limit: int) -> ReadingError:
    """The error for a file over the limit (bytes)."""
    return ReadingError(
        "too_large",
        f"The file is larger than {limit // 1_000_000} MB, the most that one file may have.",
        "Split it, or raise the setting max_file_megabytes.",
    )


def _pieces(content: bytes | Path) -> Iterator[bytes]:
    if isinstance(content, bytes):
        yield content
        return
    with content.open("rb") as source:
        while piece := source.read(_PIECE):
            yield piece


def storage_error(error: OSError) -> StorageError:
    """The error for a file that could not be written."""
    if error.errno == errno.ENOSPC:
        return StorageError(
            "The disk is full: the file could not be stored.",
            "Free some space and add the file again; nothing that was stored before is lost.",
        )
    return StorageError(
        f"The library folder cannot be written: {error.strerror or error}.",
        "Check that the folder exists and that you may write to it.",
    )


def content_hash(content: bytes | Path) -> str:
    """SHA-256 of a file's bytes, as hex; a path is read piece by piece."""
    digest = hashlib.sha256()
    for piece in _pieces(content):
        digest.update(piece)
    return digest.hexdigest()
