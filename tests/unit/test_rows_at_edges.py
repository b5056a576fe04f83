"""Rows of tables over many pages stay, though they stand where running titles do."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from reportlab.pdfgen.canvas import Canvas

from backend.ingestion.sections import sections_of
from backend.readers import pdf
from backend.readers.layout.page import lay_out
from backend.readers.layout.running_lines import drop_running_lines
from backend.readers.layout.shapes import PageLayout, Word, lines_of
from backend.settings import Settings
from backend.tables.stored_tables import stored_tables

Cells = Sequence[tuple[str, float]]
"""Texts with the place at which each begins."""


def line(cells: Cells, top: float) -> list[Word]:
    """The words of a printed line, letters 5 points wide."""
    words = []
    for text, left in cells:
        at = left
        for each in text.split():
            words.append(Word(each, at, top, at + 5.0 * len(each), top + 10.0, 10.0, False))
            at += 5.0 * len(each) + 3.0
    return words


def page(lines: Sequence[tuple[Cells, float]]) -> PageLayout:
    """A page of lines with their heights."""
    return lay_out([word for cells, top in lines for word in line(cells, top)], 612, 792)


def texts(pages: Sequence[PageLayout]) -> list[list[str]]:
    """What is kept of each page."""
    return [
        [printed_line.text for printed_line in lines_of(kept)] for kept in drop_running_lines(pages)
    ]


HEAD: Cells = [("Crate", 72), ("Weight", 300)]


def row(number: int, name: str = "Crate") -> Cells:
    """A row of a table: its label and its figure."""
    return [(f"{name} {number:04}", 72), (f"{number * 37 % 501}", 310)]


def said(cells: Cells) -> str:
    """A row as it stands in the text."""
    return "  ".join(text for text, _ in cells)


@settings(max_examples=60, deadline=None)
@given(
    st.integers(3, 9),
    st.integers(6, 30),
    st.sampled_from([11.0, 12.5, 18.0, 21.0]),
    st.booleans(),
    st.integers(1, 5),
)
def test_every_row_of_a_long_table_stays_and_titles_go(
    pages: int, rows: int, pitch: float, headed: bool, last: int
) -> None:
    counts = [rows] * (pages - 1) + [last]
    wanted = [[row(sum(counts[:at]) + k) for k in range(count)] for at, count in enumerate(counts)]
    made = []
    for number, part in enumerate(wanted):
        lines: list[tuple[Cells, float]] = [([("Stores of the harbour board", 200)], 20.0)]
        lines += [(HEAD, 60.0)] if headed or not number else []
        lines += [(each, 60.0 + pitch * (k + 1)) for k, each in enumerate(part)]
        made.append(page([*lines, ([(f"Page {number + 1} of {pages}", 280)], 770.0)]))
    kept = texts(made)
    plain = [[" ".join(each.split()) for each in there] for there in kept]
    assert [[each for each in there if each != "Crate Weight"] for there in plain] == [
        [" ".join(said(each).split()) for each in part] for part in wanted
    ]


def test_a_table_that_is_the_same_on_each_page_but_for_its_figures_stays() -> None:
    places = ["Aldmouth", "Bexhaven", "Corle", "Dunmere", "Elswick"]
    months = ["May", "June", "July", "August", "September", "October"]
    made = []
    for number, month in enumerate(months):
        lines: list[tuple[Cells, float]] = [([(f"Landings in {month}", 72)], 30.0), (HEAD, 60.0)]
        lines += [
            ([(place, 72), (f"{40 * number + 7 * k}", 310)], 72.0 + 12 * k)
            for k, place in enumerate(places)
        ]
        # set off as sums are
        lines.append(([("Total", 72), (f"{200 * number + 70}", 310)], 150.0))
        made.append(page(lines))
    for number, kept in enumerate(texts(made)):
        assert kept[-6:-1] == [f"{place}  {40 * number + 7 * k}" for k, place in enumerate(places)]
        assert kept[-1] == f"Total  {200 * number + 70}"


def test_rows_of_words_alone_stay_where_the_page_has_many_of_their_form() -> None:
    made = [
        page([([(f"Berth {20 * number + k} is kept free", 72)], 30.0 + 36 * k) for k in range(20)])
        for number in range(5)
    ]
    assert [len(kept) for kept in texts(made)] == [20] * 5


@pytest.mark.parametrize("footer", ["Harbour board", "Stores, issue 4 of May, sheet"])
def test_a_footer_that_was_taken_into_a_table_goes(footer: str) -> None:
    made = []
    for number in range(9):
        name = "abcdefghi"[number]
        lines = [(row(10 * number + k, f"Crate {name}"), 500.0 + 12 * k) for k in range(10)]
        made.append(page([*lines, ([(footer, 72), (str(number + 1), 320)], 635.0)]))
    assert [len(kept) for kept in texts(made)] == [10] * 9


def test_a_row_that_says_the_same_on_each_page_stays_among_the_others() -> None:
    made = []
    for number in range(6):
        name = "abcdef"[number]
        lines = [(row(10 * number + k, f"Crate {name}"), 600.0 + 12 * k) for k in range(10)]
        made.append(page([*lines, ([("All crates", 72), ("100", 310)], 720.0)]))
    assert [kept[-1] for kept in texts(made)] == ["All crates  100"] * 6


def test_a_footer_set_as_closely_as_rows_goes_where_it_counts_the_pages() -> None:
    made = []
    for number in range(9):
        name = "abcdefghi"[number]
        lines = [(row(90 - 3 * k, f"Crate {name}"), 500.0 + 12 * k) for k in range(10)]
        footer = [("Harbour board", 72), (str(number + 1), 320)]
        made.append(page([*lines, (footer, 620.0)]))
    assert [kept[-1][:7] for kept in texts(made)] == [f"Crate {name}" for name in "abcdefghi"]


def told(footers: Sequence[str]) -> list[list[str]]:
    """What is kept of the foot of pages of prose that differs."""
    names = "abcdefghi"
    made = [
        page(
            [
                *(([(f"Sentence {names[number] * (k + 1)} of the page", 72)], 72.0 + 12 * k)
                  for k in range(6)),
                ([(footer, 72)], 740.0),
            ]
        )
        for number, footer in enumerate(footers)
    ]  # fmt: skip
    return [kept[6:] for kept in texts(made)]


@pytest.mark.parametrize("name", ["Figure {}: Landings in {}", "Abb. {}. Preise im Jahr {}",
                                  "Tableau 2.{} – Les prix de {}"])  # fmt: skip
def test_captions_that_differ_in_their_figures_alone_stay(name: str) -> None:
    captions = [name.format(number, 2020 + number) for number in range(1, 6)]
    assert told(captions) == [[caption] for caption in captions]


@pytest.mark.parametrize(
    "name",
    ["Table 3: Stores of the board, sheet {}", "Figure {}", "Chapter {}: Landings of the year",
     "Sheet of Figure {}: Landings of the year", "Page {} of 5"],
)  # fmt: skip
def test_running_titles_that_look_like_captions_go(name: str) -> None:
    assert told([name.format(number) for number in range(1, 6)]) == [[]] * 5


def register(path: Path, pages: int, rows: int) -> None:
    """A PDF of one table over many pages, with its header, a title and a count on each."""
    canvas = Canvas(str(path), pagesize=(595, 842))
    for number in range(pages):
        canvas.setFont("Helvetica", 9)
        canvas.drawString(72, 815, "Stores of the harbour board")
        canvas.drawCentredString(297, 20, f"Page {number + 1} of {pages}")
        for at, name in ((72, "Entry"), (200, "Place")):
            canvas.drawString(at, 780, name)
        canvas.drawRightString(400, 780, "Crates")
        for k in range(rows):
            entry, height = number * rows + k + 1, 768 - 12 * k
            canvas.drawString(72, height, f"Entry {entry:04}")
            canvas.drawString(200, height, ("Aldmouth", "Bexhaven", "Corle")[entry % 3])
            canvas.drawRightString(400, height, str(entry % 7 + 1))
        canvas.showPage()
    canvas.save()


def test_a_register_over_many_pages_is_one_grid_with_all_its_rows(tmp_path: Path) -> None:
    path = tmp_path / "register.pdf"
    register(path, 12, 60)
    reading = pdf.build(Settings()).read(path, path.name, None, lambda *_: None)
    (table,) = stored_tables(reading, sections_of(reading, "d"), "d")
    assert [each.label for each in table.rows] == [f"Entry {k:04}" for k in range(1, 721)]
    assert [column.name for column in table.columns] == ["Place", "Crates"]
    crates = [each.cells[1] for each in table.rows]
    assert [crate and crate.value for crate in crates] == [k % 7 + 1 for k in range(1, 721)]
    assert "Page" not in reading.text
    assert "harbour board" not in reading.text
