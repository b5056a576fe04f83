"""The words of a cell, and rows of such cells, as they are printed; and whether such rows are those
of a table."""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce
from statistics import median, median_low

from backend.readers.layout.line_ends import joined
from backend.readers.layout.rows import fragments, line_of, rows
from backend.readers.layout.shapes import FragmentRow, PrintedLine, PrintedTable, Word
from backend.readers.layout.written_tables import JOINT

Edges = tuple[float, float, float, float]
MOSTLY = 0.8
"""Share of the letters that are bold where a text is."""
ALIKE = 0.8
"""Share of the rows that have the same cells by their figures alone, from which those are kept."""
FEWEST_ENTRIES = 2
LONGEST_CELL = 500
USUAL_CELL = 120
"""Characters of the longest cell, and of half of those that are filled, at most."""
PROSE_CELL = 45
"""The same of half of each column's cells, in one column at least: two that are longer are columns
of a page."""
LEAST_FILLED = 0.4
"""Share of the places in rows of several cells that hold something, at least."""
MARKS = frozenset("•●■▪‣◦–—-*")
"""What opens an entry of a list."""


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


def table_of(
    names: Sequence[FragmentRow],
    paths: tuple[tuple[str, ...], ...],
    entries: Sequence[Sequence[Sequence[Word]]],
    texts: Sequence[Sequence[str]],
    *,
    drawn: bool = False,
) -> PrintedTable:
    """A table of cells.

    Args:
        names: the printed rows of its header.
        paths: the names over each column, from the top down.
        entries: the words of each row's cells.
        texts: what these cells say.
        drawn: whether rules part them.
    """
    rows_printed = [
        (printed_row(entry, text), tuple(text)) for entry, text in zip(entries, texts, strict=True)
    ]
    return PrintedTable([_name_row(row) for row in names], paths, rows_printed, drawn=drawn)


def _name_row(row: FragmentRow) -> PrintedLine:
    words = [fragment.words for fragment in row.fragments]
    return printed_row(words, [" ".join(word.text for word in held) for held in words])


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


def is_of_cells(texts: Sequence[Sequence[str]]) -> bool:
    """Whether the cells of rows are those of a table, and no columns of running text."""
    of_several = [row for row in texts if sum(map(bool, row)) > 1]
    if len(of_several) < max(FEWEST_ENTRIES, len(texts) / 2):
        return False
    if sum(row[0] in MARKS for row in texts) > len(texts) / 3:
        return False  # a list
    lengths = [len(text) for row in of_several for text in row if text]
    if len(lengths) < LEAST_FILLED * len(of_several) * len(texts[0]):
        return False
    if max(lengths) > LONGEST_CELL or median(lengths) > USUAL_CELL:
        return False
    columns = [[len(text) for text in column if text] for column in zip(*of_several, strict=True)]
    return any(median(column) <= PROSE_CELL for column in columns if column)
