"""Where the text of a page's pictures stands among its paragraphs.

It stands where the picture does: behind what is above it in its column, before what is below, its
caption mostly. It never comes between a paragraph and the page that it may go on to or come from.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from backend.readers.layout.paragraphs import Paragraph, Piece, pieces_of
from backend.readers.layout.shapes import Figure, PageLayout, PrintedLine, PrintedTable, lines_in

LEAST_ROWS = 2
"""Rows with label and figure that a table in a picture has at least, and more than others."""


@dataclass(slots=True)
class FigureText:
    """The paragraphs and tables that were read in one picture."""

    pieces: list[Piece]


def with_figures(
    pieces: Sequence[Piece], page: PageLayout, number: int, *, begun: bool, unfinished: bool
) -> list[Piece | FigureText]:
    """A page's pieces with the text of its pictures among them.

    Args:
        number: of the page, counted from 0.
        begun: whether the first piece goes on with a paragraph of the page before.
        unfinished: whether the last piece goes on on the next page.
    """
    least, most = int(begun and len(pieces) > 0), len(pieces) - int(unfinished)
    placed = sorted(
        (max(least, min(most, _position(pieces, figure))), figure.top, figure.left, index)
        for index, figure in enumerate(page.figures)
    )
    found: list[Piece | FigureText] = []
    at = 0
    for position, _, _, index in placed:
        found.extend(pieces[at:position])
        at = position
        page_layout = PageLayout(page.width, page.height, _told(page.figures[index].items))
        found.append(FigureText(pieces_of(page_layout, number)))
    found.extend(pieces[at:])
    return found


def _position(pieces: Sequence[Piece], figure: Figure) -> int:
    """Before which piece a figure's text comes: behind the one above it or before the one below,
    whichever is nearer, since in columns others may be read between the two."""
    above = below = None
    for index, piece in enumerate(pieces):
        lines = _lines_of(piece)
        if all(line.right <= figure.left or line.left >= figure.right for line in lines):
            continue  # in another column
        if (lines[0].top + lines[-1].bottom) / 2 <= (figure.top + figure.bottom) / 2:
            above = (figure.top - lines[-1].bottom, index + 1)
            below = None
        elif below is None:
            below = (lines[0].top - figure.bottom, index)
    near = [each for each in (below, above) if each is not None]
    return min(near)[1] if near else len(pieces)


def _lines_of(piece: Piece) -> list[PrintedLine]:
    return piece.lines if isinstance(piece, Paragraph) else lines_in([piece[0]])


def _told(items: Sequence[PrintedLine | PrintedTable]) -> list[PrintedLine | PrintedTable]:
    """The lines and tables of a picture; figures without labels, as along a chart's axes, are
    lines."""
    printed_lines: list[PrintedLine | PrintedTable] = []
    for item in items:
        if isinstance(item, PrintedLine) or _is_labelled(item):
            printed_lines.append(item)
        else:
            printed_lines.extend(lines_in([item]))
    return printed_lines


def _is_labelled(table: PrintedTable) -> bool:
    labelled = sum(bool(cells[0]) and any(cells[1:]) for _, cells in table.rows)
    return labelled >= LEAST_ROWS and 2 * labelled > len(table.rows)
