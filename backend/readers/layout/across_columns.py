"""Rows of a table that stand across two columns of text: labels in the one, figures in the other.

Where no label is long and nothing is drawn up the page, a table below two columns of text leaves
the gutter between them blank. Read column by column it would lose its labels, and the line that
names it would be parted from it by all of the other column.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from backend.readers.layout.cells import cells_of
from backend.readers.layout.rows import SAME_ROW, rows
from backend.readers.layout.shapes import Fragment, FragmentRow
from backend.tables.printed_captions import caption_number

FEWEST_ROWS = 2
FEWEST_FIGURES = 4
"""Figures of all rows together, at least."""
ROWS_APART = 3.0
"""Rows of one table are no further apart than so many font boxes."""
HEAD_APART = 1.8
"""The same of the names of its columns, and of the line over the table."""
MOST_HEADS = 3
AT_EDGE = 3.0
"""Points by which what begins at the edge of a column may miss it."""
INDENT = 2.0
"""A name that stands alone begins so many font boxes right of where lines of text do."""
SHORT = 3.0
"""A label ends so many font boxes before the lines of its column do, at least."""
PARAGRAPHS_APART = 0.6
"""The line over a table stands so many font boxes below the text before it, at least."""

Span = tuple[float, float]


def across(
    left: Sequence[Fragment], right: Sequence[Fragment], tops: Iterable[float] = ()
) -> frozenset[int]:
    """The `id`s of the fragments on both sides of a gutter that are rows of one table, or the line
    that names it.

    Args:
        left: what stands left of the gutter, from top to bottom.
        right: what stands right of it.
        tops: where tables begin that were found already and stand across the gutter.
    """
    if not left or not right:
        return frozenset()
    held: set[int] = set()
    begins = list(tops)
    for top, bottom in _tables(left, right):
        begins.append(top)
        held |= {id(piece) for piece in (*left, *right) if top <= piece.centre <= bottom}
    for top in begins:
        if (line := _line_over(left, right, top)) is not None:
            held.add(id(line))
    return frozenset(held)


def _tables(left: Sequence[Fragment], right: Sequence[Fragment]) -> list[Span]:
    """From where to where on the page tables reach whose labels are left of the gutter."""
    edge = min(piece.left for piece in right)
    reach = max(piece.right for piece in left)
    lines = rows(right)
    found: list[Span] = []
    first = 0
    while first < len(lines):
        last = first
        while last < len(lines) and _is_row(lines[last], left, reach):
            if last > first and _gap(lines[last - 1], lines[last]) > ROWS_APART:
                break
            last += 1
        body = lines[first:last]
        # years at the edge of the text are the labels of a table right of the gutter
        inset = any(row.left - edge > AT_EDGE for row in body)
        if inset and len(body) >= FEWEST_ROWS and sum(map(_figures, body)) >= FEWEST_FIGURES:
            head = _first_head(lines, first, body, edge)
            found.append((lines[head].top, body[-1].bottom))
        first = max(last, first + 1)
    return found


def _is_row(row: FragmentRow, left: Sequence[Fragment], reach: float) -> bool:
    """Whether a row right of the gutter has nothing but figures, and left of it a short label, or
    figures behind one."""
    if not _are_figures(row):
        return False
    middle = (row.top + row.bottom) / 2
    beside = [
        piece
        for piece in left
        if abs(piece.centre - middle) <= SAME_ROW * max(piece.size, row.size)
    ]
    if not beside:
        return False
    nearest = max(beside, key=lambda piece: piece.right)
    if reach - nearest.right >= SHORT * nearest.size:  # a line of text fills its column
        return True
    return len(beside) > 1 and _are_figures(
        FragmentRow([nearest], nearest.top, nearest.bottom, nearest.size)
    )


def _are_figures(row: FragmentRow) -> bool:
    cells = cells_of(row)
    return not cells.label and all(cell.numeric for cell in cells.cells)


def _figures(row: FragmentRow) -> int:
    return cells_of(row).numeric


def _first_head(
    lines: Sequence[FragmentRow], first: int, body: Sequence[FragmentRow], edge: float
) -> int:
    """The first row of the names over a table's figures; the first of these where there are none.

    Args:
        edge: where lines of text begin right of the gutter.
    """
    figures = [piece for row in body for piece in row.fragments]
    begin, end = min(piece.left for piece in figures), max(piece.right for piece in figures)
    most = max(len(row.fragments) for row in body)
    head = first
    while head > max(0, first - MOST_HEADS) and _gap(lines[head - 1], lines[head]) <= HEAD_APART:
        names = lines[head - 1]
        alone = len(names.fragments) == 1 and names.left - edge < INDENT * names.size
        over = all(piece.right > begin and piece.left < end for piece in names.fragments)
        if alone or not over or len(names.fragments) > most:
            break
        head -= 1
    return head


def _line_over(left: Sequence[Fragment], right: Sequence[Fragment], top: float) -> Fragment | None:
    """The line left of the gutter that names a table which begins at `top`: a line of its own right
    over it, beside which the other column has ended."""
    above = rows(piece for piece in left if piece.centre < top)
    line = above[-1] if above else None
    if line is None or len(line.fragments) > 1 or top - line.bottom > HEAD_APART * line.size:
        return None
    if any(line.top - SAME_ROW * line.size < piece.centre < top for piece in right):
        return None
    if len(above) > 1 and _gap(above[-2], line) < PARAGRAPHS_APART:
        return None
    text = " ".join(word.text for word in line.fragments[0].words)
    reach = max(piece.right for piece in left)
    numbered = caption_number(text) is not None
    short = reach - line.right >= SHORT * line.size
    titled = short and text[:1].isupper() and not text.endswith((".", ":", ";", ","))
    return line.fragments[0] if numbered or titled else None


def _gap(upper: FragmentRow, lower: FragmentRow) -> float:
    """In font boxes."""
    return (lower.top - upper.bottom) / max(upper.size, lower.size, 1.0)
