"""Figures from tables whose calculation somebody else than the rules writes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from backend.ports.querying import LargeSource
from backend.ports.running import StopSignal
from backend.types import Calculation, Refusal, StoredTable, Usage
from backend.types.answers import NO_USAGE


@dataclass(frozen=True, slots=True)
class Figured:
    """What came of it: a figure with its cells, or why there is none; who did it, what it used, and
    what was sent as (role, text)."""

    outcome: Calculation | Refusal
    by: str
    usage: Usage = NO_USAGE
    sent: tuple[tuple[str, str], ...] = ()


class Calculator(Protocol):
    """Computes what the rules have no way for."""

    name: str

    def calculate(
        self,
        question: str,
        tables: Sequence[StoredTable],
        stop: StopSignal,
        large: LargeSource | None = None,
    ) -> Figured:
        """The figure that a question asks for, from tables with the likeliest first, or from a
        large table alone where one is given.

        A language model that does not answer is a refusal, so that the question is read instead.
        """
        ...
