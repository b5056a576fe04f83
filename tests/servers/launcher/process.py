"""One server process that a test may kill and start again on the same port and the same files."""

from __future__ import annotations

import contextlib
import os
import signal
import socket
import subprocess
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

START_SECONDS = 480.0
STOP_SECONDS = 30.0


def free_port() -> int:
    """A port of this machine that nothing listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


class ServerProcess:
    """A program in a session of its own.

    Args:
        command: its command line.
        environment: all of its environment.
        log: file that takes what it prints.
        ready: whether it answers; asked again until it does. May raise while it does not.
        user, group: the account that it runs as, None for this one.
    """

    def __init__(
        self,
        command: Sequence[str],
        environment: Mapping[str, str],
        log: Path,
        ready: Callable[[], bool],
        *,
        folder: Path,
        user: str | None = None,
        group: int | None = None,
    ) -> None:
        self._command = [str(each) for each in command]
        self._environment = dict(environment)
        self._log = log
        self._ready = ready
        self._folder = folder
        self._user = user
        self._group = group
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def running(self) -> bool:
        """Whether the process is alive."""
        return self._process is not None and self._process.poll() is None

    @property
    def group(self) -> int:
        """The group of its processes.

        Raises:
            RuntimeError: if it was not started.
        """
        if self._process is None:
            raise RuntimeError("The server was not started, so it has no processes.")
        return self._process.pid

    def start(self, *, wait: bool = True) -> None:
        """Start it; returns when it answers."""
        if self.running:
            return
        with self._log.open("ab") as log:
            self._process = subprocess.Popen(
                self._command,
                cwd=self._folder,
                env=self._environment,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                start_new_session=True,
                user=self._user,
                group=self._group,
                extra_groups=[] if self._user else None,
            )
        if wait:
            self.wait_until_ready()

    def wait_until_ready(self) -> None:
        """Return when it answers.

        Raises:
            RuntimeError: with the end of its log, if it ended or took too long.
        """
        deadline = time.monotonic() + START_SECONDS
        while time.monotonic() < deadline and self.running:
            # each client fails in its own way until it can connect
            with contextlib.suppress(Exception):
                if self._ready():
                    return
            time.sleep(0.25)
        alive = self.running
        self.kill()
        word = "did not answer in time" if alive else "ended while starting"
        raise RuntimeError(f"The server {word}. Its log ends:\n{self.log_end()}")

    def kill(self) -> None:
        """End it at once, with all its children, as a power cut would."""
        self._end(signal.SIGKILL)

    def stop(self) -> None:
        """Ask it to end, and wait until it has."""
        self._end(signal.SIGTERM)

    def pause(self) -> None:
        """Let it hang: it keeps its connections and answers nothing.

        Returns when none of its threads is at work: a thread that is asked to stop still ends the
        call into the kernel that it is in, which may be the answer to a request.

        Raises:
            RuntimeError: if a thread is still at work after `STOP_SECONDS`.
        """
        self._signal(signal.SIGSTOP)
        deadline = time.monotonic() + STOP_SECONDS
        while self._process is not None and is_at_work(self._process.pid):
            if time.monotonic() > deadline:
                raise RuntimeError("The server was told to stop, and a thread of it still runs.")
            time.sleep(0.01)

    def go_on(self) -> None:
        """End a pause."""
        self._signal(signal.SIGCONT)

    def log_end(self) -> str:
        """The last lines that it printed."""
        lines = self._log.read_text("utf-8", "replace").splitlines() if self._log.exists() else []
        return "\n".join(lines[-25:])

    def _signal(self, number: signal.Signals) -> None:
        if self._process is not None:
            try:
                os.killpg(self._process.pid, number)
            except ProcessLookupError:
                return

    def _end(self, number: signal.Signals) -> None:
        if self._process is None:
            return
        self._signal(number)
        try:
            self._process.wait(STOP_SECONDS)
        except subprocess.TimeoutExpired:
            self._signal(signal.SIGKILL)
            self._process.wait()
        deadline = time.monotonic() + STOP_SECONDS
        while _lives(self._process.pid):
            if time.monotonic() > deadline:
                self._signal(signal.SIGKILL)
            time.sleep(0.05)
        self._process = None


def _lives(group: int) -> bool:
    """Whether any process of a session is left; the one that was started may end first."""
    try:
        os.killpg(group, 0)
    except ProcessLookupError:
        return False
    return True


def is_at_work(group: int) -> bool:
    """Whether a thread of a process group of this machine is neither stopped nor ended.

    Fields of /proc/<pid>/task/<tid>/stat by proc(5): after the name in brackets come the state,
    the parent and the group.
    """
    for stat in Path("/proc").glob("[0-9]*/task/[0-9]*/stat"):
        # a thread may end between the listing and the reading
        with contextlib.suppress(OSError):
            state, _parent, its_group = stat.read_text().rpartition(")")[2].split()[:3]
            if int(its_group) == group and state not in "TtZX":
                return True
    return False
