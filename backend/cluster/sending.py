"""What a cluster is to the rest of Quire: work is sent, and something comes of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol, TypeVar

from backend.ports import Progress

C = TypeVar("C")
R = TypeVar("R")

Heard = Callable[[str, str, int, int], None]
"""Called, from any thread, as heard(key of what was sent, stage, done, total)."""


class LostError(Exception):
    """The connection to the scheduler broke."""


@dataclass(frozen=True, slots=True)
class Returned:
    """The function's result."""

    value: object


@dataclass(frozen=True, slots=True)
class Raised:
    """The function raised, or could not be called at all: the error's class and its words."""

    kind: str
    words: str


@dataclass(frozen=True, slots=True)
class Killed:
    """So many workers died while they had it that the scheduler gave it up."""


@dataclass(frozen=True, slots=True)
class Gone:
    """Nothing will come of it: it was cancelled, or the scheduler forgot it."""


Outcome = Returned | Raised | Killed | Gone


class Sent(Protocol):
    """Work that was sent."""

    @property
    def key(self) -> str: ...

    def outcome(self) -> Outcome | None:
        """What came of it; None while nothing has."""
        ...

    def listen(self, settled: Callable[[str], None]) -> None:
        """Call `settled` (again) with the key when something has come of it."""
        ...

    def cancel(self) -> None: ...


class Cluster(Protocol):
    """Workers behind one scheduler."""

    def workers(self) -> Mapping[str, int]:
        """The threads of each worker that is there, by address.

        Raises:
            LostError: if the scheduler does not answer any more.
        """
        ...

    def hear(self, heard: Heard) -> None:
        """Let the progress of all that is sent be heard."""
        ...

    def send(
        self,
        function: Callable[[C, Progress], R],
        content: C,
        workers: Sequence[str],
        *,
        urgent: bool,
        settled: Callable[[str], None],
    ) -> Sent:
        """Have one of the workers call the function.

        A worker that dies while it has the work passes it on to another of them.

        Args:
            urgent: before what is not.
            settled: called with the key, from any thread, when something has come of it.

        Raises:
            LostError: if the scheduler does not answer any more.
        """
        ...

    def close(self) -> None:
        """Give up all that was sent, and the connection."""
        ...
