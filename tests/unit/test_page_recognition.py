"""Pages without a text layer are read from their picture, and say so."""

from __future__ import annotations

import io
import math
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
import pypdfium2
import pytest
from PIL import Image
from reportlab.lib.pagesizes import letter
from reportlab.lib.utils import ImageReader
from reportlab.pdfgen.canvas import Canvas

from backend.errors import ReadingError
from backend.readers.engines.page_quality import is_rubbish
from backend.readers.engines.page_recognition import Recogniser, back_on_page
from backend.readers.engines.page_skew import lies_sideways, skew_of
from backend.readers.engines.pdfium_frames import Rectangle
from backend.readers.engines.protocol import listed
from backend.readers.engines.recognised import Recognised
from backend.readers.pdf import PdfReader, Recognition, build
from backend.settings import Settings
from backend.types import Box, Reading

LINES = [
    "The harbour of Teme Ford counted 1,204 ships",
    "and 7,310 barrels of salt in the year 1931.",
    "The keeper of the light was Ada Lorne, who",
    "wrote the log of the station every evening.",
]


def printed(lines: Sequence[str] = LINES) -> bytes:
    """A PDF of one page with a text layer."""
    content = io.BytesIO()
    canvas = Canvas(content, pagesize=letter)
    canvas.setFont("Helvetica", 14)
    for number, line in enumerate(lines):
        canvas.drawString(100, 650 - 20 * number, line)
    canvas.showPage()
    canvas.save()
    return content.getvalue()


def scanned(degrees: float = 0.0, turn: int = 0) -> Image.Image:
    """The page as a scanner sees it: askew counterclockwise, and turned clockwise by quarters."""
    page = pypdfium2.PdfDocument(printed())[0].render(scale=150 / 72).to_pil().convert("L")
    page = page.rotate(degrees, resample=Image.Resampling.BICUBIC, fillcolor=255)
    return page.rotate(-90 * turn, expand=True)


def pdf_of(*pages: Image.Image | str) -> bytes:
    """A PDF whose pages show a picture, or hold a line of text, or nothing."""
    content = io.BytesIO()
    canvas = Canvas(content)
    for page in pages:
        if isinstance(page, str):
            canvas.setPageSize(letter)
            canvas.drawString(72, 700, page)
        else:
            size = (page.width * 72 / 150, page.height * 72 / 150)
            canvas.setPageSize(size)
            canvas.drawImage(ImageReader(page), 0, 0, *size)
        canvas.showPage()
    canvas.save()
    return content.getvalue()


READER = build(Settings(reader_seconds=120.0))


def read(path: Path, content: bytes, reader: PdfReader = READER) -> Reading:
    """Write a file and read it."""
    path.write_bytes(content)
    return reader.read(path, path.name, None, lambda *_: None)


def is_near(found: Box, expected: Box, points: float) -> bool:
    pairs = (
        (found.left, expected.left),
        (found.top, expected.top),
        (found.right, expected.right),
        (found.bottom, expected.bottom),
    )
    return all(abs(a - b) <= points for a, b in pairs)


def test_a_scan_is_read_with_boxes_where_its_lines_stand(tmp_path: Path) -> None:
    truth = read(tmp_path / "printed.pdf", printed())
    found = read(tmp_path / "scan.pdf", pdf_of(scanned()))
    assert found.text.split() == " ".join(LINES).split()
    assert len(found.lines) == len(truth.lines)
    for mine, expected in zip(found.lines, truth.lines, strict=True):
        assert is_near(mine.box, expected.box, 4.0), (mine, expected)


def test_a_page_that_lies_askew_is_straightened_and_marked_as_it_lies(tmp_path: Path) -> None:
    found = read(tmp_path / "askew.pdf", pdf_of(scanned(2.0)))
    assert found.text.split() == " ".join(LINES).split()
    first = found.lines[0].box
    # the line rises to the right by the tangent of two degrees
    rise = (first.right - first.left) * math.tan(math.radians(2.0))
    assert first.bottom - first.top == pytest.approx(rise + 14, abs=6)


@pytest.mark.parametrize("turn", [1, 2, 3])
def test_a_page_that_lies_sideways_or_upside_down_is_read(tmp_path: Path, turn: int) -> None:
    found = read(tmp_path / "turned.pdf", pdf_of(scanned(turn=turn)))
    assert found.text.split() == " ".join(LINES).split()
    first, size = found.lines[0].box, found.page_sizes[0]
    tall = first.bottom - first.top > first.right - first.left
    assert tall == (turn in (1, 3))
    assert 0 <= first.left < first.right <= size.width
    assert 0 <= first.top < first.bottom <= size.height
    # the first line stands at the right (turn 1), at the foot (2), at the left (3)
    middle = ((first.left + first.right) / 2, (first.top + first.bottom) / 2)
    assert {
        1: middle[0] > size.width / 2,
        2: middle[1] > size.height / 2,
        3: middle[0] < size.width / 2,
    }[turn]


def test_the_document_says_which_pages_were_recognised_and_how_sure_that_is(
    tmp_path: Path,
) -> None:
    found = read(tmp_path / "mixed.pdf", pdf_of("Printed words.", scanned(), "More words."))
    assert found.text[found.page_starts[1] :].startswith("The harbour of Teme Ford")
    assert found.metadata["Recognised pages"] == "2"
    (note,) = found.warnings
    assert note.startswith("1 of 3 pages were read from its picture by text recognition (page 2)")
    assert "sure" in note


def test_empty_pages_are_not_looked_at(tmp_path: Path) -> None:
    found = read(tmp_path / "empty.pdf", pdf_of("Printed words.", ""))
    assert found.warnings[0].startswith("1 of 2 pages hold no text (page 2)")
    assert "Recognition" not in found.metadata


def test_pictures_without_words_stay_without_text(tmp_path: Path) -> None:
    noise = np.random.default_rng(7).integers(0, 255, (300, 200), dtype=np.uint8)
    with pytest.raises(ReadingError, match="holds no text") as caught:
        read(tmp_path / "noise.pdf", pdf_of(Image.fromarray(noise)))
    assert caught.value.code == "no_text"
    assert "found none either" in caught.value.remedy


def test_a_page_of_one_grey_says_nothing_beside_printed_ones(tmp_path: Path) -> None:
    grey = Image.new("L", (300, 400), 128)
    found = read(tmp_path / "grey.pdf", pdf_of("Printed words.", grey))
    (note,) = found.warnings
    assert note.startswith("1 of 2 pages hold no text (page 2)")


def test_without_languages_nothing_is_recognised(tmp_path: Path) -> None:
    with pytest.raises(ReadingError) as caught:
        read(tmp_path / "scan.pdf", pdf_of(scanned()), build(Settings(ocr_languages="")))
    assert caught.value.code == "no_text"
    assert "ocr_languages" in caught.value.remedy


@pytest.mark.parametrize("languages", ["klingon", "eng+klingon", "../eng", "eng+"])
def test_a_language_without_data_is_named_and_the_rest_read(tmp_path: Path, languages: str) -> None:
    reader = build(Settings(ocr_languages=languages))
    found = read(tmp_path / "mixed.pdf", pdf_of("Printed words.", scanned()), reader)
    assert found.text == "Printed words."
    assert found.warnings[0].startswith("Text recognition has no data for the language")
    assert "1 of 2 pages hold no text" in found.warnings[1]


def test_pages_are_left_unread_when_the_time_is_over(tmp_path: Path) -> None:
    hasty = replace(READER, recognition=Recognition("eng", seconds=0.0))
    found = read(tmp_path / "mixed.pdf", pdf_of("Printed words.", scanned()), hasty)
    assert found.text == "Printed words."
    assert any("hold no text" in warning for warning in found.warnings)


def test_a_text_layer_that_says_nonsense_is_replaced_by_what_the_page_shows(
    tmp_path: Path,
) -> None:
    content = io.BytesIO()
    page = scanned()
    canvas = Canvas(content, pagesize=letter)
    canvas.drawImage(ImageReader(page), 0, 0, *letter)
    text = canvas.beginText(100, 400)
    text.setTextRenderMode(3)  # drawn without ink, as scanners put their text below the picture
    for _ in range(8):
        text.textLine("bcdfg hjklm npqrs tvwxz bcdfg hjklm npqrs")
    canvas.drawText(text)
    canvas.showPage()
    canvas.save()
    found = read(tmp_path / "nonsense.pdf", content.getvalue())
    assert found.text.split() == " ".join(LINES).split()
    off = read(tmp_path / "nonsense.pdf", content.getvalue(), build(Settings(ocr_languages="")))
    assert "bcdfg" in off.text
    assert "font names its letters wrongly" in off.warnings[0]


# --- the parts -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text",
    [
        "The keeper writes the log of the station every evening before he trims the lamp. " * 4,
        "Der Wärter schreibt jeden Abend das Buch der Station, bevor er die Lampe putzt. " * 4,
        "for (int i = 0; i < count; i++) { sum += values[i] * weights[i]; } return sum; " * 4,
        "17,846 16,200 15,056 (392) 2022 2021 " * 20,
        "漁師は夜明けに港を出た。" * 20,
        "Рыбак вышел из гавани на рассвете и вернулся вечером. " * 8,
        "short",
        "",
    ],
)
def test_texts_of_all_kinds_are_worth_reading(text: str) -> None:
    assert not is_rubbish(text)


@pytest.mark.parametrize(
    "text",
    ["\ue001\ue002\ue003 \ue004" * 20, "\ufffd\ufffd a b" * 20, "bcdfg hjklm npqrs tvwxz " * 20],
)
def test_nameless_signs_and_words_without_vowels_are_rubbish(text: str) -> None:
    assert is_rubbish(text)


def ruled(degrees: float) -> np.ndarray:
    """A picture of lines of text: dashes that fall to the right by an angle."""
    page = np.full((800, 600), 255, dtype=np.uint8)
    slope = math.tan(math.radians(degrees))
    for top in range(60, 740, 16):
        for column in range(50, 550):
            if column % 23 < 17:
                row = round(top + slope * column)
                page[row : row + 6, column] = 0
    return page


@pytest.mark.parametrize("degrees", [0.0, 0.5, -1.5, 3.0, -4.5])
def test_the_angle_of_lines_is_measured(degrees: float) -> None:
    assert skew_of(ruled(degrees)) == pytest.approx(degrees, abs=0.2)


def test_lines_from_top_to_bottom_lie_sideways() -> None:
    assert not lies_sideways(ruled(1.0))
    assert lies_sideways(np.rot90(ruled(1.0)))


def test_pictures_without_ink_lie_straight() -> None:
    blank = np.full((800, 600), 255, dtype=np.uint8)
    assert skew_of(blank) == 0.0
    assert not lies_sideways(blank)


def test_a_box_goes_back_to_where_it_lay() -> None:
    box = Rectangle(0.0, 40.0, 100.0, 60.0)
    assert back_on_page(box, 0.0, 100.0, 100.0) == box
    # By 90 degrees counterclockwise and back: what was a band across is one from top to bottom.
    turned = back_on_page(box, 90.0, 100.0, 100.0)
    assert turned == pytest.approx((40.0, 0.0, 60.0, 100.0))
    # By 30 degrees a band of 100 by 20 needs 100 cos 30 + 20 sin 30 across.
    leaning = back_on_page(box, 30.0, 100.0, 100.0)
    assert leaning.right - leaning.left == pytest.approx(96.60254)
    assert leaning.bottom - leaning.top == pytest.approx(67.320508)


def test_pages_are_listed_as_people_say_them() -> None:
    assert listed([2]) == "page 3"
    assert listed([0, 1, 2, 6, 7]) == "pages 1 to 3, 7, 8"
    assert listed(range(0, 40, 2)).endswith("23 and 8 more")


def test_the_note_names_the_least_sure_page() -> None:
    entries, notes = Recognised(10, {1: 0.98, 4: 0.72}).told()
    assert entries == {"Recognised pages": "2, 5", "Recognition": "85% sure"}
    assert "85% sure on average, least on page 5 (72%)" in notes[0]
    assert Recognised(10).told() == ({}, ())


def test_missing_data_are_named(tmp_path: Path) -> None:
    with pytest.raises(LookupError, match="eng"):
        Recogniser("eng", str(tmp_path))
