"""Two tables that stand beside each other: labels begin anew right of a gutter.

A column of texts within one table looks alike. Two tables are told by what they repeat, a header
or labels, or by titles of their own, each over the labels of its table.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from backend.readers.layout.cells import RowCell, cells_of
from backend.readers.layout.shapes import Fragment, FragmentRow

MIN_ROWS = 3
"""Rows that both tables have, at least."""
MOST = 0.8
"""Share of the rows with something on both sides that must begin with a label on both."""
ALIGNED = 0.8
"""Left edges closer than this share of the font's box begin at one place."""
SAME_LABELS = 0.5
"""Share of the right labels that stand at the left as well, from which both tables are alike."""


class _Sides(NamedTuple):
    """A row left and right of a gutter."""

    left: list[Fragment]
    right: list[Fragment]


def gutter_of(body: Sequence[FragmentRow]) -> float | None:
    """Where the second of two tables may begin, in points from the page's left edge; None where
    labels do not begin anew in most rows.

    Args:
        body: the rows of one run of figures.
    """
    anew = [each for row in body if (each := _label_anew(row)) is not None]
    if len(anew) < MIN_ROWS:
        return None
    edges = sorted(each.left for each in anew)
    edge = edges[len(edges) // 2]
    gutter = edge - ALIGNED * body[0].size
    if any(crosses(row, gutter) for row in body):
        return None
    both = [sides for row in body if all(sides := _sides(row, gutter))]
    begin = [each for each in both if _begins(each.left) and _begins(each.right)]
    aligned = [each for each in begin if each.right[0].left - edge < ALIGNED * body[0].size]
    if len(aligned) < MIN_ROWS or len(aligned) < MOST * len(both):
        return None
    labels = [_label(each.right) for each in aligned]
    return gutter if len(set(labels)) >= MOST * len(labels) else None


def are_two(above: Sequence[FragmentRow], body: Sequence[FragmentRow], gutter: float) -> bool:
    """Whether the rows left and right of a gutter are two tables: by headers or labels that both
    have, or titles over the labels of each.

    Args:
        above: the rows of headers and titles over the body.
    """
    sides = [each for row in body if all(each := _sides(row, gutter))]
    left = {_label(each.left) for each in sides}
    right = {_label(each.right) for each in sides}
    if len(left & right) >= max(2, SAME_LABELS * len(right)):
        return True
    begins = min(each.left[0].left for each in sides), min(each.right[0].left for each in sides)
    heads = [each for row in above if all(each := _sides(row, gutter))]
    for each in heads:
        texts = [[_text(piece) for piece in side] for side in each]
        if texts[0] == texts[1]:
            return True
    return any(
        len(each.left) == len(each.right) == 1
        and all(
            abs(side[0].left - begin) < ALIGNED * side[0].size
            for side, begin in zip(each, begins, strict=True)
        )
        for each in heads[:-1]
    )


def crosses(row: FragmentRow, gutter: float) -> bool:
    """Whether something of a row stands on both sides of a gutter."""
    return any(each.left < gutter < each.right for each in row.fragments)


def parted(
    rows: Sequence[FragmentRow], gutter: float
) -> tuple[list[FragmentRow], list[FragmentRow]]:
    """The rows of the left and of the right table."""
    found: tuple[list[FragmentRow], list[FragmentRow]] = ([], [])
    for row in rows:
        for kept, side in zip(found, _sides(row, gutter), strict=True):
            if side:
                top, bottom = min(each.top for each in side), max(each.bottom for each in side)
                kept.append(FragmentRow(side, top, bottom, max(each.size for each in side)))
    return found


def _sides(row: FragmentRow, gutter: float) -> _Sides:
    return _Sides(
        [each for each in row.fragments if each.left < gutter],
        [each for each in row.fragments if each.left >= gutter],
    )


def _label_anew(row: FragmentRow) -> RowCell | None:
    """The first text behind a figure of the row that has figures behind it."""
    found = cells_of(row)
    if not found.label:
        return None
    cells = found.cells
    for place, cell in enumerate(cells):
        after = any(each.numeric for each in cells[place + 1 :])
        if place and not cell.numeric and after and any(map(str.isalpha, cell.text)):
            return cell
    return None


def _begins(side: Sequence[Fragment]) -> bool:
    """Whether a side of a row is a label with figures behind it."""
    found = cells_of(_row(side))
    return bool(found.label) and found.numeric > 0


def _label(side: Sequence[Fragment]) -> str:
    return cells_of(_row(side)).label.casefold()


def _row(side: Sequence[Fragment]) -> FragmentRow:
    return FragmentRow(list(side), side[0].top, side[0].bottom, side[0].size)


def _text(fragment: Fragment) -> str:
    return " ".join(word.text for word in fragment.words).casefold()
