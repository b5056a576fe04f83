"""The words of a cell, and a row of such cells, as they are printed."""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce
from statistics import median_low

from backend.readers.layout.line_ends import joined
from backend.readers.layout.rows import fragments, line_of, rows
from backend.readers.layout.shapes import PrintedLine, Word
from backend.readers.layout.written_tables import JOINT

Edges = tuple[float, float, float, float]
MOSTLY = 0.8
"""Share of the letters that are bold where a text is."""
ALIKE = 0.8
"""Share of the rows that have the same cells by their figures alone, from which those are kept."""


def cell_text(words: Sequence[Word]) -> str:
    """A cell's words as they are read, a word that was broken at a line's end put together."""
    lines = [line_of(row).text for row in rows(fragments(words))]
    return reduce(joined, lines) if lines else ""


def printed_row(cells: Sequence[Sequence[Word]], texts: Sequence[str]) -> PrintedLine:
    """A row of cells as a line with their boxes.

    Args:
        cells: the words of each, of which one at least has some.
        texts: what the cells say.
    """
    words = [word for cell in cells for word in cell]
    left, top, right, bottom = _edges(words)
    return PrintedLine(
        JOINT.join(text for text in texts if text),
        left,
        top,
        right,
        bottom,
        median_low(word.size for word in words),
        are_bold(words),
        cells=tuple(_edges(cell) if cell else None for cell in cells),
    )


def are_bold(words: Sequence[Word]) -> bool:
    """Whether most letters of some words are bold."""
    letters = sum(len(word.text) for word in words)
    return sum(len(word.text) for word in words if word.bold) > MOSTLY * letters


def plain(cells: Sequence[str]) -> tuple[str, ...]:
    """What is in a row's filled cells, blanks left out."""
    return tuple("".join(cell.split()) for cell in cells if cell.strip())


def _edges(words: Sequence[Word]) -> Edges:
    return (
        min(word.left for word in words),
        min(word.top for word in words),
        max(word.right for word in words),
        max(word.bottom for word in words),
    )
