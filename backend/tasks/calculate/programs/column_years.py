"""Columns of figures that are years ("Bought: 2019"): they are dates, written without a comma."""

from __future__ import annotations

import re
from decimal import Decimal

from backend.tables.cell_values import is_year
from backend.tasks.calculate.programs.arithmetic import written
from backend.tasks.calculate.programs.column_words import value_of
from backend.types.calculations import measured
from backend.types.tables import StoredTable

_EARLY = re.compile(r"1\d{3}|20\d\d")
_BEGUN = re.compile(r"(?i)\b(?:built|founded|established|erected|born)\b")
"""Headers of years that may be of earlier centuries."""


def holds_years(table: StoredTable, column: int) -> bool:
    """Whether all entries of a column are years."""
    if column < 0 or table.columns[column].unit:
        return False
    texts = [value_of(row, column) for row in table.rows if not row.total]
    held = [text for text in texts if text]
    if held and _BEGUN.search(table.columns[column].name):
        return all(map(_EARLY.fullmatch, held))
    return bool(held) and all(map(is_year, held))


def written_in(
    table: StoredTable, column: int, value: Decimal, unit: str = "", scale: Decimal = Decimal(1)
) -> str:
    """A value of a column for reading, with its unit."""
    return str(value) if holds_years(table, column) else f"{written(value)}{measured(unit, scale)}"
