"""Which rules of a page draw a table, and which of its rows name the columns: each condition by
itself, over pages that are made of words and strokes."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from backend.readers.layout.rule_runs import Rule
from backend.readers.layout.ruled_tables import (
    LONGEST_CELL,
    MOST_COLUMNS,
    MOST_ROWS,
    CellGrid,
    grids_of,
    ruled_tables,
)
from backend.readers.layout.shapes import PrintedTable, Word
from backend.readers.layout.spanned_cells import MergedRange

WIDE, HIGH = 100.0, 20.0


def strokes(across: Sequence[float], down: Sequence[float]) -> list[Rule]:
    """The rules of a grid, each drawn in one stroke."""
    lines = [Rule(across[0], y, across[-1], y) for y in down]
    return lines + [Rule(x, down[0], x, down[-1]) for x in across]


def inner(merged: Sequence[MergedRange]) -> set[tuple[int, int]]:
    return {
        (row, column)
        for merged_range in merged
        for row in range(merged_range.top, merged_range.bottom + 1)
        for column in range(merged_range.left, merged_range.right + 1)
        if (row, column) != (merged_range.top, merged_range.left)
    }


def drawn(
    rows: Sequence[Sequence[str]],
    *merged: MergedRange,
    bold: Sequence[int] = (),
    high: float = HIGH,
) -> list[PrintedTable]:
    """The drawn tables of a grid with these texts and merged cells."""
    across = [40 + WIDE * each for each in range(len(rows[0]) + 1)]
    down = [40 + high * each for each in range(len(rows) + 1)]
    words: list[Word] = []
    for row, cells in enumerate(rows):
        for column, text in enumerate(cells):
            left, top = across[column] + 3, down[row] + 3
            for each in text.split():
                if left + 4 * len(each) > across[column + 1]:
                    left, top = across[column] + 3, top + 10
                words.append(Word(each, left, top, left + 4 * len(each), top + 9, 9, row in bold))
                left += 4 * len(each) + 3
    grid = CellGrid(tuple(across), tuple(down), tuple(merged))
    return ruled_tables(grid, words)


NAMES = ["Boat", "Kept by", "Berth"]
BOATS = [["Otter", "the miller", "below the weir"], ["Heron", "two sisters", "at the mill"]]
BOATS += [["Mole", "nobody now", "in the shed"]]


# --- grids ---------------------------------------------------------------------------------------


def test_a_line_drawn_in_pieces_that_meet_within_a_cell_is_one() -> None:
    whole = strokes([40, 140, 240], [40, 60, 80, 100])
    pieces = [stroke for stroke in whole if stroke.top != 60]
    assert grids_of([*pieces, Rule(40, 60, 110, 60), Rule(110, 60.5, 240, 60.5)])[0].merged == ()
    parted = grids_of([*pieces, Rule(40, 60, 105, 60), Rule(115, 60.5, 240, 60.5)])
    assert all(grid.merged for grid in parted)
    swapped = grids_of([*pieces, Rule(115, 60, 240, 60), Rule(40, 60.5, 105, 60.5)])
    assert all(grid.merged for grid in swapped)


def test_parts_of_one_line_with_a_gap_between_them_are_one_edge() -> None:
    rules = [
        stroke for stroke in strokes([40, 140, 240, 340], [40, 60, 80, 100]) if stroke.top != 60
    ]
    (grid,) = grids_of([*rules, Rule(40, 60, 140, 60), Rule(240, 60.5, 340, 60.5)])
    assert grid.down == (40, 60, 80, 100)
    assert grid.merged == (MergedRange(0, 1, 1, 1),)


def test_a_line_above_or_below_the_posts_is_not_of_their_table() -> None:
    rules = strokes([40, 140, 240], [40, 60, 80, 100])
    (grid,) = grids_of([*rules, Rule(40, 20, 240, 20), Rule(40, 140, 240, 140)])
    assert grid.down == (40, 60, 80, 100)
    (grid,) = grids_of([*rules, Rule(20, 40, 20, 100), Rule(300, 40, 300, 100)])
    assert grid.across == (40, 140, 240)


@pytest.mark.parametrize(
    ("columns", "rows", "found"),
    [
        (2, 3, True),
        (2, 2, False),
        (1, 3, False),
        (MOST_COLUMNS, 3, True),
        (MOST_COLUMNS + 1, 3, False),
        (2, MOST_ROWS, True),
        (2, MOST_ROWS + 1, False),
    ],
)
def test_a_table_has_some_rows_and_columns_and_not_too_many(
    columns: int, rows: int, found: bool
) -> None:
    across, down = [20.0 * each for each in range(columns + 1)], [8.0 * k for k in range(rows + 1)]
    assert bool(grids_of(strokes(across, down))) is found


def test_where_so_many_strokes_may_meet_the_page_is_a_drawing() -> None:
    table = strokes([40, 140, 240], [40, 60, 80, 100])
    hatch = [Rule(500, 4.0 * each, 501, 4.0 * each) for each in range(400)]
    hatch += [Rule(600 + 4.0 * each, 0, 600 + 4.0 * each, 1) for each in range(240)]
    assert len(grids_of([*table, *hatch])) == 1  # 404 lines and 243 posts
    hatch += [Rule(1600 + 4.0 * each, 0, 1600 + 4.0 * each, 1) for each in range(10)]
    assert grids_of([*table, *hatch]) == []


def test_a_title_over_the_columns_is_no_row_and_needs_a_table_below() -> None:
    for rows, found in ((4, 1), (3, 0)):
        down = [40 + 20.0 * each for each in range(rows + 1)]
        rules = [Rule(40, y, 240, y) for y in down]
        rules += [Rule(x, down[0], x, down[-1]) for x in (40.0, 240.0)]
        rules.append(Rule(140, 60, 140, down[-1]))
        grids = grids_of(rules)
        assert len(grids) == found
        assert all(grid.down[0] == 60 and grid.merged == () for grid in grids)


# --- what a grid holds ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("left", "right", "found"),
    [(143, 200, 1), (139, 200, 1), (137, 200, 0), (180, 241, 1), (180, 243, 0)],
)
def test_a_word_that_crosses_a_rule_leaves_no_table(left: float, right: float, found: int) -> None:
    across, down = (40.0, 140.0, 240.0, 340.0), (40.0, 60.0, 80.0, 100.0)
    words = [
        Word("named", x + 3, y + 3, x + 60, y + 12, 9, y == 40)
        for y in down[:-1]
        for x in across[:-1]
        if (x, y) != (140.0, 60.0)
    ]
    words.append(Word("reaching", left, 63, right, 72, 9, False))
    assert len(ruled_tables(CellGrid(across, down), words)) == found


def test_every_row_holds_something() -> None:
    assert drawn([NAMES, *BOATS], bold=[0])
    assert not drawn([NAMES, *BOATS, ["", "", ""]], bold=[0])


@pytest.mark.parametrize(
    ("rows", "found"),
    [
        ([NAMES, ["Otter", "a", ""], ["Heron", "", "b"], ["Mole", "", ""]], True),  # 8 of 12
        ([NAMES, ["Otter", "", ""], ["Heron", "", "b"], ["Mole", "", ""]], False),  # 7 of 12
        ([NAMES, [*BOATS[0][:2], "so " * (LONGEST_CELL // 3)], *BOATS[1:]], True),
        ([NAMES, [*BOATS[0][:2], "so " * (LONGEST_CELL // 3 + 2)], *BOATS[1:]], False),
        ([NAMES, *[["so " * 53] * 3] * 3], True),  # 158 letters and blanks
        ([NAMES, *[["so " * 54] * 3] * 3], False),  # 161
        ([["a", "b", "c"], *[["d", "e", "f"]] * 3], False),
        ([["ab", "b", "c"], *[["de", "ef", "f"]] * 3], True),
    ],
)
def test_cells_hold_words_enough_and_not_too_many(rows: list[list[str]], found: bool) -> None:
    assert bool(drawn(rows, bold=[0], high=400)) is found


# --- names of columns ----------------------------------------------------------------------------


def heads_of(tables: Sequence[PrintedTable]) -> int:
    """How many rows name the columns of the only table; -1 where there is none."""
    return len(tables[0].header_lines) if tables else -1


OVER = MergedRange(0, 1, 0, 2)
TWO = [["Boat", "Kept", ""], ["", "by whom", "where"]]


@pytest.mark.parametrize(
    ("rows", "merged", "bold", "heads"),
    [
        # one name over two columns: how deep the names are says another cell beside it
        ([["Boat", "Kept", ""], ["", "by", "at"], *BOATS], [OVER, MergedRange(0, 0, 1, 0)], (), 2),
        # which reaches into the rows below the names
        (
            [["Boat", "Kept", ""], ["", "by", "at"], *BOATS],
            [OVER, MergedRange(0, 0, 1, 0), MergedRange(1, 1, 2, 1)],
            (),
            -1,
        ),
        # four rows of names are too many, and so are names alone
        (
            [["Boat", "Kept", ""], *[["", "by", "at"]] * 3, *BOATS],
            [OVER, MergedRange(0, 0, 3, 0)],
            (),
            -1,
        ),
        (
            [["Boat", "Kept", ""], *[["", "by", "at"]] * 2, *BOATS],
            [OVER, MergedRange(0, 0, 2, 0)],
            (),
            3,
        ),
        ([["Boat", "Kept", ""], *[["", "by", "at"]] * 2], [OVER, MergedRange(0, 0, 2, 0)], (), -1),
        # a label over two columns of a row, and over two rows as well
        ([NAMES, ["Otter and Heron", "", "lost"], *BOATS], [MergedRange(1, 0, 1, 1)], [0], 1),
        (
            [NAMES, ["Otter and Heron", "", "lost"], ["", "", "sold"], *BOATS],
            [MergedRange(1, 0, 2, 1)],
            [0],
            -1,
        ),
        ([NAMES, ["Otter", "lost at sea", ""], *BOATS], [MergedRange(1, 1, 1, 2)], [0], -1),
        # a figure is no name
        ([["Boat", "40", ""], ["", "by", "at"], *BOATS], [OVER, MergedRange(0, 0, 1, 0)], (), -1),
        # without another cell: both rows in bold letters over others that are not
        ([["Boat", "Kept", ""], ["x", "by", "at"], *BOATS], [OVER], (0, 1), 2),
        ([["Boat", "Kept", ""], ["x", "by", "at"], *BOATS], [OVER], (0, 1, 2), -1),
        ([["Boat", "Kept", ""], ["x", "by", "at"], *BOATS], [OVER], (0,), 1),
        ([["Boat", "Kept", ""], ["x", "by", "at"], *BOATS], [OVER], (0, 3), -1),
        ([["Boat", "Kept", ""], ["x", "by", "at"], *BOATS], [OVER], (), -1),
        # or a second one that is blank below the name of the labels
        ([*TWO, *BOATS], [OVER], (), 2),
        ([["", "Kept", ""], *TWO[1:], *BOATS], [OVER], (), -1),
        ([*TWO, *BOATS[:2], ["", "nobody", "sold"]], [OVER], (), -1),
        ([TWO[0], ["", "40", "30"], *BOATS], [OVER], (), -1),
        # a figure behind its label makes a row of it
        ([["Boat", "Kept", ""], ["Otter", "7", "lost"], *BOATS], [OVER], (), 1),
    ],
)
def test_where_a_name_stands_over_two_columns_the_rows_of_names_are_told_or_open(
    rows: list[list[str]], merged: list[MergedRange], bold: Sequence[int], heads: int
) -> None:
    assert heads_of(drawn(rows, *merged, bold=bold)) == heads


def test_names_that_reach_into_the_rows_name_nothing() -> None:
    rows = [NAMES, ["", "two sisters", "at the mill"], *BOATS]
    assert heads_of(drawn(rows)) == 1
    assert heads_of(drawn(rows, MergedRange(0, 0, 1, 0))) == 0
    assert heads_of(drawn(rows, bold=[0])) == 1
    assert heads_of(drawn(rows, MergedRange(0, 0, 1, 0), bold=[0])) == 0


@pytest.mark.parametrize(
    ("rows", "bold", "heads"),
    [
        ([NAMES, *BOATS], [0], 1),
        ([NAMES, *BOATS], (), 1),
        ([NAMES, *BOATS], (0, 1, 2, 3), 0),
        ([["boat", "Kept by", "Berth"], *BOATS], (), 0),  # in small letters
        ([["Boat", "Kept by these people now", "Berth"], *BOATS], (), 0),  # too many words
        ([["Boat", "", "Berth"], *BOATS], (), 0),
        ([NAMES, *BOATS, ["Tern", "Kept by", "none"]], (), 0),  # said again
        (
            [["Ada Finch", "Cook", "Elm"], ["Tom Reed", "Mate", "Ash"], ["Bo Ek", "Boy", "Fir"]],
            (),
            0,
        ),
        ([["Ada", "Cook", "Elm"], ["Tom", "steers it", "Ash"], ["Bo", "helps out", "Fir"]], (), 1),
        (
            [
                ["Ada", "Cook", "Elm"],
                ["Tom", "Who steers it now", "Ash"],
                ["Bo", "He who helps", ""],
            ],
            (),
            0,  # of three and four words, not all of them too many for a name
        ),
    ],
)
def test_a_first_row_names_the_columns_where_it_is_written_so(
    rows: list[list[str]], bold: Sequence[int], heads: int
) -> None:
    assert heads_of(drawn(rows, bold=bold)) == heads


# --- tables below each other ---------------------------------------------------------------------


TOLLS = [["Punt", "Toll (EUR)", "Berth"], ["Otter", "6", "Mill"], ["Heron", "9", "Weir"]]
MORE = [["Elk", "8", "Weir"], ["Wren", "7", "Mill"]]


@pytest.mark.parametrize(
    ("row", "bold", "parts"),
    [
        (["Gig", "Fee (GBP)", "Owner"], (0, 3), 2),
        (["Gig", "Fee (GBP)", "Owner"], (0,), 1),  # not in bold letters as the names are
        (["Gig", "Fee (GBP)", "Owner"], (3,), 1),
        (["Gig", "Fee (GBP)", "Owner"], (0, 2, 3), 1),
        (["Gig", "thousands of EUR", "Owner"], (0, 3), 2),  # a scale, a year, a period
        (["Gig", "2031", "Owner"], (0, 3), 2),
        (["Gig", "Q1 2031", "Owner"], (0, 3), 1),
        (["Gig", "Fee", "Owner"], (0, 3), 1),
        (["Punt", "Fee", "Owner"], (), 2),  # the name of the labels comes again
        (["Punt", "–", "Owner"], (), 1),
        (["Punt", "", "Owner"], (), 1),
        (["Punt", "Fee", "Fee"], (), 1),
        (["Gig", "Toll (EUR)", "Berth"], (), 2),  # two of three do
        (["Gig", "Fee", "Berth"], (), 1),
    ],
)
def test_a_row_among_figures_that_names_the_columns_begins_another_table(
    row: list[str], bold: Sequence[int], parts: int
) -> None:
    assert len(drawn([*TOLLS, row, *MORE], bold=bold) or [0]) == parts


def test_below_rows_without_names_none_begins_another_table() -> None:
    rows = [*TOLLS[1:], ["Punt", "Toll", "Berth"], MORE[0], ["Punt", "7", "Mill"]]
    assert len(drawn(rows) or [0]) == 1


def test_one_row_names_the_columns_of_a_further_table() -> None:
    rows = [TOLLS[0], ["no.", "in all", "at"], *TOLLS[1:], ["Gig", "Fee (GBP)", "Owner"], *MORE]
    above, below = drawn(rows, bold=(0, 1, 4))
    assert (len(above.header_lines), len(below.header_lines)) == (2, 1)
    assert [cells[0] for _, cells in below.rows] == ["Elk", "Wren"]


def test_a_row_that_comes_again_among_words_begins_none() -> None:
    assert len(drawn([NAMES, *BOATS, ["Boat", "Owner", "Place"], *BOATS[:2]], bold=[0])) == 1
