"""What a table is made of, in words: names of columns and rows, periods, units."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal

from backend.types import StoredTable

MOST_LABELS = 200
"""Rows whose labels are looked at."""
SCALES = {
    Decimal(1000): "in thousands",
    Decimal(10) ** 6: "in millions",
    Decimal(10) ** 9: "in billions",
}
_LENGTHS = {"M": "months", "W": "weeks"}


def column_names(table: StoredTable) -> tuple[str, ...]:
    """What is printed over labels and columns, each once."""
    names = (table.label_name, *(" ".join(column.path) or column.name for column in table.columns))
    return _each_once(names)


def row_names(table: StoredTable) -> tuple[str, ...]:
    """The groups and labels of the rows in their order, each once."""
    rows = table.rows[:MOST_LABELS]
    return _each_once([name for row in rows for name in (*row.group, row.label)])


def periods(table: StoredTable) -> tuple[str, ...]:
    """The periods that the columns are of: "2022", "3 months to 2022-12-31"."""
    return _each_once([period_in_words(column.period) for column in table.columns])


def period_in_words(period: str) -> str:
    """A column's period (`backend.types.Column`) as it is said."""
    end, length, whole = period.partition("/")
    if not length or whole == "12M":
        return end
    return f"{whole[:-1]} {_LENGTHS.get(whole[-1:], whole[-1:])} to {end}"


def units(table: StoredTable) -> tuple[str, ...]:
    """Units with their scales: "USD, in millions"; a scale alone where no unit is known."""
    found = (
        ", ".join(part for part in (column.unit, SCALES.get(column.scale, "")) if part)
        for column in table.columns
    )
    return _each_once(list(found))


def _each_once(texts: Sequence[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(filter(None, map(plain, texts))))


def plain(text: str) -> str:
    """A text on one line."""
    return " ".join(text.split())
