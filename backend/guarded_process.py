"""Work that may crash, hang or eat all memory runs in a child process under limits.

Parent and child exchange messages over the child's standard input and output: a line of JSON that
ends with the length of the bytes that follow it. Nothing is unpickled, so a child that a hostile
file has taken over cannot make its parent run code.
"""

from __future__ import annotations

import contextlib
import importlib
import json
import os
import queue
import re
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import IO, Any

ROOT = Path(__file__).resolve().parents[1]
POLL_SECONDS = 0.2

Message = tuple[dict[str, Any], bytes]


class ChildDiedError(Exception):
    """The child ended without finishing its work: it crashed or was ended from outside."""


class ChildTimeoutError(Exception):
    """The child did not answer before the deadline."""


_SECRET_NAME = re.compile(r"KEY|TOKEN|SECRET|PASSWORD|PASSWD|CREDENTIAL|AUTH", re.IGNORECASE)
_SECRET_VALUE = re.compile(r"://[^/\s]*:[^/\s]*@")
"""An address with a password in it."""


def without_secrets(environment: Mapping[str, str]) -> dict[str, str]:
    """The variables without those that hold a secret: a child that reads a stranger's file, and may
    be taken over by it, has no use for them."""
    return {
        name: value
        for name, value in environment.items()
        if not _SECRET_NAME.search(name) and not _SECRET_VALUE.search(value)
    }


# --- the parent's side ---------------------------------------------------------------------------


class GuardedProcess:
    """A child that runs `python -m module` under limits on memory and processor time.

    Args:
        module: dotted name of a module that calls `serve` when it is run.
        megabytes: most address space that it may use, where the system can limit that (Linux).
        seconds: most processor time that it may use in all, where the system can limit that.
    """

    def __init__(self, module: str, *, megabytes: int, seconds: float) -> None:
        environment = {
            **without_secrets(os.environ),
            "PYTHONPATH": os.pathsep.join(filter(None, [str(ROOT), os.environ.get("PYTHONPATH")])),
            "PYTHONIOENCODING": "utf-8",
            "PYTHONDONTWRITEBYTECODE": "1",
        }
        self._process = subprocess.Popen(
            [sys.executable, "-P", "-m", module, str(megabytes), str(int(seconds) + 1)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env=environment,
            creationflags=getattr(subprocess, "CREATE_NO_WINDOW", 0),
        )
        self._messages: queue.SimpleQueue[Message | None] = queue.SimpleQueue()
        threading.Thread(target=self._listen, name=f"listen {module}", daemon=True).start()

    def send(self, header: dict[str, Any], payload: bytes = b"") -> None:
        """Send a message.

        Raises:
            ChildDiedError: if the child has ended.
        """
        assert self._process.stdin is not None
        try:
            _write(self._process.stdin, header, payload)
        except OSError as error:
            raise ChildDiedError from error

    def receive(self, deadline: float, on_wait: Callable[[], None] = lambda: None) -> Message:
        """The child's next message.

        Args:
            deadline: a reading of `time.monotonic`.
            on_wait: called a few times a second while nothing comes; what it raises ends the wait.

        Raises:
            ChildDiedError: if the child ended; ChildTimeoutError: if the deadline passed.
        """
        while True:
            remaining = deadline - time.monotonic()
            if remaining <= 0:
                raise ChildTimeoutError
            try:
                message = self._messages.get(timeout=min(POLL_SECONDS, remaining))
            except queue.Empty:
                on_wait()
                continue
            if message is None:
                self._messages.put(None)
                raise ChildDiedError
            return message

    @property
    def alive(self) -> bool:
        """Whether the child still runs."""
        return self._process.poll() is None

    def close(self) -> None:
        """End the child at once and collect it."""
        if self.alive:
            self._process.kill()
        self._process.wait()
        if self._process.stdin is not None:
            with contextlib.suppress(OSError):
                self._process.stdin.close()

    def __enter__(self) -> GuardedProcess:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _listen(self) -> None:
        assert self._process.stdout is not None
        try:
            while (message := _read(self._process.stdout)) is not None:
                self._messages.put(message)
        except (OSError, ValueError):
            pass  # an unreadable message is the same as a dead child
        self._messages.put(None)
        self._process.stdout.close()


# --- the child's side ----------------------------------------------------------------------------


class Channel:
    """The child's end of the conversation."""

    def __init__(self, incoming: IO[bytes], outgoing: IO[bytes]) -> None:
        self._incoming = incoming
        self._outgoing = outgoing

    def receive(self) -> Message | None:
        """The parent's next message, or None when the parent has gone."""
        return _read(self._incoming)

    def send(self, header: dict[str, Any], payload: bytes = b"") -> None:
        """Answer the parent."""
        _write(self._outgoing, header, payload)


def serve(handle: Callable[[Channel], None]) -> None:
    """Run the child's work under the limits given on its command line.

    Whatever a library prints on standard output is kept out of the conversation.
    """
    _limit(megabytes=int(sys.argv[1]), seconds=int(sys.argv[2]))
    private = os.dup(1)
    os.dup2(2, 1)
    with os.fdopen(private, "wb") as outgoing:
        handle(Channel(sys.stdin.buffer, outgoing))


def _limit(*, megabytes: int, seconds: int) -> None:
    try:
        resource = importlib.import_module("resource")
    except ImportError:  # Windows: the parent's deadline is the only limit
        return
    wanted = {
        "RLIMIT_AS": megabytes * 1024 * 1024,
        "RLIMIT_CPU": seconds,
        "RLIMIT_CORE": 0,
        "RLIMIT_FSIZE": 0,
    }
    for name, value in wanted.items():
        # macOS refuses some of these; the others still hold.
        with contextlib.suppress(AttributeError, OSError, ValueError):
            resource.setrlimit(getattr(resource, name), (value, value))


# --- framing -------------------------------------------------------------------------------------


def _write(stream: IO[bytes], header: dict[str, Any], payload: bytes) -> None:
    line = json.dumps([header, len(payload)]).encode() + b"\n"
    stream.write(line)
    stream.write(payload)
    stream.flush()


def _read(stream: IO[bytes]) -> Message | None:
    line = stream.readline()
    if not line:
        return None
    header, length = json.loads(line)
    payload = stream.read(length)
    if len(payload) != length:
        return None
    return header, payload
