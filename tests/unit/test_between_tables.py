"""A table without names of its own goes on with those above it, unless something parts them."""

from __future__ import annotations

from pathlib import Path

import pytest
from reportlab.pdfgen.canvas import Canvas

from backend.ingestion.sections import sections_of
from backend.readers import pdf
from backend.readers.layout.page import lay_out
from backend.readers.layout.shapes import PrintedTable
from backend.settings import Settings
from backend.tables.printed_captions import CONTINUED, is_of_other
from backend.tables.stored_tables import stored_tables
from backend.types import StoredTable
from tests.unit.test_dated_rows import ending
from tests.unit.test_reader_layout import word

PEARS = [("Early pears", "310", "295"), ("Late pears", "122", "140"), ("Quinces", "18", "21")]
COSTS = [("Ladders", "415", "390"), ("Baskets", "96", "101"), ("Wages", "2,310", "2,250")]
PROSE = (
    "The wind of March took the blossom of the upper rows and hardly a pear of",
    "the lower ones, which the old wall keeps from the north and from the sea.",
    "What was picked and what it cost was laid before the meeting in autumn.",
)
NEWS = "A frost in the last week of April had done no harm, and nobody had looked at the sluice."
LIST = "Table 2. Pears picked"


class Sheet:
    """Pages on which lines are printed below each other."""

    def __init__(self, path: Path) -> None:
        self.canvas = Canvas(str(path), invariant=1)
        self.top = 780.0

    def line(self, text: str, *, font: str = "Helvetica", gap: float = 14, size: int = 10) -> None:
        self.top -= gap
        self.canvas.setFont(font, size)
        self.canvas.drawString(60, self.top, text)

    def rows(self, rows: list[tuple[str, str, str]]) -> None:
        for label, *figures in rows:
            self.line(label)
            for figure, end in zip(figures, (380, 480), strict=True):
                self.canvas.drawRightString(end, self.top, figure)

    def turn(self) -> None:
        self.canvas.showPage()
        self.top = 780.0


def tables(path: Path) -> tuple[StoredTable, ...]:
    reading = pdf.build(Settings()).read(path, path.name, None, lambda *_: None)
    return stored_tables(reading, sections_of(reading, "d"), "d")


def names(table: StoredTable) -> list[str]:
    return [column.name for column in table.columns]


def on_two_pages(
    path: Path, below: list[str], above: list[str], font: str = "Helvetica"
) -> tuple[StoredTable, ...]:
    """A table, what stands above the turn of the page and below it, and rows without names."""
    sheet = Sheet(path / "orchard.pdf")
    for text in PROSE:
        sheet.line(text)
    sheet.line(LIST, gap=34)
    sheet.rows([("Kind", "Crates 2031", "Crates 2030"), *PEARS])
    for text in below:
        sheet.line(text, gap=20)
    sheet.turn()
    for text in above:
        sheet.line(text, font=font)
    sheet.rows(COSTS)
    sheet.canvas.save()
    return tables(path / "orchard.pdf")


@pytest.mark.parametrize(
    ("below", "above"),
    [
        ([], ["Table 3. Costs of the orchard"]),
        ([], ["Table C. Costs of the orchard"]),
        ([], ["Costs of the orchard"]),
        ([], ["Costs of the orchard (in pounds)"]),
        ([], ["Pears"]),
        ([NEWS], []),
        ([NEWS, "Costs of the orchard"], []),
        ([], ["The committee looked at what the orchard had cost in these years:"]),
        ([], ["The work on the walls continued through the whole of the spring."]),
    ],
)
def test_a_title_or_text_before_the_next_page_s_table_ends_the_names(
    below: list[str], above: list[str], tmp_path: Path
) -> None:
    first, second = on_two_pages(tmp_path, below, above)
    assert names(first) == ["Crates 2031", "Crates 2030"]
    assert names(second) == ["", ""]


def test_a_heading_on_the_next_page_ends_the_names(tmp_path: Path) -> None:
    _, second = on_two_pages(tmp_path, [], ["Costs of the orchard"], "Helvetica-Bold")
    assert names(second) == ["", ""]


@pytest.mark.parametrize(
    ("below", "above"),
    [
        ([], []),
        (["* without windfalls"], []),
        ([], [LIST]),
        ([], ["Table 2 (continued)"]),
        ([], ["Table 2. Pears picked, continued"]),
        ([], ["Kind  Crates 2031  Crates 2030"]),
        ([NEWS], ["Kind Crates 2031 Crates 2030"]),
        ([NEWS], ["Kind Crates 2031 Crates 2030 in the shed"]),
        ([], ["Page 2 of 2"]),
        ([], ["Of the lower orchard:"]),
        ([], ["(of the wall)"]),
    ],
)
def test_a_table_goes_on_under_its_names_on_the_next_page(
    below: list[str], above: list[str], tmp_path: Path
) -> None:
    found = on_two_pages(tmp_path, below, above)
    assert all(names(table) == ["Crates 2031", "Crates 2030"] for table in found)
    assert sum(len(table.rows) for table in found) >= len(PEARS + COSTS)


def on_one_page(path: Path, between: list[str], gap: float, font: str) -> tuple[StoredTable, ...]:
    sheet = Sheet(path / "orchard.pdf")
    sheet.line(LIST)
    sheet.rows([("Kind", "Crates 2031", "Crates 2030"), *PEARS])
    for number, text in enumerate(between):
        sheet.line(text, gap=14 if number else gap, font=font)
    sheet.top -= 18
    sheet.rows(COSTS)
    for _ in range(8):
        sheet.line(NEWS, gap=30)
    sheet.canvas.save()
    return tables(path / "orchard.pdf")


@pytest.mark.parametrize(
    ("between", "font", "gap"),
    [
        (["Table 3. Costs of the orchard"], "Helvetica", 24),
        (["Table 3. Costs of the orchard"], "Helvetica", 48),
        (["Costs of the orchard"], "Helvetica-Bold", 48),
        (["The committee looked at what the whole orchard had cost these years:"], "Helvetica", 48),
    ],
)
def test_a_title_on_the_same_page_ends_the_names(
    between: list[str], font: str, gap: float, tmp_path: Path
) -> None:
    found = on_one_page(tmp_path, between, gap, font)
    assert names(found[-1]) == ["", ""]


def test_a_text_among_the_rows_does_not(tmp_path: Path) -> None:
    found = on_one_page(
        tmp_path, ["Costs", "of the wall:", "by the firm", "of masons"], 14, "Times-Roman"
    )
    assert names(found[-1]) == ["Crates 2031", "Crates 2030"]


@pytest.mark.parametrize(
    ("title", "text", "other"),
    [
        ("Table 3. Pears", "Table 4. Costs", True),
        ("Table B. Pears", "Table C", True),
        ("Pears picked", "Table 4: Costs", True),
        ("Pears picked", "Table 4: Costs (continued)", False),
        ("Table 3. Pears", "Figure 3. Pears", True),
        ("Table 3. Pears", "Table 3 (continued)", False),
        ("Table 3. Pears", "Table 3: Pears of the wall", False),
        ("Table 3. Pears", "Table 4 shows what the pears have cost.", False),
        ("Table 3. Pears", "Tables and chairs", False),
        ("Table 3. Pears", "Table A5 is beside the door", False),
        ("Table 3. Pears", "Costs", False),
    ],
)
def test_a_caption_with_another_number_is_of_another_table(
    title: str, text: str, other: bool
) -> None:
    assert is_of_other(text, title) is other


@pytest.mark.parametrize(
    ("text", "continued"),
    [
        ("Table 3 (continued)", True),
        ("Pears picked, cont’d", True),
        ("Table 3, continued: pears", True),
        ("Continued from page 4", True),
        ("The picking continued to lag", False),
        ("Continued growth of the hedge", False),
    ],
)
def test_what_says_that_a_table_goes_on(text: str, continued: bool) -> None:
    assert bool(CONTINUED.search(text)) is continued


@pytest.mark.parametrize(("gap", "named"), [(26.0, True), (44.0, False)])
def test_what_is_said_of_labels_may_close_the_header_apart_from_the_rows(
    gap: float, named: bool
) -> None:
    words = [*ending("Spring", 380, 100), *ending("Autumn", 480, 100)]
    words += [word(text, 50 + 60 * at, 112) for at, text in enumerate(("Fruit", "and", "herbs"))]
    for number, (label, *figures) in enumerate(PEARS):
        words += [word(label.replace(" ", "-"), 50, 112 + 10 + gap + 14 * number)]
        for figure, end in zip(figures, (380, 480), strict=True):
            words += ending(figure, end, 112 + 10 + gap + 14 * number)
    (table,) = (item for item in lay_out(words, 595, 842).items if isinstance(item, PrintedTable))
    assert bool(table.header) is named
