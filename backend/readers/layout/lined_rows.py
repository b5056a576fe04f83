"""The rows between two rules as the entries of a table whose columns are known.

A cell may have several lines, and then stands higher than others of its row. What goes on with a
cell stands closer below it than the next row does, or has no label.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from statistics import median

from backend.readers.layout.cells import is_number
from backend.readers.layout.shapes import FragmentRow, Word
from backend.readers.layout.white_columns import Zone, ink_of, place_of, words_in

CLOSE = 0.6
"""Lines of one cell are no further apart than so many font boxes."""
FIGURED = 3
"""One in so many lines has figures, at least, where a line without goes on with one that has."""
MOST_LINES = 8
"""Lines of a row between rules of its own, at most."""
NEARER = 1.0
"""Points by which a line stands nearer to the next than to the last one, at least, where it is of
that row."""
WIDER = 1.25
"""Rows stand so many times as far apart as the lines of a cell where that tells them."""

LEADER = 3
"""Dots of a leader, at least."""

Cells = list[list[Word]]


def entries_of(bands: Sequence[Sequence[FragmentRow]], zones: Sequence[Zone]) -> list[Cells]:
    """The rows of a table, each as the words of its cells.

    Args:
        bands: the printed rows between each rule and the next.
    """
    if _are_entries(bands, zones):
        entries = [together([cells_of(row, zones) for row in band]) for band in bands]
    else:
        entries = [entry for band in bands for entry in _entries(band, zones)]
    found = [[_without_leader(cell) for cell in entry] for entry in entries]
    return [entry for entry in found if any(entry)]


def _are_entries(bands: Sequence[Sequence[FragmentRow]], zones: Sequence[Zone]) -> bool:
    """Whether each row stands between rules of its own: none has figures or labels twice."""
    if len(bands) < 3 or max(map(len, bands)) > MOST_LINES:
        return False
    cells = [[cells_of(row, zones) for row in band] for band in bands]
    figured = max(sum(map(_says_figures, band)) for band in cells)
    return figured <= 1 and median(sum(bool(row[0]) for row in band) for band in cells) <= 1


def _entries(band: Sequence[FragmentRow], zones: Sequence[Zone]) -> list[Cells]:
    """The rows between two rules."""
    lines = [cells_of(row, zones) for row in band]
    between = _between_rows(band, lines)
    figured = FIGURED * sum(map(_says_figures, lines)) >= len(lines)
    entries: list[Cells] = []
    above: list[Cells] = []
    for number, (row, cells) in enumerate(zip(band, lines, strict=True)):
        before = row.top - band[number - 1].bottom if number else float("inf")
        after = band[number + 1].top - row.bottom if number + 1 < len(band) else float("inf")
        if (
            not cells[0]
            and not _says_figures(cells)
            and after < min(before, CLOSE * row.size) - NEARER
        ):
            above.append(cells)  # the first line of a cell that is set in the middle of its row
            continue
        if not above and before <= CLOSE * row.size:
            step = row.top - band[number - 1].top
            if _goes_on(entries[-1], cells, close=step < between, figured=figured):
                entries[-1] = together([entries[-1], cells])
                continue
        entries.append(together([*above, cells]))
        above = []
    return entries


def _between_rows(band: Sequence[FragmentRow], lines: Sequence[Cells]) -> float:
    """How far apart rows stand at least, from top to top; 0 where lines of a cell may stand as far
    apart."""
    steps = [lower.top - upper.top for upper, lower in pairwise(band)]
    figures = [
        step
        for step, (upper, lower) in zip(steps, pairwise(lines), strict=True)
        if _says_figures(upper) and _says_figures(lower)
    ]
    if not figures or min(steps) * WIDER > median(figures):
        return 0.0
    return median(figures) / WIDER


def _goes_on(entry: Cells, cells: Cells, *, close: bool, figured: bool) -> bool:
    """Whether a line goes on with the row above it.

    Args:
        close: the line stands closer to it than rows do.
        figured: many lines have figures.
    """
    held = [place for place, cell in enumerate(cells) if cell]
    above = [place for place, cell in enumerate(entry) if cell]
    if _says_figures(cells):
        # a label of several lines has its figures beside the last one
        return not _says_figures(entry) and above == [0] and _opens_small(cells[0])
    if close or any(_is_open(entry[place]) for place in held):
        return True
    if not cells[0]:
        return set(held) <= set(above)
    if _opens_small(cells[0]) and (above == [0] or set(held) <= set(above)):
        return True
    goes_on = any(_opens_small(cells[place]) for place in held[1:])
    return figured and goes_on and _says_figures(entry) and set(held) <= set(above)


def _opens_small(cell: Sequence[Word]) -> bool:
    """Whether a cell is empty or begins as no name does."""
    return not cell or cell[0].text.lstrip("(")[:1].islower()


def _is_open(cell: Sequence[Word]) -> bool:
    """Whether a bracket is open at the end of a cell."""
    text = "".join(word.text for word in cell)
    return text.count("(") > text.count(")")


def _says_figures(cells: Cells) -> bool:
    """Whether a cell but the first is a figure."""
    return any(
        is_number(cell[-1].text) and all(map(_is_plain, cell[:-1])) for cell in cells[1:] if cell
    )


def _is_plain(word: Word) -> bool:
    return not any(map(str.isalpha, word.text))


def cells_of(row: FragmentRow, zones: Sequence[Zone]) -> Cells:
    """A row's words by columns; a label is one, however far it reaches."""
    cells: Cells = [[] for _ in zones]
    first = ink_of(row)[0]
    labelled = place_of(first.left, zones) == 0
    for word in words_in(row):
        middle = (word.left + word.right) / 2
        cells[0 if labelled and middle < first.right else place_of(middle, zones)].append(word)
    return cells


def _without_leader(cell: Sequence[Word]) -> list[Word]:
    """A cell's words without the dots that lead to the next."""
    dots = [word for word in cell if not word.text.strip(".·…_")]
    if sum(len(word.text) for word in dots) < LEADER:
        return list(cell)
    words = [word for word in cell if word.text.strip(".·…_")]
    if words:
        words[-1] = words[-1]._replace(text=words[-1].text.rstrip("."))
    return words


def together(parts: Sequence[Cells]) -> Cells:
    """Lines of one row as it."""
    return [[word for part in parts for word in part[place]] for place in range(len(parts[0]))]
