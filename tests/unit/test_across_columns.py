"""A table below, between or above two columns of text, whose rows leave the gutter blank."""

from __future__ import annotations

import pytest

from backend.readers.layout.page import lay_out
from backend.readers.layout.rule_runs import Rule
from backend.readers.layout.shapes import PageLayout, PrintedLine, PrintedTable, Word
from tests.unit.test_dated_rows import ending
from tests.unit.test_reader_layout import word

LEFT, RIGHT = 58.0, 310.0
LINES = [
    "The ferry went out each morning with",
    "its load of wool and came again by",
    "night when the tide was high enough",
    "for the keel to clear the outer bar",
]
ROWS = [
    ("Bales of wool", "214", "187"),
    ("Passengers", "6,310", "5,442"),
    ("Bicycles", "96", "128"),
    ("Dogs", "58", "44"),
]
BODY = [(label, *figures) for label, *figures in ROWS]


def text(words: str, left: float, top: float) -> list[Word]:
    placed, at = [], left
    for each in words.split(" "):
        placed.append(word(each, at, top))
        at += 5 * len(each) + 3
    return placed


def column(left: float, top: float, lines: int) -> list[Word]:
    """Lines of running text."""
    return [
        each
        for number in range(lines)
        for each in text(LINES[number % len(LINES)], left, top + 13 * number)
    ]


def rows(
    top: float,
    cells: list[tuple[str, ...]] = ROWS,
    ends: tuple[float, ...] = (420.0, 530.0),
    left: float = 60.0,
) -> list[Word]:
    """Rows of a label and figures up to the right of their places."""
    words: list[Word] = []
    for number, (label, *figures) in enumerate(cells):
        words += text(label, left, top + 16 * number) if label else []
        for figure, end in zip(figures, ends, strict=True):
            words += ending(figure, end, top + 16 * number)
    return words


def page(*parts: list[Word], rules: list[Rule] | None = None) -> PageLayout:
    return lay_out([each for part in parts for each in part], 595, 842, rules or [])


def table_in(layout: PageLayout) -> PrintedTable:
    (table,) = (item for item in layout.items if isinstance(item, PrintedTable))
    return table


def before_table(layout: PageLayout) -> str:
    """The line that is read right before the table."""
    lines = [item for item in layout.items if isinstance(item, PrintedLine)]
    at = layout.items.index(table_in(layout))
    return lines[at - 1].text if at else ""


def two_columns(top: float) -> list[Word]:
    return column(LEFT, top, 14) + column(RIGHT, top, 11)


@pytest.mark.parametrize("name", ["Table 4. Crossings of a year.", "Crossings of a year"])
def test_a_table_below_two_columns_keeps_its_labels_and_its_name(name: str) -> None:
    layout = page(two_columns(100), text(name, LEFT, 292), rows(320, [("", "2031", "2030"), *ROWS]))
    table = table_in(layout)
    assert table.header == ((), ("2031",), ("2030",))
    assert [cells for _, cells in table.rows] == BODY
    assert before_table(layout) == name


def test_it_may_have_one_figure_a_row() -> None:
    cells = [row[:2] for row in ROWS]
    layout = page(two_columns(100), rows(320, [("", "2031"), *cells], (530.0,)))
    assert [each for _, each in table_in(layout).rows] == cells


def test_its_first_figure_may_stand_left_of_the_gutter() -> None:
    head = ("Kind", "2031", "2030")
    layout = page(two_columns(100), rows(320, [head, *ROWS], (240.0, 530.0)))
    assert [cells for _, cells in table_in(layout).rows] == BODY


def test_the_columns_go_on_below_it() -> None:
    layout = page(
        two_columns(100),
        text("Table 4. Crossings", LEFT, 292),
        rows(320, [("Kind", "2031", "2030"), *ROWS]),
        two_columns(420),
    )
    at = layout.items.index(table_in(layout))
    assert [cells for _, cells in table_in(layout).rows] == BODY
    columns = [item.column for item in layout.items if isinstance(item, PrintedLine)]
    assert columns == sorted(columns)
    assert len(layout.items[:at]) == 26
    assert len(layout.items[at + 1 :]) == 25


def test_a_table_between_rules_is_named_by_the_line_over_it() -> None:
    cells = [
        ("Post", "Name", "Home"),
        ("Captain", "Ada Bell", "Skipton"),
        ("Mate", "Jo Reed", "Hull"),
        ("Cook", "Sam Pike", "Leeds"),
        ("Pilot", "Ned Fox", "Goole"),
    ]
    words = [
        each
        for number, (post, name, home) in enumerate(cells)
        for each in (
            *text(post, 60, 320 + 16 * number),
            *text(name, 330, 320 + 16 * number),
            *text(home, 450, 320 + 16 * number),
        )
    ]
    rules = [Rule(56, at, 535, at + 0.5) for at in (316.0, 333.0, 398.0)]
    layout = page(two_columns(100), text("Table 5. The crew", LEFT, 292), words, rules=rules)
    assert [each for _, each in table_in(layout).rows] == cells[1:]
    assert before_table(layout) == "Table 5. The crew"


def test_a_table_of_the_right_column_stays_there() -> None:
    layout = page(
        column(LEFT, 100, 24),
        column(RIGHT, 100, 11),
        rows(260, [("Kind", "2031", "2030"), *ROWS], (450.0, 530.0), RIGHT),
    )
    assert [cells for _, cells in table_in(layout).rows] == BODY
    lines = [item.text for item in layout.items if isinstance(item, PrintedLine)]
    assert lines[:24] == [LINES[number % 4] for number in range(24)]


@pytest.mark.parametrize("label", LINES[:2])
def test_figures_beside_lines_that_fill_their_column_are_none_of_them(label: str) -> None:
    beside = [(label, "214", "187")] * 6
    layout = page(two_columns(100), rows(320, beside, left=LEFT))
    assert all(cells[0] != label for _, cells in table_in(layout).rows)


def test_years_where_the_text_begins_are_labels_of_the_right_column() -> None:
    years = [("Short line", str(2030 + number), "14", "96") for number in range(4)]
    layout = page(two_columns(100), rows(300, years, (330.0, 420.0, 530.0)))
    table = next((each for each in layout.items if isinstance(each, PrintedTable)), None)
    assert table is None or all("Short line" not in cells for _, cells in table.rows)


def test_a_last_line_that_fills_its_column_is_no_name_of_a_table() -> None:
    line = LINES[0]
    layout = page(two_columns(100), text(line, LEFT, 290), rows(308, [("", "2031", "2030"), *ROWS]))
    assert [cells for _, cells in table_in(layout).rows] == BODY
    lines = [item.text for item in layout.items if isinstance(item, PrintedLine)]
    assert lines[14] == line
    assert before_table(layout) != line
