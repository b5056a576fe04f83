"""Which cells of a drawn grid were made one: no rule parts them."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from backend.readers.layout.rule_runs import NEAR, RuleRun
from backend.readers.layout.spanned_cells import MergedRange

LEAST_OWN = 0.5
"""Share of the places of a grid that are cells of their own, at least: a frame has fewer."""


def merged_cells(
    lines: Sequence[RuleRun],
    posts: Sequence[RuleRun],
    down: Sequence[float],
    across: Sequence[float],
) -> tuple[MergedRange, ...] | None:
    """The cells that reach over several rows or columns; None where the rules draw no table: its
    frame is open, what no rule parts is no rectangle, or most places are no cells of their own.

    Args:
        down: edges of the rows that the lines draw; `across`: those of the columns, by the posts.
    """
    deep, wide = len(down) - 1, len(across) - 1
    level = [_drawn(lines, at, across) for at in down]
    upright = [_drawn(posts, at, down) for at in across]
    if not all(map(all, (level[0], level[-1], upright[0], upright[-1]))):
        return None
    seen: set[tuple[int, int]] = set()
    merged_ranges: list[MergedRange] = []
    for row in range(deep):
        for column in range(wide):
            if (row, column) in seen:
                continue
            right = column
            while not upright[right + 1][row]:  # the frame ends it
                right += 1
            bottom = row
            while not level[bottom + 1][column]:
                bottom += 1
            each = MergedRange(row, column, bottom, right)
            if not _is_one(each, level, upright):
                return None
            seen.update(_places(each))
            if bottom > row or right > column:
                merged_ranges.append(each)
    own = deep * wide - sum(len(_places(merged_range)) for merged_range in merged_ranges)
    return tuple(merged_ranges) if own >= LEAST_OWN * deep * wide else None


def _drawn(runs: Sequence[RuleRun], at: float, edges: Sequence[float]) -> list[bool]:
    """Whether a rule runs along a place between each edge and the next."""
    here = [run for run in runs if abs(run.at - at) <= NEAR]
    return [
        any(run.begin <= begin + NEAR and run.end >= end - NEAR for run in here)
        for begin, end in pairwise(edges)
    ]


def _is_one(
    each: MergedRange, level: Sequence[Sequence[bool]], upright: Sequence[Sequence[bool]]
) -> bool:
    """Whether rules go all around a rectangle of places, and none through it."""
    rows, columns = range(each.top, each.bottom + 1), range(each.left, each.right + 1)
    around = all(level[each.top][at] and level[each.bottom + 1][at] for at in columns) and all(
        upright[each.left][at] and upright[each.right + 1][at] for at in rows
    )
    through = any(level[edge][at] for edge in rows[1:] for at in columns) or any(
        upright[edge][at] for edge in columns[1:] for at in rows
    )
    return around and not through


def _places(each: MergedRange) -> list[tuple[int, int]]:
    return [
        (row, column)
        for row in range(each.top, each.bottom + 1)
        for column in range(each.left, each.right + 1)
    ]
