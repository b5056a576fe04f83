"""Two tables that stand beside each other: labels begin anew right of a gutter.

A column of texts within one table looks alike, and so does a table that relates two things (home
and away, from and to). Two tables are told by what they repeat, a header or the labels of a row, or
by titles of their own, each over the labels of its table.
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
"""Share of the rows that have one label on both sides from which both tables are alike."""
CROSSED = 2
"""Right labels that stand at the left in other rows from which the rows relate one to another."""


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
    """Whether the rows left and right of a gutter are two tables: by labels that both have in the
    same rows, a header that both have, or titles over the labels of each.

    Args:
        above: the rows of headers and titles over the body.
    """
    if _have_same_labels(body, gutter):
        return True
    sides = [each for row in body if all(each := _sides(row, gutter))]
    begins = min(side.left[0].left for side in sides), min(side.right[0].left for side in sides)
    heads = [each for row in above if all(each := _sides(row, gutter))]
    over = [head for head in heads if _begin_at(head, begins)]
    titled = any(len(head.left) == len(head.right) == 1 for head in heads[:-1] if head in over)
    if titled and heads[-1] in over:
        return True
    if _crossed(sides) >= CROSSED:
        return False
    # Figures of both sides may share a header, where the labels have one each.
    named = not over or _text(over[-1].left[0]) == _text(over[-1].right[0])
    return titled or (named and any(_texts(head.left) == _texts(head.right) for head in heads))


def _have_same_labels(body: Sequence[FragmentRow], gutter: float) -> bool:
    """Whether both sides have the same labels in the same rows, or all of them in one order."""
    found = [_sides(row, gutter) for row in body]
    pairs = [(_label(each.left), _label(each.right)) for each in found if all(each)]
    same = sum(bool(left) and left == right for left, right in pairs)
    if same >= max(2, SAME_LABELS * len(pairs)):
        return True
    lefts = [label for each in found if each.left and (label := _label(each.left))]
    rights = [label for each in found if each.right and (label := _label(each.right))]
    return len(rights) >= MIN_ROWS and lefts == rights


def _crossed(sides: Sequence[_Sides]) -> int:
    """How many right labels stand at the left in other rows alone."""
    lefts = {_label(side.left) for side in sides} - {""}
    rights = {_label(side.right) for side in sides if _label(side.right) != _label(side.left)}
    return len(lefts & rights)


def _begin_at(sides: _Sides, begins: tuple[float, float]) -> bool:
    """Whether both sides of a row begin where the labels do."""
    return all(
        abs(side[0].left - begin) < ALIGNED * side[0].size
        for side, begin in zip(sides, begins, strict=True)
    )


def crosses(row: FragmentRow, gutter: float) -> bool:
    """Whether something of a row stands on both sides of a gutter."""
    return any(fragment.left < gutter < fragment.right for fragment in row.fragments)


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
        [fragment for fragment in row.fragments if fragment.left < gutter],
        [fragment for fragment in row.fragments if fragment.left >= gutter],
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


def _texts(side: Sequence[Fragment]) -> list[str]:
    return [_text(fragment) for fragment in side]


def _text(fragment: Fragment) -> str:
    return " ".join(word.text for word in fragment.words).casefold()
