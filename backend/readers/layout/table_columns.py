"""The columns of a table: where they stand, and which cell stands in which.

Figures share a column when their right edges agree, or when they stand over each other and no row
prints two of them. Texts share one when their left edges agree in most rows.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from backend.readers.layout.cells import RowCell

EDGE_TOLERANCE = 0.6
"""Right edges closer than this share of the font's box belong to one column."""
MIN_OVERLAP = 0.5
"""Columns that cover each other by this share of the narrower one may be one."""
TEXT_TOLERANCE = 0.8
"""Left edges of texts closer than this share of the font's box belong to one column."""
MIN_TEXT_SHARE = 0.5
"""A column of texts is filled in at least this share of the rows with figures."""


class ColumnSpan(NamedTuple):
    """Left and right end of a column, the mean right edge of its digits, and whether it holds
    texts."""

    left: float
    right: float
    edge: float
    texts: bool = False


class TableLine(NamedTuple):
    """A row as columns are found from it: its label's pieces, its cells, its font's size."""

    pieces: Sequence[RowCell]
    cells: Sequence[RowCell]
    size: float


class _ColumnCells:
    """Cells that may be one column, with the numbers of their rows."""

    def __init__(self) -> None:
        self.cells: list[RowCell] = []
        self.rows: set[int] = set()

    def add(self, cell: RowCell, row: int) -> None:
        self.cells.append(cell)
        self.rows.add(row)

    @property
    def span(self) -> ColumnSpan:
        edges = [cell.edge for cell in self.cells]
        return ColumnSpan(
            min(cell.left for cell in self.cells),
            max(cell.right for cell in self.cells),
            sum(edges) / len(edges),
        )


def figure_columns(lines: Sequence[TableLine]) -> list[ColumnSpan]:
    """Columns of figures, from left to right."""
    found = sorted(
        (
            (cell.edge, line.size, row, cell)
            for row, line in enumerate(lines)
            for cell in line.cells
            if cell.numeric
        ),
        key=lambda each: each[:3],
    )
    groups: list[_ColumnCells] = []
    latest = float("-inf")
    for edge, size, row, cell in found:
        if edge - latest > EDGE_TOLERANCE * size or not groups:
            groups.append(_ColumnCells())
        groups[-1].add(cell, row)
        latest = edge
    return [group.span for group in _joined(groups)]


def _joined(groups: Sequence[_ColumnCells]) -> list[_ColumnCells]:
    """Groups that stand over each other and never in one row become one."""
    joined: list[_ColumnCells] = []
    for group in groups:
        before = joined[-1] if joined else None
        if before is not None and not before.rows & group.rows and _covers(before, group):
            before.cells.extend(group.cells)
            before.rows |= group.rows
        else:
            joined.append(group)
    return joined


def _covers(one: _ColumnCells, other: _ColumnCells) -> bool:
    first, second = one.span, other.span
    common = min(first.right, second.right) - max(first.left, second.left)
    narrower = min(first.right - first.left, second.right - second.left)
    return common >= MIN_OVERLAP * max(narrower, 1e-6)


def text_columns(lines: Sequence[TableLine], figures: Sequence[ColumnSpan]) -> list[ColumnSpan]:
    """Columns of texts between the labels and the figures, from left to right.

    They are pieces of the label that begin at one left edge in at least half of the rows with
    figures, and never reach the first figure.
    """
    rows = [line for line in lines if any(cell.numeric for cell in line.cells)]
    if not rows or not figures:
        return []
    later = sorted(
        ((piece.left, line.size, piece) for line in rows for piece in line.pieces[1:]),
        key=lambda each: each[:2],
    )
    groups: list[list[RowCell]] = []
    latest = float("-inf")
    for left, size, piece in later:
        if left - latest > TEXT_TOLERANCE * size or not groups:
            groups.append([])
        groups[-1].append(piece)
        latest = left
    spans: list[ColumnSpan] = []
    for group in groups:
        if len(group) < max(2, MIN_TEXT_SHARE * len(rows)):
            continue
        right = max(piece.right for piece in group)
        left = min(piece.left for piece in group)
        if right < figures[0].right and (not spans or left > spans[-1].left):
            spans.append(ColumnSpan(left, right, right, True))
    return spans


def nearest(columns: Sequence[ColumnSpan], cell: RowCell) -> int:
    """The column of figures in which a cell stands: by its digits' right edge, or by overlap."""
    overlaps = [min(column.right, cell.right) - max(column.left, cell.left) for column in columns]
    best = max(range(len(columns)), key=lambda position: overlaps[position])
    if overlaps[best] > 0 and sum(1 for overlap in overlaps if overlap > 0) == 1:
        return best
    return min(range(len(columns)), key=lambda position: abs(columns[position].edge - cell.edge))


def in_columns(
    line: TableLine, texts: Sequence[ColumnSpan], figures: Sequence[ColumnSpan]
) -> tuple[list[RowCell], list[list[RowCell]]]:
    """A row parted into the pieces of its label and the cells of each column, texts first."""
    label: list[RowCell] = []
    columns: list[list[RowCell]] = [[] for _ in (*texts, *figures)]
    for number, piece in enumerate(line.pieces):
        place = -1
        if number:
            tolerance = TEXT_TOLERANCE * line.size
            place = max(
                (at for at, span in enumerate(texts) if piece.left >= span.left - tolerance),
                default=-1,
            )
        (columns[place] if place >= 0 else label).append(piece)
    for cell in line.cells:
        columns[len(texts) + nearest(figures, cell)].append(cell)
    return label, columns
