"""Files on their way from a browser into the library, a piece at a time.

The screens' own connection carries one message after the other and may lose those that cross a
redraw. So files come by requests of their own: each piece names its place in the file, a piece
whose reply was lost is sent again, and a file is added once, as soon as its last byte is here.
"""

from __future__ import annotations

import logging
import re
import secrets
import shutil
import tempfile
import threading
import weakref
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

from backend.errors import WorkbenchError
from backend.types import UploadCheck
from backend.workbench import Workbench

MOST_PIECE = 4 << 20
"""Bytes of the largest piece that is taken; one is held in memory while it comes."""
_FILE_ID = re.compile(r"[0-9a-f]{32}")
UNEXPECTED = "Something went wrong that should not have; the log of the program says more."

log = logging.getLogger(__name__)


class PieceError(ValueError):
    """A piece that no page of ours would send."""


@dataclass(frozen=True, slots=True)
class UploadOutcome:
    """What became of a whole file.

    `taken`: it is queued; `asks`: the visitor decides first; `known`: the same bytes are on their
    way already; `refused`: `words` say why. `place` counts a pass's outcomes from 1.
    """

    kind: Literal["taken", "asks", "known", "refused"]
    place: int
    words: str = ""


@dataclass(frozen=True, slots=True)
class WaitingUpload:
    """A file that needs a decision before it is read."""

    name: str
    path: Path
    size: int
    check: UploadCheck


@dataclass
class _Arrival:
    """A file of which `received` bytes are on disk."""

    path: Path
    received: int = 0
    outcome: UploadOutcome | None = None
    lock: threading.Lock = field(default_factory=threading.Lock)


class Pass:
    """Lets one browser tab add files to one collection, for as long as the tab's session lives.

    What has come so far stands in a folder of its own, which goes with the pass.
    """

    def __init__(self, workbench: Workbench, collection_id: str) -> None:
        self.token = secrets.token_urlsafe(32)
        self._workbench = workbench
        self._collection_id = collection_id
        self._arrivals: dict[str, _Arrival] = {}
        self._waiting: list[WaitingUpload] = []
        self._ended = 0
        self._lock = threading.Lock()
        self._folder = Path(tempfile.mkdtemp(prefix="quire-upload-"))
        weakref.finalize(self, shutil.rmtree, self._folder, ignore_errors=True)

    def receive(
        self, file_id: str, name: str, size: int, start: int, piece: bytes
    ) -> tuple[int, UploadOutcome | None]:
        """Take one piece of a file; one that does not follow what is here changes nothing.

        Args:
            file_id: 32 hexadecimal digits that the browser chose for this file.
            name: the file's name.
            size: bytes of the whole file.
            start: where in the file the piece begins, in bytes.

        Returns:
            How many bytes are here now, and what became of the file once it is whole.

        Raises:
            PieceError: if these values contradict each other.
        """
        if not _FILE_ID.fullmatch(file_id) or start < 0 or start + len(piece) > size:
            raise PieceError("The piece lies outside of its file.")
        with self._lock:
            arrival = self._arrivals.setdefault(file_id, _Arrival(self._folder / file_id))
        with arrival.lock:
            if arrival.outcome is None:
                try:
                    self._append(arrival, name, size, start, piece)
                except OSError as error:
                    log.exception("A piece of a file could not be written")
                    words = f"The file could not be stored: {error.strerror or error}."
                    arrival.outcome = self._outcome("refused", words)
            return arrival.received, arrival.outcome

    def _append(self, arrival: _Arrival, name: str, size: int, start: int, piece: bytes) -> None:
        most = self._workbench.library.largest_file()
        if size > most:
            words = f"The file is larger than {most // 1_000_000} MB, the most that one may have."
            arrival.outcome = self._outcome("refused", words)
            return
        if start == arrival.received:
            with arrival.path.open("ab") as out:
                out.truncate(start)  # a write that failed half way may have left something
                out.write(piece)
            arrival.received += len(piece)
        if arrival.received == size:
            arrival.outcome = self._ended_as(name, arrival)

    def _ended_as(self, name: str, arrival: _Arrival) -> UploadOutcome:
        keep = False
        try:
            check = self._workbench.library.inspect_upload(self._collection_id, name, arrival.path)
            if check.verdict != "new":
                keep = True
                with self._lock:
                    self._waiting.append(WaitingUpload(name, arrival.path, arrival.received, check))
                return self._outcome("asks")
            job = self._workbench.library.add_file(self._collection_id, name, arrival.path)
            return self._outcome("known" if job is None else "taken")
        except WorkbenchError as error:
            return self._outcome("refused", f"{error.what} {error.remedy}".strip())
        except Exception:
            log.exception("A file could not be taken")
            return self._outcome("refused", UNEXPECTED)
        finally:
            if not keep:
                arrival.path.unlink(missing_ok=True)

    def _outcome(
        self, kind: Literal["taken", "asks", "known", "refused"], words: str = ""
    ) -> UploadOutcome:
        with self._lock:
            self._ended += 1
            return UploadOutcome(kind, self._ended, words)

    def cancel(self, file_id: str) -> None:
        """Forget what came of a file that is not whole yet."""
        with self._lock:
            arrival = self._arrivals.get(file_id)
        if arrival is None:
            return
        with arrival.lock:
            if arrival.outcome is None:
                arrival.outcome = self._outcome("refused", "It was cancelled.")
                arrival.path.unlink(missing_ok=True)

    @property
    def ended(self) -> int:
        """How many files have an outcome."""
        with self._lock:
            return self._ended

    @property
    def waiting(self) -> tuple[WaitingUpload, ...]:
        """The files that wait for a decision, first come first."""
        with self._lock:
            return tuple(self._waiting)

    def settle(self, files: Sequence[WaitingUpload]) -> None:
        """Forget files that were decided about; their bytes are in the library or not wanted."""
        with self._lock:
            self._waiting = [each for each in self._waiting if each not in files]
        for file in files:
            file.path.unlink(missing_ok=True)


class Passes:
    """The passes of all visitors, each for as long as somebody holds it."""

    def __init__(self) -> None:
        self._live: weakref.WeakValueDictionary[str, Pass] = weakref.WeakValueDictionary()

    def issue(self, workbench: Workbench, collection_id: str) -> Pass:
        """A new pass; it ends when the caller lets go of it."""
        made = Pass(workbench, collection_id)
        self._live[made.token] = made
        return made

    def find(self, token: str) -> Pass | None:
        """The live pass of a token; None if it ended or never was."""
        return self._live.get(token)


passes = Passes()
"""Of this process: the screens issue passes and the web server's route takes files on them."""
