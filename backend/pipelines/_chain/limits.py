"""How long a chain may go on."""

from __future__ import annotations

import time
from dataclasses import dataclass

from backend.ports import StopSignal

LEAST_STEPS, MOST_STEPS, STEPS = 2, 6, 4
LEAST_SECONDS, MOST_SECONDS, SECONDS = 5.0, 300.0, 60.0
LEAST_TOKENS, MOST_TOKENS, TOKENS = 1_000, 100_000, 20_000


@dataclass(frozen=True, slots=True)
class Limits:
    """Most steps, seconds and tokens of leading a chain; the answer itself comes on top."""

    steps: int = STEPS
    seconds: float = SECONDS
    tokens: int = TOKENS


class Deadline:
    """A stop signal that is set when a person stops or the time is over."""

    def __init__(self, stop: StopSignal, seconds: float) -> None:
        self._stop = stop
        self._end = time.monotonic() + seconds

    @property
    def over(self) -> bool:
        """Whether the time is over."""
        return time.monotonic() >= self._end

    def is_set(self) -> bool:
        """See `backend.ports.StopSignal`."""
        return self.over or self._stop.is_set()
