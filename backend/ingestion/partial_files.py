"""Files that come in pieces: what is here so far, until it is whole, given up, or too old.

Each is two files: `ID.part` has the bytes that are here, and its length is the offset at which the
next piece begins; `ID.json` has what was announced. So whoever sends can go on after a broken
connection, and after a restart of the program.
"""

from __future__ import annotations

import re
import secrets
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import replace
from pathlib import Path

import filelock

from backend.errors import NotFoundError, OffsetError, StorageError, missing
from backend.ingestion.files import storage_error
from backend.serialisation import from_json, to_json
from backend.types import PartialUpload

FOLDER = "uploads"
"""Below the library's own folder."""
LASTS = 86_400.0
"""Seconds after its last piece for which an upload is kept."""
_ID = re.compile(r"[0-9a-f]{32}")
_HELD_SECONDS = 60.0


class PartialFiles:
    """The uploads under way in a folder. Safe for several threads and processes.

    Args:
        folder: made when the first upload begins.
        clock: seconds since 1970.
    """

    def __init__(self, folder: Path, clock: Callable[[], float] = time.time) -> None:
        self._folder = folder
        self._clock = clock

    def begin(self, wanted: PartialUpload) -> PartialUpload:
        """Keep what was announced, under an id that cannot be guessed.

        Raises:
            StorageError: if the disk is full or cannot be written.
        """
        made = replace(wanted, id=secrets.token_hex(16), received=0)
        try:
            self._folder.mkdir(parents=True, exist_ok=True)
            self._part(made.id).touch()
            self.keep(made)
        except OSError as error:
            self.drop(made.id)
            raise storage_error(error) from error
        return self.find(made.id)

    def find(self, upload_id: str) -> PartialUpload:
        """What is known of an upload.

        Raises:
            NotFoundError: if there is none of that id (any more).
        """
        try:
            if not _ID.fullmatch(upload_id):
                raise FileNotFoundError(upload_id)
            known = from_json(PartialUpload, self._about(upload_id).read_text("utf-8"))
            part = self._part(upload_id)
            received = known.size if known.done else part.stat().st_size
            ends = (self._about(upload_id) if known.done else part).stat().st_mtime + LASTS
        except (OSError, ValueError, TypeError) as error:
            raise missing("upload") from error
        if ends <= self._clock():
            self.drop(upload_id)
            raise missing("upload")
        return replace(known, received=received, ends=ends)

    def append(self, upload_id: str, offset: int, piece: bytes) -> PartialUpload:
        """Add the piece that begins at `offset` (bytes).

        Raises:
            OffsetError: if that is not where the next piece begins, or it goes beyond the file's
                end; nothing is changed.
            NotFoundError: if there is no such upload.
            StorageError: if the disk is full; what came before stays.
        """
        known = self.find(upload_id)
        if offset != known.received:
            raise OffsetError(known.received)
        if offset + len(piece) > known.size:
            raise OffsetError(known.received, known.size)
        if not piece:  # the file's bytes may be gone from here, into the library
            return known
        try:
            with self._part(upload_id).open("r+b") as out:
                out.seek(offset)
                try:
                    out.write(piece)
                    out.flush()
                except OSError:
                    out.truncate(offset)
                    raise
        except OSError as error:
            raise storage_error(error) from error
        return self.find(upload_id)

    def path(self, upload_id: str) -> Path:
        """Where the bytes are that came."""
        return self._part(upload_id)

    def keep(self, known: PartialUpload) -> None:
        """Keep what is known of an upload.

        Raises:
            OSError: if it cannot be written.
        """
        about = self._about(known.id)
        arriving = about.with_suffix(".new")
        arriving.write_text(to_json(known), "utf-8")
        arriving.replace(about)

    def end(self, known: PartialUpload, job_id: str) -> PartialUpload:
        """The file is in the library: its bytes go from here, and its name, which the job has."""
        self.keep(replace(known, done=True, job_id=job_id, name="", received=known.size))
        self._part(known.id).unlink(missing_ok=True)
        return self.find(known.id)

    def drop(self, upload_id: str) -> None:
        """Forget an upload with what came of it."""
        if _ID.fullmatch(upload_id):
            for path in self._folder.glob(f"{upload_id}.*"):
                path.unlink(missing_ok=True)

    def drop_of(self, collection_id: str) -> None:
        """Forget all uploads to a collection."""
        for each in self._touched():
            with suppress(NotFoundError):
                if self.find(each).collection_id == collection_id:
                    self.drop(each)

    def drop_expired(self) -> int:
        """Forget those to which nothing was added for too long; how many."""
        now = self._clock()
        late = [each for each, touched in self._touched().items() if touched + LASTS <= now]
        for each in late:
            self.drop(each)
        return len(late)

    @contextmanager
    def held(self, upload_id: str) -> Iterator[None]:
        """Nobody else adds to an upload while this is held.

        Raises:
            NotFoundError: if there is no such upload.
            StorageError: if somebody else holds it for too long.
        """
        self.find(upload_id)
        lock = self._folder / f"{upload_id}.lock"
        try:
            with filelock.FileLock(lock, timeout=_HELD_SECONDS):
                yield
        except filelock.Timeout as error:
            raise StorageError(
                "Another request has been adding to this upload for too long.",
                "Ask how much is here, and go on from there.",
            ) from error
        finally:
            # nothing more is added to one that is done: who still waits for the lock finds that out
            if self._is_over(upload_id):
                with suppress(OSError):
                    lock.unlink()

    def _is_over(self, upload_id: str) -> bool:
        try:
            return self.find(upload_id).done
        except NotFoundError:
            return True

    def _touched(self) -> dict[str, float]:
        """By id of each upload: when something of it was written last."""
        found: dict[str, float] = {}
        for path in self._folder.glob("*"):
            if _ID.fullmatch(path.stem):
                with suppress(OSError):
                    found[path.stem] = max(found.get(path.stem, 0.0), path.stat().st_mtime)
        return found

    def _part(self, upload_id: str) -> Path:
        return self._folder / f"{upload_id}.part"

    def _about(self, upload_id: str) -> Path:
        return self._folder / f"{upload_id}.json"
