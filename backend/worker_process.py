"""Runs ingestion beside the app: one child process that works the queue and ends when it is empty.

A file that takes all memory or ends the process harms neither the questions being asked nor the
other files: the next start takes its job over.
"""

from __future__ import annotations

import logging
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path

from backend.settings import Settings

_LEAST_SECONDS_BETWEEN_STARTS = 2.0

logger = logging.getLogger(__name__)


class WorkerProcess:
    """Starts the worker when there is work and none is running; safe from several threads."""

    def __init__(self, settings: Settings, has_work: Callable[[], bool]) -> None:
        self._library = settings.library
        self._has_work = has_work
        self._process: subprocess.Popen[bytes] | None = None
        self._lock = threading.Lock()
        self._started = 0.0

    @property
    def running(self) -> bool:
        """Whether the child is alive."""
        return self._process is not None and self._process.poll() is None

    def ensure(self) -> None:
        """Start the worker if jobs are waiting and it is not running."""
        with self._lock:
            if self.running or not self._has_work():
                return
            if time.monotonic() - self._started < _LEAST_SECONDS_BETWEEN_STARTS:
                return
            self._started = time.monotonic()
            self._process = self._start()

    def close(self) -> None:
        """End the worker; an unfinished file goes on at the next start."""
        with self._lock:
            if self._process is None:
                return
            self._process.terminate()
            try:
                self._process.wait(timeout=10)
            except subprocess.TimeoutExpired:
                self._process.kill()
                self._process.wait()
            self._process = None

    def _start(self) -> subprocess.Popen[bytes]:
        self._library.mkdir(parents=True, exist_ok=True)
        command = [sys.executable, "-m", "backend", "--library", str(self._library), "worker"]
        with (self._library / "worker.log").open("ab") as log:
            process = subprocess.Popen(
                [*command, "--until-idle"],
                cwd=Path(__file__).resolve().parent.parent,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
            )
        logger.info("worker started, process %s", process.pid)
        return process
