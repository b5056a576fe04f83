"""Threads that work the queue of a library for a command."""

from __future__ import annotations

import threading
from collections.abc import Callable

from backend.errors import WorkbenchError
from backend.workbench import Workbench


class QueueThreads:
    """As many threads as the workbench asks for, each doing the same work until it is done.

    Args:
        work: works the queue; may raise WorkbenchError.
    """

    def __init__(self, workbench: Workbench, work: Callable[[], None]) -> None:
        self._work = work
        self._problems: list[WorkbenchError] = []
        self._threads = [
            threading.Thread(target=self._run, daemon=True)
            for _ in range(workbench.queue.worker_threads())
        ]
        for thread in self._threads:
            thread.start()

    def alive(self) -> bool:
        """Whether a thread is still at work."""
        return any(thread.is_alive() for thread in self._threads)

    def problem(self) -> WorkbenchError | None:
        """Why none of them could go on; None if one ended well or is at work."""
        if self.alive() or len(self._problems) < len(self._threads):
            return None
        return self._problems[0]

    def join(self, seconds: float | None = None) -> None:
        """Wait until all have ended, for at most so many seconds each."""
        for thread in self._threads:
            thread.join(seconds)

    def _run(self) -> None:
        try:
            self._work()
        except WorkbenchError as error:
            self._problems.append(error)
