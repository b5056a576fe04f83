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
            [table.label_name, *(each.name for each in table.columns)],
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
