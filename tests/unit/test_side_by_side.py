"""Two tables beside each other, tables with a column of texts, tables on turned pages."""

from __future__ import annotations

from pathlib import Path

import pytest
from reportlab.pdfgen.canvas import Canvas

from backend.ingestion.sections import sections_of
from backend.readers import pdf
from backend.settings import Settings
from backend.tables.stored_tables import stored_tables

Rows = list[list[str]]


def draw(
    canvas: Canvas, rows: Rows, left: float, top: float, widths: list[int], ruled: bool
) -> None:
    """Rows of a label, texts from the left and figures up to the right of their places."""
    for number, row in enumerate(rows):
        height, at = top - 14 * number, left
        for place, (text, width) in enumerate(zip(row, widths, strict=True)):
            if place and rows[1][place].isdigit():
                canvas.drawRightString(at + width - 6, height, text)
            else:
                canvas.drawString(at, height, text)
            at += width
        if ruled:
            canvas.line(left - 3, height - 3, at - 3, height - 3)


def grids(path: Path) -> list[Rows]:
    """Header and rows of each table of a PDF."""
    reading = pdf.build(Settings()).read(path, path.name, None, lambda *_: None)
    return [
        [
            [table.label_name, *(column.name for column in table.columns)],
            *(
                [row.label, *(cell.text if cell else "" for cell in row.cells)]
                for row in table.rows
            ),
        ]
        for table in stored_tables(reading, sections_of(reading, "d"), "d")
    ]


SALES = [
    ["Region", "Sales", "Shops"],
    ["North", "120", "4"],
    ["South", "130", "5"],
    ["East", "140", "6"],
    ["West", "150", "7"],
]
COSTS = [
    ["Region", "Rent", "Wages"],
    ["North", "20", "61"],
    ["South", "21", "62"],
    ["East", "22", "63"],
    ["West", "23", "64"],
]
BOATS = [
    ["Boat", "Length", "Berth"],
    ["Tern", "9", "31"],
    ["Heron", "8", "32"],
    ["Curlew", "7", "33"],
]


@pytest.mark.parametrize("ruled", [False, True])
@pytest.mark.parametrize("right", [COSTS, BOATS])
def test_two_tables_beside_each_other_are_two(tmp_path: Path, right: Rows, ruled: bool) -> None:
    path = tmp_path / "two.pdf"
    canvas = Canvas(str(path), pagesize=(595, 842))
    canvas.setFont("Helvetica", 9)
    canvas.drawString(60, 700, "Sales of the year")
    canvas.drawString(320, 700, "Other figures")
    draw(canvas, SALES, 60, 680, [80, 60, 60], ruled)
    draw(canvas, right, 320, 680, [80, 60, 60], ruled)
    canvas.save()
    assert grids(path) == [SALES, right]


@pytest.mark.parametrize(
    "rows",
    [
        [["Kind", "Kg", "Unit", "Price"], ["Rye", "1", "sack", "7"], ["Oats", "2", "sack", "8"],
         ["Wheat", "3", "box", "9"], ["Barley", "4", "sack", "10"]],
        [["Kind", "Kg", "Price", "Remarks"], ["Rye", "1", "7", "dry"], ["Oats", "2", "8", "old"],
         ["Wheat", "3", "9", "as sown"], ["Barley", "4", "10", "none"]],
        [["Club", "Rank", "Captain", "Points"], ["Aldmouth", "1", "Ada", "7"],
         ["Bexhaven", "2", "Ivo", "8"], ["Corle", "3", "Omar", "9"], ["Elswick", "4", "Ines", "6"]],
    ],
)  # fmt: skip
def test_a_table_with_a_column_of_texts_is_one(tmp_path: Path, rows: Rows) -> None:
    path = tmp_path / "one.pdf"
    canvas = Canvas(str(path), pagesize=(595, 842))
    canvas.setFont("Helvetica", 9)
    canvas.drawString(60, 700, "Kept by the board")
    draw(canvas, rows, 60, 680, [80, 60, 90, 60], ruled=False)
    canvas.save()
    (grid,) = grids(path)
    assert [row[0] for row in grid[1:]] == [row[0] for row in rows[1:]]


@pytest.mark.parametrize("turn", [90, 180, 270])
@pytest.mark.parametrize("set_upright", [False, True])
def test_a_table_on_a_turned_page_has_its_grid(
    tmp_path: Path, turn: int, set_upright: bool
) -> None:
    path = tmp_path / "turned.pdf"
    canvas = Canvas(str(path), pagesize=(595, 842))
    if set_upright:  # the text lies sideways on a page that is not turned
        canvas.translate(297, 421)
        canvas.rotate(turn)
        canvas.translate(-297, -421)
    else:
        canvas.setPageRotation(turn)
    canvas.setFont("Helvetica", 9)
    canvas.drawString(100, 600, "Sales of the year")
    draw(canvas, SALES, 100, 580, [80, 60, 60], ruled=False)
    canvas.save()
    assert grids(path) == [SALES]


def test_a_header_that_is_repeated_parts_two_tables_without_titles(tmp_path: Path) -> None:
    right = [BOATS[0], ["Gannet", "6", "34"], ["Plover", "5", "35"], ["Dunlin", "4", "36"]]
    path = tmp_path / "halves.pdf"
    canvas = Canvas(str(path), pagesize=(595, 842))
    canvas.setFont("Helvetica", 9)
    draw(canvas, BOATS, 60, 680, [80, 60, 60], ruled=False)
    draw(canvas, right, 320, 680, [80, 60, 60], ruled=False)
    canvas.save()
    assert grids(path) == [BOATS, right]


def test_names_over_two_columns_of_texts_are_no_titles(tmp_path: Path) -> None:
    rows = [["Club", "", "Captain", ""], ["Aldmouth", "1", "Ada", "7"],
            ["Bexhaven", "2", "Ivo", "8"], ["Corle", "3", "Omar", "9"]]  # fmt: skip
    path = tmp_path / "one.pdf"
    canvas = Canvas(str(path), pagesize=(595, 842))
    canvas.setFont("Helvetica", 9)
    draw(canvas, rows, 60, 680, [80, 60, 90, 60], ruled=False)
    canvas.save()
    assert len(grids(path)) == 1


FIXTURES = [
    ["Home", "Goals", "Away", "Goals"],
    ["Aldmouth", "2", "Bexhaven", "1"],
    ["Bexhaven", "0", "Corle", "3"],
    ["Corle", "1", "Elswick", "4"],
    ["Elswick", "5", "Aldmouth", "6"],
]
RATES = [
    ["From", "Crowns", "To", "Marks"],
    ["Tern", "1", "Heron", "8"],
    ["Heron", "2", "Curlew", "7"],
    ["Curlew", "3", "Tern", "6"],
]
ONE_ROUND = [
    ["Home", "Goals", "Away", "Goals"],
    ["Aldmouth", "2", "Bexhaven", "1"],
    ["Corle", "0", "Dunmere", "3"],
    ["Elswick", "1", "Farleigh", "4"],
]
SAME_NAMES = [["Club", "Goals", "Club", "Goals"], *FIXTURES[1:]]
UNNAMED = [["", "Goals", "", "Goals"], *FIXTURES[1:]]
TWO_LINES = [["Home", "End", "Away", "End"], ["", "goals", "", "goals"], *ONE_ROUND[1:]]
WRAPPED = [["Home", "", "Away", ""], ["", "Goals", "", "Goals"], *FIXTURES[1:]]


@pytest.mark.parametrize(
    "rows", [FIXTURES, RATES, ONE_ROUND, SAME_NAMES, UNNAMED, WRAPPED, TWO_LINES]
)
def test_a_table_that_relates_two_things_is_one(tmp_path: Path, rows: Rows) -> None:
    path = tmp_path / "pairs.pdf"
    canvas = Canvas(str(path), pagesize=(595, 842))
    canvas.setFont("Helvetica", 9)
    height = 680
    for row in rows:
        for at, text in zip((60, 200, 300, 440), row, strict=True):
            put = canvas.drawRightString if at in (200, 440) else canvas.drawString
            put(at, height, text)
        height -= 14
    canvas.save()
    (grid,) = grids(path)
    body = [row for row in rows if row[1].isdigit()]
    told = [" ".join(row).split() for row in grid[-len(body) :]]
    assert told == body  # whoever stands in a row together stays so


def beside(path: Path, left: Rows, right: Rows, *titles: str) -> list[Rows]:
    """The tables of a page with two grids of three columns, each perhaps under a title."""
    canvas = Canvas(str(path), pagesize=(595, 842))
    canvas.setFont("Helvetica", 9)
    for at, title in zip((60, 320), titles, strict=False):
        canvas.drawString(at, 700, title)
    draw(canvas, left, 60, 680, [80, 60, 60], ruled=False)
    draw(canvas, right, 320, 680, [80, 60, 60], ruled=False)
    canvas.save()
    return grids(path)


def test_the_same_labels_in_another_order_are_two_tables_under_titles(tmp_path: Path) -> None:
    costs = [COSTS[0], *COSTS[:0:-1]]
    assert beside(tmp_path / "two.pdf", SALES, costs, "Sold", "Spent") == [SALES, costs]


def test_labels_of_most_rows_part_two_tables_without_titles(tmp_path: Path) -> None:
    costs = [["Place", "Rent", "Wages"], *COSTS[1:4], ["Abroad", "23", "64"]]
    assert beside(tmp_path / "two.pdf", SALES, costs) == [SALES, costs]


def test_labels_in_one_order_part_two_tables_whose_rows_are_shifted(tmp_path: Path) -> None:
    costs = [["Place", "Rent", "Wages"], ["", "", ""], *COSTS[1:]]
    found = beside(tmp_path / "two.pdf", SALES, costs)
    assert len(found) == 2
    assert [row[0] for row in found[1][1:]] == [row[0] for row in COSTS[1:]]


def test_a_header_of_figures_that_is_repeated_parts_tables_whose_labels_have_none(
    tmp_path: Path,
) -> None:
    left = [["", "Length", "Berth"], *BOATS[1:]]
    right = [left[0], ["Gannet", "6", "34"], ["Plover", "5", "35"], ["Dunlin", "4", "36"]]
    assert len(beside(tmp_path / "halves.pdf", left, right)) == 2
