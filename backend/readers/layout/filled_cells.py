"""What is filled of rows of texts."""

from __future__ import annotations

from collections.abc import Sequence

Rows = Sequence[Sequence[str]]
FEWEST_CELLS = 2
"""Cells of an entry, at least: one alone is a line of text, or names the rows below it."""


def filled(row: Sequence[str]) -> int:
    """How many cells of a row hold something."""
    return sum(1 for cell in row if cell.strip())


def cells_at(rows: Rows, at: int) -> list[str]:
    """What stands in a column, the empty cells left out."""
    return [cell for row in rows if at < len(row) and (cell := row[at].strip())]


def only_text(row: Sequence[str]) -> str:
    """What stands in a row, of which one cell is filled at most where it is a line of text."""
    return " ".join(cell.strip() for cell in row if cell.strip())
