"""Whether entries of a list say of themselves that they did not happen, or not yet."""

from __future__ import annotations

from collections.abc import Iterable

from backend.tasks.calculate.programs.column_words import columns_of_words, value_of
from backend.types.tables import StoredTable

_VOID = frozenset(
    [
        *("cancelled", "canceled", "void", "voided", "reversed", "rejected", "declined", "failed"),
        *("planned", "estimate", "estimated", "forecast", "quote", "quoted", "draft", "budget"),
        *("budgeted", "expected", "deleted", "duplicate", "refused", "withdrawn", "bounced"),
        *("pledged", "promised"),
    ]
)
"""Cells of entries that are no payments, or no more."""


def are_void(rows: Iterable[int], table: StoredTable) -> bool:
    """Whether a cell of one of them is such a word and no more."""
    columns = columns_of_words(table)
    texts = (value_of(table.rows[at], each) for at in rows for each in columns)
    return any(text.strip().casefold() in _VOID for text in texts)
