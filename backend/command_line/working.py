"""`worker`: reads waiting files, without a screen."""

from __future__ import annotations

import argparse
import contextlib
import os
import signal
import threading
from types import FrameType

from backend.workbench import Workbench

IDLE_SECONDS = 20.0
"""How long the queue must stay empty before a worker that works until idle ends."""
_NICENESS = 5


def worker(workbench: Workbench, options: argparse.Namespace) -> int:
    """Work the queue in threads until it is empty (--until-idle) or a signal comes."""
    stop = threading.Event()

    def end(number: int, frame: FrameType | None) -> None:
        stop.set()

    signal.signal(signal.SIGTERM, end)
    signal.signal(signal.SIGINT, end)
    with contextlib.suppress(AttributeError, OSError):
        os.nice(_NICENESS)  # questions come first

    def run() -> None:
        if options.until_idle:
            workbench.work_until_idle(stop, idle_seconds=IDLE_SECONDS)
        else:
            workbench.work_until_stopped(stop)

    threads = [threading.Thread(target=run, daemon=True) for _ in range(workbench.worker_threads())]
    for thread in threads:
        thread.start()
    for thread in threads:
        while thread.is_alive():
            thread.join(0.5)
    return 0
