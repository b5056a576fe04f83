"""Cells that reach over several columns or rows, put into a grid.

Words say the same of every row that they reach over; a figure is of all of them together, so that
it stands once and no sum counts it twice.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from backend.readers.layout.cells import is_period, is_scale
from backend.tables.cell_values import cell_value, is_year
from backend.types import CellKind

MAX_SPAN = 200
"""Most columns or rows that one cell may reach over; more is a mistake or malice."""
_FIGURES = (CellKind.NUMBER, CellKind.CURRENCY, CellKind.PER_CENT)


class SpannedCell(NamedTuple):
    """A cell's text, over how many columns and rows it reaches, and whether it is a header."""

    text: str
    columns: int = 1
    rows: int = 1
    is_header: bool = False


class MergedFigure(str):
    """The text of a figure whose cell was merged over several rows: it knows over how many."""

    __slots__ = ("reach",)
    reach: int

    def __new__(cls, text: str, reach: int) -> MergedFigure:
        """The figure as it is printed, over `reach` rows."""
        merged_figure = super().__new__(cls, text)
        merged_figure.reach = reach
        return merged_figure


def reach_of(cells: Sequence[str]) -> tuple[int, ...]:
    """Over how many rows the figure of each cell reaches; empty where none reaches further than its
    own."""
    reach = tuple(cell.reach if isinstance(cell, MergedFigure) else 1 for cell in cells)
    return reach if any(each > 1 for each in reach) else ()


class MergedRange(NamedTuple):
    """Cells of a sheet that were made one: first and last row and column, counted from 0."""

    top: int
    left: int
    bottom: int
    right: int


def is_figure(text: str, *, leads: bool = False) -> bool:
    """Whether a text is a figure, which years, periods and scales ("£000") are not, nor a whole
    number that `leads` its row and so tells it apart."""
    plain = text.strip()
    if not plain or is_year(plain) or is_period(plain) or is_scale(plain):
        return False
    if leads and plain.isdecimal():
        return False
    return cell_value(plain).kind in _FIGURES


def grid_of(cells: Sequence[Sequence[SpannedCell]], *, header: bool) -> list[list[str]]:
    """Rows of one length each. In a `header` a cell's text stands in every place over which it
    reaches, in the body words stand in each of their rows once, and figures in the first alone."""
    width = max((sum(cell.columns for cell in row) for row in cells), default=0)
    width = min(width + MAX_SPAN, 4 * MAX_SPAN)
    held: dict[int, tuple[str, int]] = {}
    grid: list[list[str]] = []
    for number, row_cells in enumerate(cells):
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
                row[column] = cell.text if header or column == place else ""
                if cell.rows > 1:
                    stays = not header and is_figure(cell.text, leads=place == 0)
                    held[column] = ("" if stays else row[column], cell.rows - 1)
                    if stays and row[column]:
                        row[column] = MergedFigure(cell.text, min(cell.rows, len(cells) - number))
            place += cell.columns
        grid.append([row.get(each, "") for each in range(max(row, default=-1) + 1)])
    longest = max(map(len, grid), default=0)
    return [row + [""] * (longest - len(row)) for row in grid]


def rows_without(cells: Sequence[Sequence[SpannedCell]]) -> int:
    """How many rows have no figure of their own, since a cell of the row above reaches into
    them."""
    return sum(
        min(cell.rows, len(cells) - number) - 1
        for number, row in enumerate(cells)
        for place, cell in enumerate(row)
        if cell.rows > 1 and is_figure(cell.text, leads=place == 0)
    )


class MergedRows:
    """Rows of a sheet that come one after the other, filled where cells were merged.

    Words, and numbers that tell rows apart, are put into each further row of their cells that holds
    something of its own; words of a row without figures also into each further column, as those of
    a header reach over it. A figure stays where it is: `without` counts the rows that are left
    without it.
    """

    def __init__(self, ranges: Iterable[MergedRange]) -> None:
        self._begin: dict[int, list[MergedRange]] = {}
        for merged_range in ranges:
            self._begin.setdefault(merged_range.top, []).append(merged_range)
        self._open: dict[int, tuple[str, bool, MergedRange]] = {}
        self._row = 0
        self.without = 0

    def filled(self, row: list[str]) -> list[str]:
        """The next row."""
        number, self._row = self._row, self._row + 1
        for each in self._begin.pop(number, ()):
            if each.left < len(row) and row[each.left].strip():
                leads = not any(text.strip() for text in row[: each.left])
                text = row[each.left]
                self._open[each.left] = (text, is_figure(text, leads=leads), each)
        if not self._open:
            return row
        texts = [self._told(text, place, number) for place, text in enumerate(row)]
        own = [text for text in row if text.strip()]
        if own:
            self._put_down(texts, number)
        if len(own) > 1 and not any(map(is_figure, own)):
            self._put_across(texts)
        self._open = {at: each for at, each in self._open.items() if each[2].bottom > number}
        return texts

    def _told(self, text: str, place: int, number: int) -> str:
        _, stays, merged = self._open.get(place, ("", False, None))
        if merged is None or not stays or merged.top != number or merged.bottom == number:
            return text
        return MergedFigure(text, merged.bottom - number + 1)

    def _put_down(self, texts: list[str], number: int) -> None:
        for place, (text, stays, merged) in self._open.items():
            if merged.top == number:
                continue
            self.without += stays
            if not stays and place < len(texts) and not texts[place].strip():
                texts[place] = text

    def _put_across(self, texts: list[str]) -> None:
        for place, (text, stays, merged) in self._open.items():
            for column in range(place + 1, min(merged.right + 1, len(texts))):
                if not stays and not texts[column].strip():
                    texts[column] = text
