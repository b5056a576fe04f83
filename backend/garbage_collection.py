"""The collector of cycles waits while many values are made that stay.

It looks through all that were made so far whenever their number has grown by a quarter: making a
million small values takes twice as long with it, and finds nothing.
"""

from __future__ import annotations

import gc
import threading
from collections.abc import Iterator
from contextlib import contextmanager


class _Collector:
    """That of the program, for as many threads as make something."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._waiting = 0
        self._ran = False

    def pause(self) -> None:
        with self._lock:
            if not self._waiting:
                self._ran = gc.isenabled()
                gc.disable()
            self._waiting += 1

    def go_on(self) -> None:
        with self._lock:
            self._waiting -= 1
            if not self._waiting and self._ran:
                gc.enable()


_COLLECTOR = _Collector()


@contextmanager
def paused() -> Iterator[None]:
    """Around making many values that stay. It goes on when the last thread that is at it has ended,
    if it ran before the first began."""
    _COLLECTOR.pause()
    try:
        yield
    finally:
        _COLLECTOR.go_on()
