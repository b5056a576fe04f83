"""Headers of a table of which some have one line and others two, all centred at one height.

The single lines then stand half a line below the first and above the second of the others, so that
three rows are seen where people see one.
"""

from __future__ import annotations

from collections.abc import Sequence

from backend.readers.layout.shapes import Fragment, FragmentRow

CENTRED = 0.6
"""The two lines of one header are centred alike, give or take this share of the font's box."""


def whole_rows(rows: Sequence[FragmentRow]) -> list[FragmentRow]:
    """The rows from top to bottom, with those as one that stand around the single lines of it."""
    whole: list[FragmentRow] = []
    for row in rows:
        if len(whole) > 1 and (joined := _joined(whole[-2], whole[-1], row)) is not None:
            whole[-2:] = [joined]
        else:
            whole.append(row)
    return whole


def _joined(upper: FragmentRow, middle: FragmentRow, lower: FragmentRow) -> FragmentRow | None:
    """The three as one row; None if they are lines of their own."""
    if upper.bottom <= middle.top or middle.bottom <= lower.top or lower.top < middle.top:
        return None
    headers: list[Fragment] = []
    left_over = list(lower.fragments)
    for piece in upper.fragments:
        below = next((each for each in left_over if _centred_alike(piece, each)), None)
        if below is None:
            return None
        left_over.remove(below)
        headers.append(_over_each_other(piece, below))
    beside = [*middle.fragments, *left_over]
    if any(
        header.left < single.right and single.left < header.right
        for header in headers
        for single in beside
    ):
        return None
    fragments = sorted([*headers, *beside], key=lambda fragment: fragment.left)
    return FragmentRow(fragments, middle.top, middle.bottom, middle.size)


def _centred_alike(upper: Fragment, lower: Fragment) -> bool:
    apart = abs(upper.left + upper.right - lower.left - lower.right) / 2
    return apart <= CENTRED * upper.size


def _over_each_other(upper: Fragment, lower: Fragment) -> Fragment:
    return Fragment(
        [*upper.words, *lower.words],
        min(upper.left, lower.left),
        upper.top,
        max(upper.right, lower.right),
        lower.bottom,
        upper.size,
    )
