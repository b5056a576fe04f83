"""Cells that reach over several columns or rows, put into a grid."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

MAX_SPAN = 200
"""Most columns or rows that one cell may reach over; more is a mistake or malice."""


class SpannedCell(NamedTuple):
    """A cell's text, over how many columns and rows it reaches, and whether it is a header."""

    text: str
    columns: int = 1
    rows: int = 1
    is_header: bool = False


def grid_of(cells: Sequence[Sequence[SpannedCell]]) -> list[list[str]]:
    """Rows of one length each; a cell's text stands in every place over which it reaches."""
    width = max((sum(cell.columns for cell in row) for row in cells), default=0)
    width = min(width + MAX_SPAN, 4 * MAX_SPAN)
    held: dict[int, tuple[str, int]] = {}
    grid: list[list[str]] = []
    for row_cells in cells:
        row: dict[int, str] = {}
        for place, (text, left) in list(held.items()):
            row[place] = text
            held[place] = (text, left - 1)
            if left <= 1:
                del held[place]
        place = 0
        for cell in row_cells:
            while place in row:
                place += 1
            for column in range(place, min(place + cell.columns, width)):
                row[column] = cell.text
                if cell.rows > 1:
                    held[column] = (cell.text, cell.rows - 1)
            place += cell.columns
        grid.append([row.get(each, "") for each in range(max(row, default=-1) + 1)])
    longest = max(map(len, grid), default=0)
    return [row + [""] * (longest - len(row)) for row in grid]


def once(row: Sequence[str]) -> list[str]:
    """A row of the body with a text that reaches over several columns in the first of them."""
    return [
        "" if place and cell and cell == row[place - 1] and any(map(str.isalpha, cell)) else cell
        for place, cell in enumerate(row)
    ]
