"""A real Dask scheduler and real workers on this machine, each a process of its own."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
START_SECONDS = 120.0
POISON = Path(__file__).with_name("poison.py")
FOREIGN = Path(__file__).with_name("foreign.py")
DEADLY = b"This ends whoever reads it."
RAISING = b"This raises an error that nobody expects."


class DaskProcesses:
    """Starts and ends them; what they print is in `folder`."""

    def __init__(self, folder: Path, environment: Mapping[str, str] | None = None) -> None:
        self._folder = folder
        self._environment = {**os.environ, "QUIRE_EMBEDDING_THREADS": "1", **(environment or {})}
        self._processes: dict[str, subprocess.Popen[bytes]] = {}
        self.address = ""

    def start_scheduler(self) -> None:
        """On a free port, and on the same when it is started again; `address` says where."""
        told = self._folder / "scheduler.json"
        told.unlink(missing_ok=True)
        port = self.address.rpartition(":")[2] or "0"
        self.address = ""
        quiet = ("--no-dashboard", "--dashboard-address", "127.0.0.1:0")
        place = ("--host", "127.0.0.1", "--port", port, "--scheduler-file", str(told))
        self._start("scheduler", ["scheduler", *place, *quiet])
        deadline = time.monotonic() + START_SECONDS
        while not self.address:
            assert time.monotonic() < deadline, self.log("scheduler")
            assert self._processes["scheduler"].poll() is None, self.log("scheduler")
            time.sleep(0.05)
            if told.is_file() and (text := told.read_text()):
                self.address = str(json.loads(text)["address"])

    def start_worker(self, name: str, *options: str, folder: Path = ROOT) -> None:
        """A worker of one thread; see `wait_for_workers`. In another folder than Quire's it cannot
        load Quire."""
        own = ("--no-nanny", "--nthreads", "1", "--memory-limit", "0", "--no-dashboard")
        place = ("--host", "127.0.0.1", "--local-directory", str(self._folder / name))
        words = ["worker", self.address, "--name", name, *own, *place, *options]
        self._start(name, words, folder)

    def wait_for_workers(self, *names: str) -> None:
        """Return when the scheduler knows all of them: on a busy machine a worker needs longer to
        start than a person's command waits for the first one."""
        import distributed  # noqa: PLC0415 - where it is not installed, these tests are skipped

        deadline = time.monotonic() + START_SECONDS
        with distributed.Client(self.address, set_as_default=False) as client:
            while True:
                there = client.scheduler_info()["workers"].values()
                if not (missing := set(names) - {str(worker["name"]) for worker in there}):
                    return
                for name in missing:
                    assert self.is_running(name), self.log(name)
                assert time.monotonic() < deadline, self.log(min(missing))
                time.sleep(0.05)

    def kill(self, name: str) -> None:
        """SIGKILL: no goodbye."""
        self._processes[name].kill()
        self._processes[name].wait()

    def is_running(self, name: str) -> bool:
        """Whether the process has not ended."""
        return self._processes[name].poll() is None

    def log(self, name: str) -> str:
        return (self._folder / f"{name}.log").read_text("utf-8", "replace")

    def close(self) -> None:
        """End all of them, the workers first."""
        for process in reversed(self._processes.values()):
            process.kill()
            process.wait()

    def _start(self, name: str, words: Sequence[str], folder: Path = ROOT) -> None:
        with (self._folder / f"{name}.log").open("ab") as log:
            self._processes[name] = subprocess.Popen(
                [sys.executable, "-m", "dask", *words],
                cwd=folder,
                env=self._environment,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
            )
