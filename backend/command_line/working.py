"""`worker`: reads waiting files, without a screen."""

from __future__ import annotations

import argparse
import contextlib
import os
import signal
import threading
from types import FrameType

from backend.command_line.queue_threads import QueueThreads
from backend.workbench import Workbench

IDLE_SECONDS = 20.0
"""How long the queue must stay empty before a worker that works until idle ends."""
_NICENESS = 5


def worker(workbench: Workbench, options: argparse.Namespace) -> int:
    """Work the queue in threads until it is empty (--until-idle) or a signal comes.

    Raises:
        WorkbenchError: if no thread could go on.
    """
    stop = threading.Event()

    def end(number: int, frame: FrameType | None) -> None:
        stop.set()

    signal.signal(signal.SIGTERM, end)
    signal.signal(signal.SIGINT, end)
    with contextlib.suppress(AttributeError, OSError):
        os.nice(_NICENESS)  # questions come first

    def work() -> None:
        if options.until_idle:
            workbench.queue.work_until_idle(stop, idle_seconds=IDLE_SECONDS, patient=True)
        else:
            workbench.queue.work_until_stopped(stop, patient=True)

    threads = QueueThreads(workbench, work)
    while threads.alive():
        threads.join(0.5)
    problem = threads.problem()
    if problem is not None:
        raise problem
    return 0
