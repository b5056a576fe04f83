"""Questions go before work that nobody waits for, in this process and in the others of a library.

A process in which a question is at work holds a lock file of its own below the library's folder;
background work looks whether one of these files is held, and waits meanwhile. The system lets go of
a lock when its process ends, however it ends, so that nothing waits for a process that is gone.
"""

from __future__ import annotations

import logging
import os
import threading
import time
import uuid
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import filelock

from backend.ports import Parts

FOLDER = "questions"
"""Where the lock files lie, below the library's folder."""
LONGEST_WAIT = 30.0
"""Seconds after which background work takes a step all the same: where somebody always asks, it
must not stand still for ever."""
LOOK_EVERY = 0.1
_LOOKED_AT = 0.5
"""Seconds in which whoever only looks has let go of a lock again."""
_FORGOTTEN = 86_400.0
"""Seconds after which a file that nobody holds is removed."""

logger = logging.getLogger(__name__)


class QuestionsFirst:
    """Told of questions, and asked by background work whether it may go on. Safe for threads.

    Args:
        library: the library's folder.
        clock: seconds that never go back.
    """

    def __init__(self, library: Path, clock: Callable[[], float] = time.monotonic) -> None:
        self._folder = library / FOLDER
        self._path = self._folder / f"{os.getpid()}-{uuid.uuid4().hex[:8]}.lock"
        self._clock = clock
        self._held: filelock.BaseFileLock | None = None
        self._at_work = 0
        self._lock = threading.Lock()

    @contextmanager
    def question(self) -> Iterator[None]:
        """Around a question that somebody waits for."""
        with self._lock:
            self._at_work += 1
            if self._at_work == 1:
                self._hold()
        try:
            yield
        finally:
            with self._lock:
                self._at_work -= 1
                if not self._at_work:
                    self._let_go()

    def is_at_work(self) -> bool:
        """Whether a question is at work in a process of the library."""
        if self._at_work:
            return True
        try:
            files = [each for each in self._folder.iterdir() if each != self._path]
        except OSError:
            return False  # nobody has asked yet
        return any(map(_is_held, files))

    def let_pass(self, stopped: Callable[[], bool] = lambda: False) -> float:
        """Wait while a question is at work, LONGEST_WAIT at most; the seconds that were waited.

        Args:
            stopped: whether the work shall end; asked while it waits.
        """
        began = self._clock()
        while not stopped() and self._clock() - began < LONGEST_WAIT and self.is_at_work():
            time.sleep(LOOK_EVERY)
        return self._clock() - began

    def _hold(self) -> None:
        try:
            self._folder.mkdir(parents=True, exist_ok=True)
            held = filelock.FileLock(self._path, timeout=_LOOKED_AT, thread_local=False)
            held.acquire(poll_interval=0.01)
            self._held = held
        except (OSError, filelock.Timeout):
            logger.info("other processes are not told of a question", exc_info=True)

    def _let_go(self) -> None:
        if self._held is not None:
            self._held.release()
            self._held = None


def _is_held(path: Path) -> bool:
    """Whether a process holds a lock file; one that nobody has held for a day is removed."""
    lock = filelock.FileLock(path, timeout=0, thread_local=False)
    try:
        with lock:
            if time.time() - path.stat().st_mtime > _FORGOTTEN:
                path.unlink(missing_ok=True)
    except filelock.Timeout:
        return True
    except OSError:
        return False
    return False


def questions_first_over(parts: Parts) -> QuestionsFirst:
    """The one of a process: shared by all that is built from the same parts."""
    return parts.shared.of(QuestionsFirst, lambda: QuestionsFirst(parts.settings.library))
