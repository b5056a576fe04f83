"""What somebody is told whose question waits for its turn."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Waiting:
    """A place in the line.

    Attributes:
        place: 1 is the next whose turn comes.
        seconds: about how long that takes, from how long others took lately; 0 if nobody took any
            time yet.
    """

    place: int
    seconds: float
