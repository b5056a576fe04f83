"""Saying in sentences what a table shows."""

from __future__ import annotations

from typing import Protocol

from backend.ports.running import StopSignal
from backend.types.table_descriptions import TableDescription
from backend.types.tables import StoredTable


class TableDescriber(Protocol):
    """Says what tables show: what rows and columns mean, units, periods, notable values. It works
    out no figure: each number that it tells stands in the table or right before it."""

    def describe(self, table: StoredTable, stop: StopSignal) -> TableDescription:
        """What the table shows, in at most 120 words; what a language model cannot say is said
        locally.

        Raises:
            LanguageModelError: if a language model was to say it and its server failed.
        """
        ...
