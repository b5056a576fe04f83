"""Pictures on pages that also have a text layer are read, and only what they say."""

from __future__ import annotations

import contextlib
import io
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path

import numpy as np
import pypdfium2
import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image, ImageDraw, ImageFont
from pypdf import PdfWriter
from reportlab.lib.pagesizes import letter
from reportlab.lib.utils import ImageReader
from reportlab.pdfgen.canvas import Canvas

from backend.readers.engines import page_recognition, pdfium_recognising
from backend.readers.engines.page_recognition import (
    FEWEST_WORDS,
    RecognisedPage,
    Recogniser,
    back_on_page,
    is_wordlike,
    straightened_place,
)
from backend.readers.engines.pdfium import read_pages
from backend.readers.engines.pdfium_frames import Rectangle
from backend.readers.engines.pdfium_pictures import (
    FEW_WORDS,
    MOST_POINTS,
    may_hold_pictures,
    unread_pictures,
)
from backend.readers.engines.pdfium_recognising import (
    MOST_IN_FILE,
    MOST_ON_PAGE,
    MOST_TRIES,
    PictureReader,
)
from backend.readers.engines.protocol import EngineRequest
from backend.readers.engines.recognised import Recognised
from backend.readers.layout.document import assemble
from backend.readers.layout.shapes import Figure, PageLayout, PrintedLine, Word
from backend.readers.pdf import RECOGNITION_STALL_SECONDS, PdfReader, build
from backend.settings import Settings
from backend.types import Box, Reading

READER = build(Settings(reader_seconds=120.0))
PROSE = [
    "The wardens of Teme Ford counted the salmon at the weir",
    "each spring, and wrote the number into the parish book.",
    "Nobody knows who began it, nor why the count was kept.",
]
SCAN = [
    "The harbour of Teme Ford counted 1,204 ships",
    "and 7,310 barrels of salt in the year 1931.",
    "The keeper of the light was Ada Lorne, who",
    "wrote the log of the station every evening.",
]


def chart(words: tuple[str, str, str] = ("Salmon", "Trout", "Grayling")) -> Image.Image:
    """A bar chart with a title, a scale and names below its bars, 900 by 600 points."""
    picture = Image.new("RGB", (900, 600), "white")
    draw = ImageDraw.Draw(picture)
    large, small = ImageFont.load_default(40), ImageFont.load_default(30)
    draw.text((200, 20), "Fish counted at the weir", fill="black", font=large)
    for number, height in enumerate((310, 180, 90)):
        left = 200 + 230 * number
        draw.rectangle((left, 500 - height, left + 120, 500), fill=(40, 90, 170))
        draw.text((left, 520), words[number], fill="black", font=small)
    for value in (100, 200, 300):
        draw.text((60, 480 - value), str(value), fill="black", font=small)
    draw.line((150, 100, 150, 500, 850, 500), fill="black", width=3)
    return picture


def scan(lines: list[str] = SCAN) -> Image.Image:
    """A page of print as a scanner sees it."""
    content = io.BytesIO()
    canvas = Canvas(content, pagesize=letter)
    canvas.setFont("Helvetica", 14)
    for number, line in enumerate(lines):
        canvas.drawString(100, 650 - 20 * number, line)
    canvas.showPage()
    canvas.save()
    return pypdfium2.PdfDocument(content.getvalue())[0].render(scale=150 / 72).to_pil().convert("L")


def noise(seed: int = 7) -> Image.Image:
    """A picture like a photograph: light and dark of all sizes, and grain."""
    rng = np.random.default_rng(seed)
    layers = [
        np.asarray(
            Image.fromarray(rng.integers(0, 255, (size, size), dtype=np.uint8)).resize((800, 600)),
            dtype=np.float64,
        )
        for size in (3, 9, 40, 200)
    ]
    return Image.fromarray((sum(layers) / 4).astype(np.uint8))


Draw = Callable[[Canvas], None]


def pdf_of(*pages: Draw) -> bytes:
    content = io.BytesIO()
    canvas = Canvas(content, pagesize=letter)
    for draw in pages:
        draw(canvas)
        canvas.showPage()
    canvas.save()
    return content.getvalue()


def prose(canvas: Canvas, top: float = 720.0) -> None:
    canvas.setFont("Helvetica", 12)
    for number, line in enumerate(PROSE):
        canvas.drawString(72, top - 15 * number, line)


def with_chart(canvas: Canvas) -> None:
    """Text, a chart of 360 by 240 points with its top at 300 points, its caption, and text."""
    prose(canvas)
    canvas.drawImage(ImageReader(chart()), 100, 792 - 540, 360, 240)
    canvas.drawString(100, 792 - 560, "Figure 1. The count of the year.")
    canvas.drawString(72, 150, "The weir was closed in autumn, and the wardens went home.")


def read(path: Path, content: bytes, reader: PdfReader = READER) -> Reading:
    path.write_bytes(content)
    return reader.read(path, path.name, None, lambda *_: None)


def box_of(reading: Reading, text: str) -> Box:
    """The box of the line that holds a text."""
    at = reading.text.index(text)
    return next(line.box for line in reading.lines if line.start <= at < line.end)


# --- pages that are a picture with some printed words ---------------------------------------------


def test_a_scan_with_a_printed_footer_is_read_and_keeps_the_footer(tmp_path: Path) -> None:
    def stamped(canvas: Canvas) -> None:
        canvas.drawImage(ImageReader(scan()), 0, 0, *letter)
        canvas.setFont("Helvetica", 9)
        canvas.drawString(72, 20, "Downloaded from the archive of Elmbury")

    found = read(tmp_path / "stamped.pdf", pdf_of(stamped))
    expected = " ".join([*SCAN, "Downloaded from the archive of Elmbury"])
    assert found.text.split() == expected.split()
    assert found.metadata["Recognised pages"] == "1"
    (note,) = found.warnings
    assert note.startswith("The page was read from its picture by text recognition: ")
    footer = box_of(found, "Downloaded")
    assert footer.left == pytest.approx(72, abs=2)
    assert footer.bottom == pytest.approx(792 - 18, abs=4)


def test_a_printed_stamp_is_taken_from_the_layer_letter_by_letter(tmp_path: Path) -> None:
    def stamped(canvas: Canvas) -> None:
        canvas.drawImage(ImageReader(scan()), 0, 0, *letter)
        canvas.setFont("Helvetica", 12)
        canvas.drawString(72, 60, "Record OO17 in folder l8 of Elmbury")

    found = read(tmp_path / "stamped.pdf", pdf_of(stamped))
    assert found.text.endswith("Record OO17 in folder l8 of Elmbury")
    assert len(found.text.split()) == len(" ".join(SCAN).split()) + 7


def test_a_picture_with_one_word_over_the_page_leaves_its_caption_alone(tmp_path: Path) -> None:
    def sign(canvas: Canvas) -> None:
        canvas.drawImage(ImageReader(scan(["Elmbury"])), 0, 0, *letter)
        canvas.drawString(72, 40, "A sign at Teme Ford")

    found = read(tmp_path / "sign.pdf", pdf_of(sign))
    assert found.text == "A sign at Teme Ford"


def test_printed_words_without_ink_over_the_same_words_stand_once(tmp_path: Path) -> None:
    def searchable(canvas: Canvas) -> None:
        canvas.drawImage(ImageReader(scan(SCAN[:1])), 0, 0, *letter)
        text = canvas.beginText(100, 650)
        text.setFont("Helvetica", 14)
        text.setTextRenderMode(3)
        text.textLine(SCAN[0])
        canvas.drawText(text)

    found = read(tmp_path / "searchable.pdf", pdf_of(searchable))
    assert found.text == SCAN[0]


def test_a_scan_with_a_whole_text_layer_is_not_read_again(tmp_path: Path) -> None:
    def searchable(canvas: Canvas) -> None:
        canvas.drawImage(ImageReader(scan()), 0, 0, *letter)
        text = canvas.beginText(100, 650)
        text.setFont("Helvetica", 14)
        text.setTextRenderMode(3)
        for line in SCAN:
            text.textLine(line.replace("harbour", "haven"))
        canvas.drawText(text)

    found = read(tmp_path / "searchable.pdf", pdf_of(searchable))
    assert "haven" in found.text
    assert "harbour" not in found.text
    assert found.warnings == ()


def test_a_photograph_over_the_page_leaves_its_caption_alone(tmp_path: Path) -> None:
    def photograph(canvas: Canvas) -> None:
        canvas.drawImage(ImageReader(noise()), 0, 0, *letter)
        canvas.drawString(72, 40, "The weir at Teme Ford in flood")

    found = read(tmp_path / "photograph.pdf", pdf_of(photograph))
    assert found.text == "The weir at Teme Ford in flood"
    assert found.warnings == ()


def test_a_footer_stays_level_on_a_page_that_lies_askew(tmp_path: Path) -> None:
    def askew(canvas: Canvas) -> None:
        turned = scan().rotate(2.0, resample=Image.Resampling.BICUBIC, fillcolor=255)
        canvas.drawImage(ImageReader(turned), 0, 0, *letter)
        canvas.drawString(72, 20, "Downloaded from the archive of Elmbury on the first of May")

    found = read(tmp_path / "askew.pdf", pdf_of(askew))
    assert "Downloaded from the archive of Elmbury on the first of May" in found.text
    footer = box_of(found, "Downloaded")
    assert footer.left == pytest.approx(72, abs=4)
    assert (footer.top + footer.bottom) / 2 == pytest.approx(792 - 23, abs=4)
    assert found.text.startswith(SCAN[0])


# --- pictures on pages of text --------------------------------------------------------------------


def test_a_chart_on_a_page_of_text_tells_its_labels_where_it_stands(tmp_path: Path) -> None:
    found = read(tmp_path / "chart.pdf", pdf_of(with_chart))
    words = ("Fish counted at the weir", "Salmon", "Trout", "Grayling", "300")
    assert all(word in found.text for word in words), found.text
    assert found.text.index(PROSE[2][-20:]) < found.text.index("Fish counted")
    assert found.text.index("Grayling") < found.text.index("Figure 1.")
    # Words at (430, 520) of 900 by 600 points, drawn at 2/5 of that from (100, 300) on.
    label = box_of(found, "Trout")
    assert label.top == pytest.approx(300 + 0.4 * 526, abs=8)
    assert label.left <= 100 + 0.4 * 430 + 2
    title = box_of(found, "Fish counted")
    assert title.left == pytest.approx(100 + 0.4 * 200, abs=3)
    assert found.metadata["Pages with recognised pictures"] == "1"
    assert "Recognised pages" not in found.metadata
    (note,) = found.warnings
    assert note.startswith("Pictures on the page were read by text recognition beside the text: ")
    assert not any(block.kind == "heading" for block in found.blocks)


def test_the_same_comes_out_twice(tmp_path: Path) -> None:
    content = pdf_of(with_chart)
    one, two = (read(tmp_path / "chart.pdf", content) for _ in range(2))
    assert one == two


def test_a_photograph_on_a_page_of_text_says_nothing(tmp_path: Path) -> None:
    def photograph(canvas: Canvas) -> None:
        prose(canvas)
        canvas.drawImage(ImageReader(noise()), 100, 250, 360, 270)

    found = read(tmp_path / "photograph.pdf", pdf_of(photograph))
    assert found.text == " ".join(PROSE)
    assert found.warnings == ()


@pytest.mark.parametrize("degrees", [90, 270])
def test_a_chart_that_lies_sideways_is_read(tmp_path: Path, degrees: int) -> None:
    def sideways(canvas: Canvas) -> None:
        prose(canvas)
        turned = chart().rotate(degrees, expand=True)
        canvas.drawImage(ImageReader(turned), 100, 200, 240, 360)

    found = read(tmp_path / "sideways.pdf", pdf_of(sideways))
    assert "Fish counted at the weir" in found.text
    title = box_of(found, "Fish counted")
    assert title.bottom - title.top > title.right - title.left
    assert 100 <= title.left < title.right <= 340
    assert 792 - 560 <= title.top < title.bottom <= 792 - 200


def test_a_chart_inside_a_form_and_on_a_turned_page_is_marked_where_it_stands(
    tmp_path: Path,
) -> None:
    def turned(canvas: Canvas) -> None:
        canvas.beginForm("drawing")
        canvas.drawImage(ImageReader(chart().rotate(90, expand=True)), 0, 0, 240, 360)
        canvas.endForm()
        canvas.saveState()
        canvas.translate(150, 300)
        canvas.doForm("drawing")
        canvas.restoreState()
        canvas.rotate(90)
        for number, line in enumerate(PROSE):
            canvas.drawString(72, -60 - 15 * number, line)

    writer = PdfWriter(io.BytesIO(pdf_of(turned)))
    writer.pages[0].rotate(90)
    content = io.BytesIO()
    writer.write(content)
    found = read(tmp_path / "turned.pdf", content.getvalue())
    assert found.page_sizes[0].width == 792
    # Shown, the chart lies level: from 300 to 660 across, from 150 to 390 down.
    title = box_of(found, "Fish counted")
    assert title.left == pytest.approx(300 + 0.4 * 200, abs=4)
    assert title.top == pytest.approx(150 + 0.4 * 25, abs=6)


def test_a_picture_that_stands_on_every_page_is_read_once(tmp_path: Path) -> None:
    picture = ImageReader(chart())

    def page(canvas: Canvas) -> None:
        prose(canvas)
        canvas.drawImage(picture, 100, 250, 360, 240)

    def small(canvas: Canvas) -> None:
        prose(canvas)
        canvas.drawImage(picture, 450, 740, 60, 40)

    found = read(tmp_path / "repeated.pdf", pdf_of(page, page, page))
    assert found.text.count("Fish counted at the weir") == 1
    assert found.metadata["Pages with recognised pictures"] == "1"
    logo = read(tmp_path / "logo.pdf", pdf_of(small, small))
    assert "Fish" not in logo.text
    assert logo.warnings == ()


def test_a_picture_of_too_many_points_is_left_out(tmp_path: Path) -> None:
    huge = Image.new("1", (10_500, 10_500), 1)
    ImageDraw.Draw(huge).multiline_text(
        (900, 3_000), "Heron and otter\nat the mill", fill=0, font=ImageFont.load_default(1_000)
    )
    assert huge.width * huge.height > MOST_POINTS

    def page(canvas: Canvas) -> None:
        prose(canvas)
        canvas.drawImage(ImageReader(huge), 100, 250, 360, 360)
        canvas.drawImage(ImageReader(chart()), 100, 20, 300, 200)

    found = read(tmp_path / "huge.pdf", pdf_of(page))
    assert "otter" not in found.text
    assert "Fish counted at the weir" in found.text


def test_a_picture_cut_into_strips_is_read_as_one(tmp_path: Path) -> None:
    def page(canvas: Canvas) -> None:
        prose(canvas)
        for strip in range(30):
            part = chart().crop((0, 20 * strip, 900, 20 * strip + 20))
            canvas.drawImage(ImageReader(part), 100, 482 - 8 * strip, 360, 8)

    found = read(tmp_path / "strips.pdf", pdf_of(page))
    assert "Fish counted at the weir" in found.text
    assert "Grayling" in found.text


def test_a_table_in_a_picture_is_a_table(tmp_path: Path) -> None:
    rows = [
        ("Fish", "2029", "2030"),
        ("Salmon", "1,204", "1,310"),
        ("Trout", "873", "912"),
        ("Grayling", "240", "255"),
    ]

    def page(canvas: Canvas) -> None:
        prose(canvas)
        picture = Image.new("L", (1000, 400), 255)
        draw, font = ImageDraw.Draw(picture), ImageFont.load_default(36)
        for down, row in enumerate(rows):
            draw.text((40, 30 + 80 * down), row[0], fill=0, font=font)
            for across, cell in enumerate(row[1:]):
                right = 600 + 300 * across
                draw.text((right, 30 + 80 * down), cell, fill=0, font=font, anchor="ra")
        canvas.drawImage(ImageReader(picture), 72, 300, 400, 160)

    found = read(tmp_path / "table.pdf", pdf_of(page))
    (table,) = found.tables
    assert table.header[1:] == ("2029", "2030")
    assert [row.cells for row in table.rows] == rows[1:]


@pytest.mark.parametrize("content", [pdf_of(with_chart), pdf_of(prose, with_chart)])
def test_without_languages_pictures_are_not_read(tmp_path: Path, content: bytes) -> None:
    found = read(tmp_path / "chart.pdf", content, build(Settings(ocr_languages="")))
    assert "Salmon" not in found.text
    assert found.warnings == ()


@pytest.mark.parametrize(("seconds", "count"), [(0.0, 0), (600.0, MOST_IN_FILE)])
def test_pictures_are_left_when_the_time_is_over_or_there_are_too_many(
    tmp_path: Path, seconds: float, count: int
) -> None:
    path = tmp_path / "chart.pdf"
    path.write_bytes(pdf_of(prose, with_chart))
    with contextlib.closing(Recogniser("eng")) as recogniser:
        reader = PictureReader(recogniser, seconds)
        reader.count = count
        found = read_pages(EngineRequest(path, path.name, "", 10), lambda *_: None, reader)
    assert "Salmon" not in found.text
    assert "The weir was closed" in found.text
    (note,) = found.warnings
    assert note.startswith("Some pictures on page 2 were not read")


class Clock:
    """A clock that goes on when it is told to."""

    def __init__(self) -> None:
        self.now = 1_000.0

    def monotonic(self) -> float:
        return self.now


class SlowRecogniser(Recogniser):
    """Takes all the time that it is given for its first looks, then looks as others do.

    `asked` are the seconds given for each look.
    """

    def __init__(self, clock: Clock, slow: int) -> None:
        super().__init__("eng")
        self.clock = clock
        self.slow = slow
        self.asked: list[float] = []

    def _seen(self, picture, scale, seconds, choose):  # type: ignore[no-untyped-def]
        self.asked.append(seconds)
        if len(self.asked) > self.slow:
            return super()._seen(picture, scale, seconds, choose)
        self.clock.now += max(0.0, seconds)
        return RecognisedPage([], 0.0, unfinished=True)


def read_slowly(
    path: Path, content: bytes, slow: int, monkeypatch: pytest.MonkeyPatch
) -> tuple[Reading, list[float], list[float]]:
    """What is read where the first looks take all their time; the seconds given for each look, and
    the time at which each page is done."""
    clock = Clock()
    for module in (page_recognition, pdfium_recognising):
        monkeypatch.setattr(module, "time", clock)
    path.write_bytes(content)
    done = [clock.now]
    with contextlib.closing(SlowRecogniser(clock, slow)) as recogniser:
        found = read_pages(
            EngineRequest(path, path.name, "", 20),
            lambda *_: done.append(clock.now),
            PictureReader(recogniser, 3_600.0),
        )
    return found, recogniser.asked, done


def test_slow_pictures_leave_time_to_say_how_far_it_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def page(canvas: Canvas) -> None:
        prose(canvas)
        for number in range(MOST_ON_PAGE):  # tall ones are looked at three times
            tall = noise(number).resize((300, 600))
            canvas.drawImage(ImageReader(tall), 60 + 130 * number, 100, 120, 260)

    found, asked, done = read_slowly(tmp_path / "a.pdf", pdf_of(page, prose), 99, monkeypatch)
    # Ten seconds for each look are sixty after six, and none are left for the other pictures.
    assert asked == [10.0] * 6
    assert max(b - a for a, b in pairwise(done)) < RECOGNITION_STALL_SECONDS
    assert found.text.startswith(PROSE[0])
    (note,) = found.warnings
    assert note.startswith("Some pictures on page 1 were not read")


def test_looks_at_one_picture_share_the_time_that_is_left(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = Clock()
    monkeypatch.setattr(page_recognition, "time", clock)
    with contextlib.closing(SlowRecogniser(clock, 99)) as recogniser:
        found = recogniser.read_picture(noise().resize((300, 600)), 1.0, 14.0)
    assert recogniser.asked == [10.0, 4.0, 0.0]
    assert found == RecognisedPage([], 0.0, unfinished=True)


def test_no_time_is_not_time_without_end() -> None:
    with contextlib.closing(Recogniser("eng")) as recogniser:
        for seconds in (0.0, -5.0):
            found = recogniser.read_picture(chart().convert("L"), 1.0, seconds)
            assert found == RecognisedPage([], 0.0, unfinished=True)
        assert recogniser.read_picture(chart().convert("L"), 2.5).telling


def test_a_picture_that_was_not_read_in_its_time_is_said_and_read_where_it_stands_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    picture = ImageReader(chart())

    def page(canvas: Canvas) -> None:
        prose(canvas)
        canvas.drawImage(picture, 100, 250, 360, 240)

    content = pdf_of(page, page, page)
    found, _, _ = read_slowly(tmp_path / "a.pdf", content, 1, monkeypatch)
    assert found.text.count("Fish counted at the weir") == 1
    assert found.metadata["Pages with recognised pictures"] == "2"
    assert found.warnings[-1].startswith("Some pictures on page 1 were not read")


def test_a_picture_that_is_always_too_slow_is_tried_twice(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    picture = ImageReader(chart())

    def page(canvas: Canvas) -> None:
        prose(canvas)
        canvas.drawImage(picture, 100, 250, 360, 240)

    found, asked, _ = read_slowly(tmp_path / "a.pdf", pdf_of(*[page] * 5), 99, monkeypatch)
    assert len(asked) == MOST_TRIES  # a wide and level picture takes one look
    assert found.warnings[-1].startswith("Some pictures on pages 1 to 5 were not read")


def test_a_picture_beyond_those_that_are_read_of_its_page_is_read_on_another(
    tmp_path: Path,
) -> None:
    last = ImageReader(chart())

    def many(canvas: Canvas) -> None:
        prose(canvas)
        for number in range(MOST_ON_PAGE):
            canvas.drawImage(ImageReader(noise(number)), 50 + 270 * (number % 2),
                             60 + 260 * (number // 2), 250, 250)  # fmt: skip
        canvas.drawImage(last, 100, 575, 250, 105)

    def single(canvas: Canvas) -> None:
        prose(canvas)
        canvas.drawImage(last, 100, 250, 360, 240)

    found = read(tmp_path / "many.pdf", pdf_of(many, single))
    assert found.metadata["Pages with recognised pictures"] == "2"
    assert "Fish counted at the weir" in found.text
    assert found.warnings[-1].startswith("Some pictures on page 1 were not read")


def test_a_stamped_scan_without_time_is_said_and_read_where_it_stands_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    picture = ImageReader(scan())

    def stamped(canvas: Canvas) -> None:
        canvas.drawImage(picture, 0, 0, *letter)
        canvas.drawString(72, 20, "Downloaded from the archive of Elmbury")

    # A page that says nothing is looked at upside down as well.
    found, asked, _ = read_slowly(tmp_path / "a.pdf", pdf_of(*[stamped] * 3), 2, monkeypatch)
    assert asked == [40.0] * 3
    assert found.text.count(SCAN[0]) == 1
    assert found.metadata["Recognised pages"] == "2"
    assert found.warnings[-1].startswith("Some pictures on page 1 were not read")


def test_files_without_pictures_are_not_looked_through(tmp_path: Path) -> None:
    path = tmp_path / "text.pdf"
    path.write_bytes(pdf_of(prose))
    assert not may_hold_pictures(path)
    path.write_bytes(pdf_of(with_chart))
    assert may_hold_pictures(path)


# --- which pictures -------------------------------------------------------------------------------

SIZE = (600.0, 800.0)


def words_in(box: Rectangle, count: int) -> list[Rectangle]:
    middle = (box.left + box.right) / 2, (box.top + box.bottom) / 2
    return [Rectangle(middle[0] - 1, middle[1] - 1, middle[0] + 1, middle[1] + 1)] * count


def test_a_picture_with_many_words_upon_it_is_a_background() -> None:
    box = Rectangle(100, 100, 400, 400)
    assert unread_pictures([box], words_in(box, FEW_WORDS), *SIZE).boxes == (box,)
    assert unread_pictures([box], words_in(box, FEW_WORDS + 1), *SIZE).boxes == ()


def test_a_chart_upon_a_background_is_read() -> None:
    page, box = Rectangle(0, 0, *SIZE), Rectangle(100, 100, 400, 400)
    words = words_in(Rectangle(0, 500, 600, 800), 50)
    assert unread_pictures([page, box], words, *SIZE) == ((box,), False)


def test_a_page_is_a_picture_with_a_stamp_if_few_words_stand_on_it() -> None:
    page, foot = Rectangle(0, 0, 600, 700), Rectangle(0, 740, 600, 780)
    assert unread_pictures([page], words_in(foot, FEW_WORDS), *SIZE).whole
    beside = unread_pictures([page], words_in(foot, FEW_WORDS + 1), *SIZE)
    assert beside == ((page,), False)
    # 480 of 800 points are six tenths of the page, and no more.
    assert not unread_pictures([Rectangle(0, 0, 600, 480)], [], *SIZE).whole


def test_small_pictures_are_logos() -> None:
    # A twentieth of the page is 24,000 square points.
    assert unread_pictures([Rectangle(0, 0, 150, 160)], [], *SIZE).boxes
    assert not unread_pictures([Rectangle(0, 0, 150, 159)], [], *SIZE).boxes


boxes = st.builds(
    lambda left, top, wide, high: Rectangle(left, top, left + wide, top + high),
    *(st.integers(0, 500).map(float),) * 2,
    *(st.integers(1, 300).map(float),) * 2,
)


@given(st.lists(boxes, max_size=12), st.randoms())
def test_the_order_in_which_pictures_are_drawn_says_nothing(found: list, random) -> None:  # type: ignore[no-untyped-def, type-arg]
    mixed = random.sample(found, len(found))
    one = unread_pictures(found, [], *SIZE)
    assert set(one.boxes) == set(unread_pictures(mixed, [], *SIZE).boxes)
    for box in one.boxes:
        assert any(each.left == box.left for each in found)
        assert any(each.bottom == box.bottom for each in found)


# --- words, and where they stand ------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("Salmon", True),
        ("GDP", True),
        ("eee", False),
        ("lL", False),
        ("--a-b--", False),
        ("S&P", False),
        ("12.5", False),
        ("Größe", True),
        ("漁師港", True),
    ],
)
def test_words_have_three_letters_that_differ(text: str, told: bool) -> None:
    assert is_wordlike(text) == told


def test_a_picture_needs_some_words() -> None:
    word = Word("Salmon", 0, 0, 10, 10, 10, False)
    number = word._replace(text="1931")
    assert RecognisedPage([word] * FEWEST_WORDS, 0.9).telling
    assert not RecognisedPage([word] * (FEWEST_WORDS - 1) + [number] * 9, 0.9).telling


@given(st.floats(0, 600), st.floats(0, 800), st.floats(-5, 5))
def test_a_place_comes_back_when_the_page_is_turned_back(x: float, y: float, skew: float) -> None:
    across, down = straightened_place(x, y, skew, *SIZE)
    back = back_on_page(Rectangle(across, down, across, down), skew, *SIZE)
    assert (back.left, back.top) == pytest.approx((x, y), abs=1e-6)


def line(
    text: str, top: float, left: float = 72.0, column: int = 0, slack: float = 200.0
) -> PrintedLine:
    """A line of 300 points' width that ends `slack` points before its column does."""
    edges = (left, top, left + 300.0, top + 12.0)
    return PrintedLine(text, *edges, 12.0, False, column, slack=slack)


def figure(text: str, top: float, left: float = 72.0) -> Figure:
    """A picture of 200 by 100 points with one line in its middle."""
    return Figure([line(text, top + 40, left)], left, top, left + 200.0, top + 100.0)


def assembled(*pages: PageLayout) -> Reading:
    return assemble(pages, name="a.pdf", metadata={})


def test_a_figure_stands_between_what_is_above_and_below_it() -> None:
    page = PageLayout(
        612,
        792,
        [line("Above it.", 100, slack=0.0), line("Below it.", 400)],
        [figure("In the picture", 200)],
    )
    found = assembled(page)
    assert found.text == "Above it.\n\nIn the picture\n\nBelow it."
    assert [block.kind for block in found.blocks] == ["paragraph"] * 3


def test_a_figure_stands_in_its_column() -> None:
    left = [line("Left above.", 100), line("Left below.", 600)]
    right = [line("Right above.", 100, 400, 1), line("Right below.", 600, 400, 1)]
    page = PageLayout(712, 792, [*left, *right], [figure("Picture", 300, 400)])
    assert assembled(page).text.split("\n\n") == [
        "Left above.",
        "Left below.",
        "Right above.",
        "Picture",
        "Right below.",
    ]


def test_a_figure_at_the_head_of_a_column_comes_with_that_column() -> None:
    items = [line("Left.", 300), line("Right.", 300, 400, 1)]
    page = PageLayout(712, 792, items, [figure("Picture", 100, 400)])
    assert assembled(page).text.split("\n\n") == ["Left.", "Picture", "Right."]


def test_a_figure_does_not_cut_a_paragraph_that_goes_on_on_the_next_page() -> None:
    one = PageLayout(
        612,
        792,
        [line("First of all.", 100), line("The count was kept by the", 500, slack=0.0)],
        [figure("One", 600)],
    )
    two = PageLayout(
        612, 792, [line("wardens of the weir.", 300), line("An end.", 500)], [figure("Two", 100)]
    )
    found = assembled(one, two)
    assert found.text == (
        "First of all.\n\nOne\n\nThe count was kept by the wardens of the weir.\n\nTwo\n\nAn end."
    )
    assert found.page_starts == (0, found.text.index("wardens"))


def test_figures_stay_where_running_lines_go() -> None:
    pages = [
        PageLayout(
            612, 792, [line(f"Text {each}.", 100), line("Teme Ford", 780)], [figure(each, 200)]
        )
        for each in ("one", "two", "three")
    ]
    parts = assembled(*pages).text.split("\n\n")
    assert parts == ["Text one.", "one", "Text two.", "two", "Text three.", "three"]


def test_a_page_with_a_figure_alone_says_what_it_says() -> None:
    found = assembled(
        PageLayout(612, 792, [], [figure("Alone", 100)]),
        PageLayout(612, 792, [line("After.", 100)]),
    )
    assert found.text == "Alone\n\nAfter."
    assert found.page_starts == (0, 7)


def test_axis_figures_without_labels_are_no_table(tmp_path: Path) -> None:
    def page(canvas: Canvas) -> None:
        prose(canvas)
        picture = Image.new("L", (1000, 500), 255)
        draw, font = ImageDraw.Draw(picture), ImageFont.load_default(36)
        draw.text((100, 20), "Salmon and trout at the weir", fill=0, font=font)
        for down in range(3):
            for across in range(3):
                text = f"{137 * (down + 1) * (across + 2):,}"
                draw.text((200 + 280 * across, 120 + 90 * down), text, fill=0, font=font)
        canvas.drawImage(ImageReader(picture), 72, 300, 400, 200)

    found = read(tmp_path / "figures.pdf", pdf_of(page))
    assert "Salmon and trout" in found.text
    assert found.tables == ()


def test_the_notes_tell_pages_and_pictures_apart() -> None:
    entries, notes = Recognised(9, {1: 0.9}, {2: 0.8, 4: 0.96}, [7]).told()
    assert entries == {
        "Recognised pages": "2",
        "Recognition": "90% sure",
        "Pages with recognised pictures": "3, 5",
        "Recognition of pictures": "88% sure",
    }
    assert "1 of 9 pages were read from its picture" in notes[0]
    assert notes[1].startswith("Pictures on pages 3, 5 were read by text recognition beside")
    assert "88% sure on average, least on page 3 (80%)" in notes[1]
    assert notes[2].startswith("Some pictures on page 8 were not read")
