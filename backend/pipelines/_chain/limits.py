"""How long a chain may go on, read from the options of a query."""

from __future__ import annotations

import math
import time
from collections.abc import Mapping
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


def limits_of(options: Mapping[str, str]) -> Limits:
    """The limits of a query's options; what is no number or out of range is brought into it."""
    return Limits(
        int(_within(options.get("steps"), STEPS, LEAST_STEPS, MOST_STEPS)),
        _within(options.get("seconds"), SECONDS, LEAST_SECONDS, MOST_SECONDS),
        int(_within(options.get("tokens"), TOKENS, LEAST_TOKENS, MOST_TOKENS)),
    )


def _within(text: str | None, default: float, least: float, most: float) -> float:
    try:
        value = float(text) if text else float(default)
    except ValueError:
        return float(default)
    return min(max(value, least), most) if math.isfinite(value) else float(default)


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
