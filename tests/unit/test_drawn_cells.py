"""Cells of a drawn grid that no rule parts are one; what is no rectangle is no table."""

from __future__ import annotations

import pytest

from backend.readers.layout.drawn_cells import merged_cells
from backend.readers.layout.rule_runs import NEAR, RuleRun
from backend.readers.layout.spanned_cells import MergedRange

SIDE = 20.0
Strokes = set[tuple[int, int]]


def grid_without(
    lines: Strokes = frozenset(),  # type: ignore[assignment]
    posts: Strokes = frozenset(),  # type: ignore[assignment]
    *,
    deep: int = 3,
    wide: int = 3,
    gap: float = 0.0,
) -> tuple[MergedRange, ...] | None:
    """The merged cells of a grid of square cells that lacks some strokes.

    Args:
        lines: number of the line from the top, and of the column where it lacks.
        posts: number of the post from the left, and of the row where it lacks.
        gap: by how much each stroke is too short at either end.
    """
    down = [SIDE * each for each in range(deep + 1)]
    across = [SIDE * each for each in range(wide + 1)]
    level = [
        RuleRun(down[line], across[column] + gap, across[column + 1] - gap)
        for line in range(deep + 1)
        for column in range(wide)
        if (line, column) not in lines
    ]
    upright = [
        RuleRun(across[post], down[row] + gap, down[row + 1] - gap)
        for post in range(wide + 1)
        for row in range(deep)
        if (post, row) not in posts
    ]
    return merged_cells(level, upright, down, across)


def test_where_every_rule_is_drawn_no_cell_is_merged() -> None:
    assert grid_without() == ()


@pytest.mark.parametrize(
    ("lines", "posts", "merged"),
    [
        ({(1, 0)}, set(), MergedRange(0, 0, 1, 0)),
        ({(1, 2), (2, 2)}, set(), MergedRange(0, 2, 2, 2)),  # down to the last row
        (set(), {(1, 1)}, MergedRange(1, 0, 1, 1)),
        (set(), {(1, 2), (2, 2)}, MergedRange(2, 0, 2, 2)),  # up to the last column
        ({(2, 1), (2, 2)}, {(2, 1), (2, 2)}, MergedRange(1, 1, 2, 2)),
    ],
)
def test_what_no_rule_parts_is_one_cell(
    lines: Strokes, posts: Strokes, merged: MergedRange
) -> None:
    assert grid_without(lines, posts) == (merged,)


@pytest.mark.parametrize(
    ("lines", "posts"),
    [
        ({(0, 1)}, set()),  # the frame is open above, below, left, right
        ({(3, 1)}, set()),
        (set(), {(0, 1)}),
        (set(), {(3, 1)}),
        ({(1, 0)}, {(1, 0)}),  # three places around a corner
        ({(1, 0)}, {(1, 1)}),
        ({(1, 1)}, {(1, 0)}),
        ({(1, 1)}, {(1, 1)}),
        ({(1, 0), (1, 1)}, {(1, 0)}),  # four with a stroke between two of them
        ({(1, 0), (1, 1)}, {(1, 1)}),
        ({(1, 0)}, {(1, 0), (1, 1)}),
        ({(1, 1)}, {(1, 0), (1, 1)}),
        ({(2, 1)}, {(1, 1), (2, 1)}),  # a row with one place more below it
        ({(1, 1)}, {(1, 1), (2, 1)}),
        ({(1, 1), (2, 1)}, {(2, 1)}),
        ({(1, 1), (2, 1)}, {(1, 1)}),
    ],
)
def test_an_open_frame_and_what_is_no_rectangle_are_no_table(
    lines: Strokes, posts: Strokes
) -> None:
    assert grid_without(lines, posts, deep=3, wide=3) is None


def test_half_of_the_places_are_cells_of_their_own() -> None:
    row = {(1, 0), (2, 0), (3, 0)}
    assert grid_without(posts=row, deep=2, wide=4) == (MergedRange(0, 0, 0, 3),)
    assert grid_without(posts=row | {(1, 1)}, deep=2, wide=4) is None


def test_rules_may_be_a_little_short() -> None:
    assert grid_without(gap=NEAR) == ()
    assert grid_without(gap=NEAR + 0.1) is None
    assert grid_without({(1, 0)}, gap=NEAR) == (MergedRange(0, 0, 1, 0),)


def test_rules_may_stand_a_little_beside_their_edge() -> None:
    lines = [RuleRun(at, 0, 40) for at in (0.0, 20.0 + NEAR, 40.0)]
    posts = [RuleRun(at, 0, 40) for at in (0.0, 20.0, 40.0)]
    assert merged_cells(lines, posts, [0, 20, 40], [0, 20, 40]) == ()
    lines[1] = RuleRun(20.1 + NEAR, 0, 40)
    merged = (MergedRange(0, 0, 1, 0), MergedRange(0, 1, 1, 1))
    assert merged_cells(lines, posts, [0, 20, 40], [0, 20, 40]) in (merged, None)
