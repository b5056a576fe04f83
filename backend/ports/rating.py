"""Saying how much statements help to answer a question."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from backend.ports.running import StopSignal
from backend.types.answers import NO_USAGE, Usage


@dataclass(frozen=True, slots=True)
class Ratings:
    """How helpful each statement is, from 0 to 100; None where nobody said. `notices` tell what a
    person should know, `usage` what it cost."""

    scores: tuple[int | None, ...]
    rated_by: str
    usage: Usage = NO_USAGE
    notices: tuple[str, ...] = ()


class Rater(Protocol):
    """Rates statements for a question."""

    name: str

    def rate(self, question: str, statements: Sequence[str], stop: StopSignal) -> Ratings:
        """A rating for each statement, in order. It never raises because of what a language model
        or a document says; what was not rated is None."""
        ...
