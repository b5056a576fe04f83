"""One more thread for the queue while all of its threads are busy with files that take long.

Files that take minutes would otherwise let every other file wait behind them.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

LONG_SECONDS = 60.0
"""How long a job may take before it counts as long."""

_LOOK_SECONDS = 0.5


class Relief:
    """Watches the threads that work one queue; safe from several threads.

    Args:
        help_out: works the queue until it is empty; it is run in a thread of its own, again and
            again while it is needed, and must not be relieved itself.
        long_seconds: see LONG_SECONDS.
    """

    def __init__(self, help_out: Callable[[], None], long_seconds: float = LONG_SECONDS) -> None:
        self._help_out = help_out
        self._long_seconds = long_seconds
        self._lock = threading.Lock()
        self._present = 0
        self._long = 0
        self._helper: threading.Thread | None = None

    @contextmanager
    def present(self) -> Iterator[None]:
        """Around all work of one thread; the last one to leave waits for the helper."""
        with self._lock:
            self._present += 1
        try:
            yield
        finally:
            with self._lock:
                self._present -= 1
                helper = self._helper if not self._present else None
            if helper is not None:
                helper.join()

    @contextmanager
    def busy(self) -> Iterator[None]:
        """Around one job."""
        became_long = threading.Event()
        timer = threading.Timer(self._long_seconds, self._is_long, [became_long])
        timer.daemon = True
        timer.start()
        try:
            yield
        finally:
            timer.cancel()
            with self._lock:
                self._long -= became_long.is_set()
                became_long.set()  # a timer that fires only now has nothing to say

    def _is_long(self, became_long: threading.Event) -> None:
        with self._lock:
            if became_long.is_set():
                return
            became_long.set()
            self._long += 1
            helping = self._helper is not None and self._helper.is_alive()
            if helping or not self._needed():
                return
            self._helper = threading.Thread(target=self._help, name="relief", daemon=True)
            self._helper.start()

    def _needed(self) -> bool:
        return 0 < self._present <= self._long

    def _help(self) -> None:
        while True:
            self._help_out()
            with self._lock:
                if not self._needed():
                    self._helper = None
                    return
            time.sleep(_LOOK_SECONDS)
