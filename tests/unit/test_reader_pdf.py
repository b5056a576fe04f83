"""PDFs made on the spot come out as people read them."""

from __future__ import annotations

import io
from collections.abc import Callable
from pathlib import Path

import pytest
from PIL import Image
from reportlab.lib.pagesizes import letter
from reportlab.lib.pdfencrypt import StandardEncryption
from reportlab.lib.utils import ImageReader
from reportlab.pdfgen.canvas import Canvas

from backend.errors import CancelledError, ReadingError
from backend.readers.pdf import PdfReader, build, decrypted
from backend.settings import Settings
from backend.types import Reading

Draw = Callable[[Canvas], None]


def nothing(stage: str, done: int, total: int) -> None:
    """Progress that nobody watches."""


def make(path: Path, *pages: Draw, encrypt: StandardEncryption | None = None) -> Path:
    """Write a PDF whose pages are drawn by functions."""
    content = io.BytesIO()
    canvas = Canvas(content, pagesize=letter, encrypt=encrypt)
    for draw in pages:
        canvas.setFont("Helvetica", 10)
        draw(canvas)
        canvas.showPage()
    canvas.save()
    path.write_bytes(content.getvalue())
    return path


def read(path: Path, name: str = "", password: str | None = None) -> Reading:
    """Read with the defaults."""
    return build(Settings()).read(path, name or path.name, password, nothing)


def lines_at(left: float, top: float, texts: list[str], pitch: float = 12.0) -> Draw:
    """Lines of ten-point text below each other; `top` counts from the page's top."""

    def draw(canvas: Canvas) -> None:
        for position, text in enumerate(texts):
            canvas.drawString(left, 792 - top - position * pitch, text)

    return draw


def both(*parts: Draw) -> Draw:
    """Several drawings on one page."""

    def draw(canvas: Canvas) -> None:
        for part in parts:
            part(canvas)

    return draw


def column(mark: str, count: int) -> list[str]:
    """Lines of running text that say where they stand."""
    return [f"{mark}{number} with words that fill the line" for number in range(count)]


# --- order ---------------------------------------------------------------------------------------


def test_two_columns_are_read_one_after_the_other(tmp_path: Path) -> None:
    page = both(
        lines_at(72, 60, ["A heading line that goes across the whole page and over both columns"]),
        lines_at(72, 90, column("left", 10)),
        lines_at(320, 90, column("right", 10)),
    )
    text = read(make(tmp_path / "two.pdf", page)).text
    marks = [word for word in text.split() if word.startswith(("left", "right"))]
    assert marks == [f"left{n}" for n in range(10)] + [f"right{n}" for n in range(10)]
    assert text.startswith("A heading line")


def test_columns_drawn_line_by_line_across_are_read_down(tmp_path: Path) -> None:
    def across(canvas: Canvas) -> None:
        for left, right in zip(column("left", 8), column("right", 8), strict=True):
            y = 700 - 12 * int(left[4])
            canvas.drawString(72, y, left)
            canvas.drawString(320, y, right)

    text = read(make(tmp_path / "across.pdf", across)).text
    assert text.index("left7") < text.index("right0")


def test_three_columns_are_read_in_order(tmp_path: Path) -> None:
    def narrow(mark: str) -> list[str]:
        return [f"{mark}{number} and some more words" for number in range(8)]

    page = both(
        lines_at(50, 90, narrow("one")),
        lines_at(230, 90, narrow("two")),
        lines_at(410, 90, narrow("three")),
    )
    text = read(make(tmp_path / "three.pdf", page)).text
    marks = [word for word in text.split() if word.startswith(("one", "two", "three"))]
    assert marks == [f"{mark}{n}" for mark in ("one", "two", "three") for n in range(8)]


def test_a_page_shown_turned_has_boxes_on_the_page_as_shown(tmp_path: Path) -> None:
    def sideways(canvas: Canvas) -> None:
        canvas.setPageRotation(90)
        canvas.drawString(100, 700, "Turned")

    reading = read(make(tmp_path / "turned.pdf", sideways))
    (line,) = reading.lines
    assert (reading.page_sizes[0].width, reading.page_sizes[0].height) == (792, 612)
    # Shown turned clockwise, the text runs down: it begins 100 points from the top, and its
    # baseline stands 700 points from the left.
    assert line.box.top == pytest.approx(100, abs=1)
    assert line.box.left < 700 < line.box.right
    assert line.box.bottom - line.box.top > line.box.right - line.box.left


@pytest.mark.parametrize(("angle", "down"), [(90, False), (270, True)])
def test_text_printed_sideways_is_read_in_lines(tmp_path: Path, angle: int, down: bool) -> None:
    def sideways(canvas: Canvas) -> None:
        for number in range(3):
            canvas.saveState()
            canvas.translate(300 + (-14 if down else 14) * number, 700 if down else 100)
            canvas.rotate(angle)
            canvas.drawString(0, 0, f"Sideways line number {number}")
            canvas.restoreState()

    reading = read(make(tmp_path / "sideways.pdf", sideways))
    assert " ".join(reading.text.split()) == (
        "Sideways line number 0 Sideways line number 1 Sideways line number 2"
    )
    box = reading.lines[0].box
    assert box.bottom - box.top > 80
    assert box.left < 300 < box.right
    assert (box.top if down else box.bottom) == pytest.approx(92 if down else 692, abs=1)


# --- blocks --------------------------------------------------------------------------------------


def test_headings_are_found_with_their_levels(tmp_path: Path) -> None:
    def page(canvas: Canvas) -> None:
        canvas.setFont("Helvetica-Bold", 18)
        canvas.drawString(72, 720, "Annual Report of the Society")
        canvas.setFont("Helvetica-Bold", 13)
        canvas.drawString(72, 680, "Membership")
        canvas.setFont("Helvetica", 10)
        lines_at(72, 130, column("body", 5))(canvas)
        canvas.setFont("Helvetica-Bold", 13)
        canvas.drawString(72, 570, "Finances")
        canvas.setFont("Helvetica", 10)
        lines_at(72, 240, column("more", 5))(canvas)

    reading = read(make(tmp_path / "report.pdf", page))
    found = [
        (b.level, reading.text[b.start : b.end]) for b in reading.blocks if b.kind == "heading"
    ]
    assert found == [(1, "Annual Report of the Society"), (2, "Membership"), (2, "Finances")]
    assert reading.title == "Annual Report of the Society"


def test_bookmarks_say_what_is_a_heading(tmp_path: Path) -> None:
    def page(canvas: Canvas) -> None:
        canvas.bookmarkPage("one")
        canvas.addOutlineEntry("The First Part", "one", level=0)
        canvas.bookmarkPage("two")
        canvas.addOutlineEntry("Its Beginning", "two", level=1)
        lines_at(72, 60, ["The First Part"])(canvas)
        lines_at(72, 90, ["Its Beginning"])(canvas)
        lines_at(72, 120, column("body", 5))(canvas)

    reading = read(make(tmp_path / "marks.pdf", page))
    found = [
        (b.level, reading.text[b.start : b.end]) for b in reading.blocks if b.kind == "heading"
    ]
    assert found == [(1, "The First Part"), (2, "Its Beginning")]


def test_words_broken_at_a_line_end_are_joined_and_lines_keep_their_spans(tmp_path: Path) -> None:
    page = lines_at(
        72, 90, ["The committee discussed the infor-", "mation in a well-", "known way"]
    )
    reading = read(make(tmp_path / "hyphen.pdf", page))
    assert reading.text == "The committee discussed the information in a well-known way"
    assert [reading.text[line.start : line.end] for line in reading.lines] == [
        "The committee discussed the infor",
        "mation in a well-",
        "known way",
    ]


def test_paragraphs_are_parted_by_space_and_lists_by_bullets(tmp_path: Path) -> None:
    page = both(
        lines_at(72, 90, ["First paragraph with a line", "and another one."]),
        lines_at(72, 140, ["Second paragraph."]),
        lines_at(72, 170, ["- one thing", "- another thing"]),
    )
    reading = read(make(tmp_path / "paragraphs.pdf", page))
    assert [(b.kind, reading.text[b.start : b.end]) for b in reading.blocks] == [
        ("paragraph", "First paragraph with a line and another one."),
        ("paragraph", "Second paragraph."),
        ("list", "- one thing\n- another thing"),
    ]


def test_running_headers_and_page_numbers_are_dropped(tmp_path: Path) -> None:
    def page(number: int) -> Draw:
        return both(
            lines_at(72, 30, [f"The Society - Annual Report {number}"]),
            lines_at(72, 100, column("abcde"[number - 1], 6)),
            lines_at(300, 770, [str(number)]),
        )

    reading = read(make(tmp_path / "running.pdf", *(page(number) for number in range(1, 6))))
    assert "Society" not in reading.text
    assert all(line.box.top < 720 for line in reading.lines)
    assert len(reading.page_starts) == 5
    for number, start in enumerate(reading.page_starts, start=1):
        assert reading.text[start:].startswith("abcde"[number - 1] + "0")


def statement(canvas: Canvas) -> None:
    """A small statement with a spanning header, a wrapped label and a part's heading."""
    canvas.setFont("Helvetica-Bold", 10)
    canvas.drawString(72, 720, "Statement of Income")
    canvas.setFont("Helvetica", 10)
    canvas.drawCentredString(450, 700, "Year Ended December 31,")
    canvas.drawRightString(420, 686, "2022")
    canvas.drawRightString(500, 686, "2021")
    canvas.drawString(72, 672, "Revenue:")
    rows = [
        ("Products", "17,846", "16,200"),
        ("Services", "(392)", "—"),
        ("course of the year", "$ 1,234", "$ 5"),
        ("Total revenue", "18,688", "16,205"),
    ]
    y = 658
    for label, first, second in rows:
        if label.startswith("course"):
            canvas.drawString(82, y, "Licences that were granted to others in the")
            y -= 12
        canvas.drawString(82, y, label)
        canvas.drawRightString(420, y, first)
        canvas.drawRightString(500, y, second)
        y -= 14


def test_a_statement_becomes_a_table_with_header_and_rows(tmp_path: Path) -> None:
    reading = read(make(tmp_path / "statement.pdf", statement))
    (table,) = reading.tables
    assert table.title == "Statement of Income"
    assert table.header == ("", "Year Ended December 31, 2022", "Year Ended December 31, 2021")
    assert [row.cells for row in table.rows] == [
        ("Revenue:", "", ""),
        ("Products", "17,846", "16,200"),
        ("Services", "(392)", "—"),
        ("Licences that were granted to others in the course of the year", "$1,234", "$5"),
        ("Total revenue", "18,688", "16,205"),
    ]
    assert reading.text[table.rows[1].start : table.rows[1].end] == "Products  17,846  16,200"
    block = next(block for block in reading.blocks if block.kind == "table")
    assert (block.start, block.end) == (table.start, table.end)


def test_prose_with_years_is_no_table(tmp_path: Path) -> None:
    texts = [
        f"In {year} the society had {year - 1500} members and 3 rooms" for year in range(1990, 1998)
    ]
    assert read(make(tmp_path / "prose.pdf", lines_at(72, 90, texts))).tables == ()


# --- titles --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("metadata", "expected"),
    [
        ("A Study of Rivers", "A Study of Rivers"),
        ("Microsoft Word - draft3.doc", "River Study Final"),
        ("untitled", "River Study Final"),
        ("scan_0001.pdf", "River Study Final"),
    ],
)
def test_a_title_is_taken_where_one_is_written(
    tmp_path: Path, metadata: str, expected: str
) -> None:
    def page(canvas: Canvas) -> None:
        canvas.setTitle(metadata)
        lines_at(72, 90, column("body", 5))(canvas)

    assert read(make(tmp_path / "x.pdf", page), "RiverStudy_Final.pdf").title == expected


# --- refusals ------------------------------------------------------------------------------------


def test_a_password_is_asked_for_and_opens(tmp_path: Path) -> None:
    lock = StandardEncryption("sesame", canPrint=1)
    path = make(tmp_path / "locked.pdf", lines_at(72, 90, ["A secret line."]), encrypt=lock)
    with pytest.raises(ReadingError, match="password") as caught:
        read(path)
    assert caught.value.code == "encrypted"
    with pytest.raises(ReadingError, match="does not open") as caught:
        read(path, password="wrong")
    assert caught.value.code == "encrypted"
    assert read(path, password="sesame").text == "A secret line."
    with pytest.raises(ReadingError):
        decrypted(path, "wrong")
    copy = tmp_path / "open.pdf"
    copy.write_bytes(decrypted(path, "sesame"))
    assert read(copy).text == "A secret line."


def picture(canvas: Canvas) -> None:
    """A page that holds nothing but a picture, as a scan does."""
    canvas.drawImage(ImageReader(Image.new("RGB", (60, 80), "grey")), 0, 0, 612, 792)


def test_a_scan_is_refused_and_a_partial_scan_warned_of(tmp_path: Path) -> None:
    with pytest.raises(ReadingError, match="None of the 2 pages") as caught:
        read(make(tmp_path / "scan.pdf", picture, picture))
    assert caught.value.code == "no_text"
    mixed = make(tmp_path / "mixed.pdf", lines_at(72, 90, ["One line of text."]), picture)
    reading = read(mixed)
    assert reading.text == "One line of text."
    assert reading.page_starts == (0, 17)
    (warning,) = reading.warnings
    assert warning.startswith("1 of 2 pages hold no text (page 2)")


def test_too_many_pages_and_too_many_bytes_are_refused(tmp_path: Path) -> None:
    path = make(tmp_path / "long.pdf", *[lines_at(72, 90, ["A line."])] * 4)
    reader = PdfReader(seconds=60, megabytes=2048, max_file_megabytes=1, max_pages=3)
    with pytest.raises(ReadingError, match="4 pages; at most 3") as caught:
        reader.read(path, "long.pdf", None, nothing)
    assert caught.value.code == "too_many_pages"
    big = tmp_path / "big.pdf"
    big.write_bytes(b"%PDF-1.4\n" + bytes(1024 * 1024))
    with pytest.raises(ReadingError, match="1 MB are read") as caught:
        reader.read(big, "big.pdf", None, nothing)
    assert caught.value.code == "too_large"


def test_progress_counts_pages_and_can_cancel(tmp_path: Path) -> None:
    path = make(tmp_path / "pages.pdf", *[lines_at(72, 90, ["A line."])] * 5)
    seen: list[tuple[str, int, int]] = []
    build(Settings()).read(path, "pages.pdf", None, lambda *step: seen.append(step))
    assert [step for step in seen if step[1]] == [("reading", n, 5) for n in range(1, 6)]

    def stop(stage: str, done: int, total: int) -> None:
        if done == 2:
            raise CancelledError("Stopped.")

    with pytest.raises(CancelledError):
        build(Settings()).read(path, "pages.pdf", None, stop)


@pytest.mark.parametrize("engine", ["pdfplumber", "pypdf"])
def test_the_other_engines_read_the_same_words(tmp_path: Path, engine: str) -> None:
    path = make(tmp_path / "same.pdf", statement, lines_at(72, 90, column("body", 5)))
    first = read(path)
    settings = Settings()
    other = PdfReader(
        settings.reader_seconds,
        settings.reader_megabytes,
        settings.max_file_megabytes,
        settings.max_pages,
        engines=(engine,),
    ).read(path, path.name, None, nothing)
    assert sorted(other.text.replace("$ ", "$").split()) == sorted(first.text.split())
    assert len(other.page_starts) == 2
    if engine == "pdfplumber":
        assert [row.cells for row in other.tables[0].rows] == [
            row.cells for row in first.tables[0].rows
        ]
    else:
        assert other.lines == ()


def under(*heading: str) -> Draw:
    """A small statement below the lines of a heading that stands in the middle of the page."""

    def draw(canvas: Canvas) -> None:
        for position, line in enumerate(heading):
            canvas.drawCentredString(300, 740 - 12 * position, line)
        rows = [("As of June 30,", "2023", "2022"), ("Rope", "689", "775")]
        rows += [("Tar", "1,875", "1,935"), ("Total", "2,564", "2,710")]
        for position, (label, *figures) in enumerate(rows):
            canvas.drawString(72, 676 - 14 * position, label)
            for place, figure in zip((420, 500), figures, strict=True):
                canvas.drawRightString(place, 676 - 14 * position, figure)

    return draw


def notes(canvas: Canvas) -> None:
    canvas.drawString(72, 600, "See accompanying notes to the accounts of the ropewalk.")


def test_a_title_over_its_unit_goes_before_what_the_page_before_ends_with(tmp_path: Path) -> None:
    first = both(under("Ropewalk and Sons", "Takings", "($ in thousands)"), notes)
    second = under("Ropewalk and Sons", "What Is in Store", "($ in thousands, counted in June)")
    upper, lower = read(make(tmp_path / "accounts.pdf", first, second)).tables
    assert upper.title == "Ropewalk and Sons Takings ($ in thousands)"
    assert lower.title == "Ropewalk and Sons What Is in Store ($ in thousands, counted in June)"


def test_what_sends_to_the_notes_is_no_title(tmp_path: Path) -> None:
    first = both(under("Takings of the Ropewalk"), notes)
    upper, lower = read(make(tmp_path / "accounts.pdf", first, under())).tables
    assert upper.title == lower.title == "Takings of the Ropewalk"
