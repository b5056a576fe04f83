"""Reading that nobody waits for: in steps, by one process at a time, and questions go first."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path

import filelock

from backend.errors import CancelledError, WorkbenchError
from backend.ports import Records
from backend.precedence import QuestionsFirst

logger = logging.getLogger(__name__)

PASSAGES_OF_STEP = 500
"""About so many passages are read and stored in one step in the background."""
_PATIENCE = 1.0
"""Seconds that a step waits for another process."""


class BackgroundReading:
    """What is read of one collection in the background.

    `progress` are passages read and passages to read while documents are read, (0, 0) else;
    `failed_at` is the version of the records that could not be read: it is not tried again.

    Args:
        what: what is read, in the plural, as the log calls it; also the name of the file, in the
            library's folder, that the process holds which reads.
        library: the folder in which processes agree on who reads, and see who asks; None if there
            is no other process.
        closing: set when the program ends: what is read in the background then ends.
    """

    def __init__(self, what: str, library: Path | None, closing: threading.Event) -> None:
        self.progress = (0, 0)
        self.failed_at = -1
        self._what = what
        self._library = library
        self._first = QuestionsFirst(library) if library is not None else None
        self._closing = closing
        self._thread: threading.Thread | None = None

    @property
    def is_running(self) -> bool:
        """Whether something is being read in the background."""
        return self._thread is not None and self._thread.is_alive()

    def alone(self) -> AbstractContextManager[object]:
        """Around reading in the background, so that no two processes read the same.

        Raises:
            filelock.Timeout: if another process is at it.
        """
        if self._library is None:
            return nullcontext()
        self._library.mkdir(parents=True, exist_ok=True)
        return filelock.FileLock(
            self._library / f"{self._what}.lock", timeout=_PATIENCE, thread_local=False
        )

    def start(
        self, records: Records, step: Callable[[int], bool], then: Callable[[], object]
    ) -> None:
        """Read in the background, unless that is being done.

        Args:
            step: reads about so many passages; whether nothing is left.
            then: called when nothing is left.
        """
        if self._closing.is_set() or self.is_running:
            return

        def read() -> None:
            sequence = records.sequence()
            try:
                done = False
                while not (done or self._closing.is_set()):
                    done = step(PASSAGES_OF_STEP)
                if done:
                    then()
            except CancelledError:
                logger.info("the %s of a collection are read at the next start", self._what)
            except WorkbenchError:
                self.failed_at = sequence
                logger.exception("The %s of a collection could not be read.", self._what)
            finally:
                self.progress = (0, 0)

        self._thread = threading.Thread(target=read, name=f"collection-{self._what}", daemon=True)
        self._thread.start()

    def join(self) -> None:
        """Wait for what is read in the background."""
        if self._thread is not None:
            self._thread.join()

    def let_pass(self) -> None:
        """Called before every few passages: a question that another process asks goes first.

        Raises:
            CancelledError: if the program ends.
        """
        if self._first is not None:
            self._first.let_pass(self._closing.is_set)
        if self._closing.is_set():
            raise CancelledError(f"The {self._what} are read at the next start.")
