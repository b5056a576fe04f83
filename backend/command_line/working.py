"""`worker`: reads waiting files, without a screen."""

from __future__ import annotations

import argparse
import contextlib
import os
import signal
import threading
from types import FrameType

from backend.errors import WorkbenchError
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
    problems: list[WorkbenchError] = []

    def end(number: int, frame: FrameType | None) -> None:
        stop.set()

    signal.signal(signal.SIGTERM, end)
    signal.signal(signal.SIGINT, end)
    with contextlib.suppress(AttributeError, OSError):
        os.nice(_NICENESS)  # questions come first

    def run() -> None:
        try:
            if options.until_idle:
                workbench.work_until_idle(stop, idle_seconds=IDLE_SECONDS, patient=True)
            else:
                workbench.work_until_stopped(stop, patient=True)
        except WorkbenchError as error:
            problems.append(error)

    threads = [threading.Thread(target=run, daemon=True) for _ in range(workbench.worker_threads())]
    for thread in threads:
        thread.start()
    for thread in threads:
        while thread.is_alive():
            thread.join(0.5)
    if len(problems) == len(threads):
        raise problems[0]
    return 0
