"""Saying in sentences what a table shows."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from backend.ports.running import StopSignal
from backend.types.tables import StoredTable


@dataclass(frozen=True, slots=True)
class Description:
    """What a table shows, in at most 120 words. `described_by` is `local` or the language model's
    name."""

    text: str
    described_by: str = "local"


class TableDescriber(Protocol):
    """Says what tables show: what rows and columns mean, units, periods, notable values. It works
    out no figure: each number that it tells stands in the table or right before it."""

    name: str
    """As kept with a description: `local`, or the model's name."""

    def describe(self, table: StoredTable, stop: StopSignal) -> Description:
        """What the table shows; what a language model cannot say is said locally.

        Raises:
            LanguageModelError: if a language model was to say it and its server failed.
        """
        ...
