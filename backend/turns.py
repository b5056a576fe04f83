"""Turns of questions that share the processors: as many at once as there are places.

Many questions that all run at once all end late, for each takes time from every other; and more
threads than processors only fight for them. So a question waits for a place, first for its evidence
and once more for its writing. Evidence goes before writing, so that everybody soon has something to
read; within each, first come, first served.
"""

from __future__ import annotations

import os
import threading
import time
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from enum import IntEnum

from backend.types import Waiting

LONGEST_AFTER = 30.0
"""Seconds after which who waits to write goes before any evidence: while people come faster than
they are answered, nobody's answer may be put off for ever."""
LOOK_EVERY = 0.25
"""Seconds between two looks whether somebody in the line has gone away."""
_NEWEST_COUNTS = 0.2
"""Share of the latest turn in the mean of how long turns take."""


class Stage(IntEnum):
    """What a turn is for, the more urgent first."""

    EVIDENCE = 0
    WRITING = 1


class GoneError(Exception):
    """Whoever waited went away before the turn came."""


class Ticket:
    """A place in the line; `waiting` may be asked from any thread."""

    def __init__(self, turns: Turns, stage: Stage, since: float) -> None:
        self.stage = stage
        self.since = since
        self.called = threading.Event()
        self._turns = turns

    def waiting(self) -> Waiting | None:
        """Where it stands; None once its turn has come."""
        return None if self.called.is_set() else self._turns.standing(self)


class Turns:
    """Hands out places. Safe for several threads.

    Args:
        places: how many work at once, at least 1.
        clock: seconds that never go back.
    """

    def __init__(self, places: int, clock: Callable[[], float] = time.monotonic) -> None:
        if places < 1:
            raise ValueError(f"{places} places: at least 1 is needed")
        self._free = places
        self._places = places
        self._clock = clock
        self._lines: dict[Stage, deque[Ticket]] = {stage: deque() for stage in Stage}
        self._mean: dict[Stage, float] = dict.fromkeys(Stage, 0.0)
        self._lock = threading.Lock()

    @contextmanager
    def turn(
        self,
        stage: Stage,
        *,
        gone: Callable[[], bool] = lambda: False,
        told: Callable[[Ticket], None] = lambda _: None,
    ) -> Iterator[None]:
        """Wait for a place and hold it.

        Args:
            gone: whether whoever waits went away; asked four times a second.
            told: is handed the ticket where there is a wait.

        Raises:
            GoneError: if whoever waits went away before the turn came.
        """
        ticket = self._arrive(stage)
        if not ticket.called.is_set():
            told(ticket)
        while not ticket.called.wait(LOOK_EVERY):
            if gone() and self._leave(ticket):
                raise GoneError
        begun = self._clock()
        try:
            yield
        finally:
            self._end(stage, self._clock() - begun)

    def standing(self, ticket: Ticket) -> Waiting | None:
        """Where a ticket stands; None if it does not wait."""
        with self._lock:
            line = self._order()
            if ticket not in line:
                return None
            before = line[: line.index(ticket)]
            busy = (self._places - self._free) * max(self._mean.values()) / 2
            seconds = busy + sum(self._mean[each.stage] for each in before)
            return Waiting(len(before) + 1, seconds / self._places)

    def _arrive(self, stage: Stage) -> Ticket:
        with self._lock:
            ticket = Ticket(self, stage, self._clock())
            self._lines[stage].append(ticket)
            self._call()
            return ticket

    def _leave(self, ticket: Ticket) -> bool:
        """Whether it was still in the line."""
        with self._lock:
            if ticket.called.is_set():
                return False
            self._lines[ticket.stage].remove(ticket)
            return True

    def _end(self, stage: Stage, seconds: float) -> None:
        with self._lock:
            known = self._mean[stage]
            self._mean[stage] = known + _NEWEST_COUNTS * (seconds - known) if known else seconds
            self._free += 1
            self._call()

    def _call(self) -> None:
        """Give free places to those whose turn it is."""
        while self._free:
            line = self._order()
            if not line:
                return
            ticket = line[0]
            self._lines[ticket.stage].remove(ticket)
            self._free -= 1
            ticket.called.set()

    def _order(self) -> list[Ticket]:
        """All who wait, the next first."""
        late = self._clock() - LONGEST_AFTER
        writing = self._lines[Stage.WRITING]
        first = [each for each in writing if each.since < late]
        return [*first, *self._lines[Stage.EVIDENCE], *list(writing)[len(first) :]]


def processors() -> int:
    """How many processors this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
