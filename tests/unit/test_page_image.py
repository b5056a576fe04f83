"""Pages are drawn, passages are outlined, and a crash costs one picture at most."""

from __future__ import annotations

import io
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from PIL import Image
from reportlab.lib.pagesizes import letter
from reportlab.pdfgen.canvas import Canvas

from backend.errors import NotFoundError
from backend.evidence.page_image import (
    PageRenderer,
    boxes_of,
    crop_around,
    outline,
    passage_image,
    to_pixels,
)
from backend.types import Box, Line, PageSize


@pytest.fixture(name="renderer", scope="module")
def running_renderer() -> Iterator[PageRenderer]:
    with PageRenderer() as renderer:
        yield renderer


@pytest.fixture(name="path", scope="module")
def pdf_path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Two pages; the second has a black square whose top left corner is at (100, 200)."""
    content = io.BytesIO()
    canvas = Canvas(content, pagesize=letter)
    canvas.drawString(72, 700, "Page one")
    canvas.showPage()
    canvas.rect(100, 792 - 250, 50, 50, fill=1)
    canvas.save()
    path = tmp_path_factory.mktemp("pages") / "square.pdf"
    path.write_bytes(content.getvalue())
    return path


def test_a_page_is_drawn_at_its_scale(renderer: PageRenderer, path: Path) -> None:
    png, width, height = renderer.render(path, 1, 2.0)
    image = Image.open(io.BytesIO(png)).convert("L")
    assert image.size == (width, height) == (1224, 1584)
    assert image.getpixel((250, 450)) == 0
    assert image.getpixel((150, 450)) == 255


def test_a_clip_is_the_part_of_the_page(renderer: PageRenderer, path: Path) -> None:
    png, width, height = renderer.render(path, 1, 1.0, Box(100, 200, 160, 240))
    image = Image.open(io.BytesIO(png)).convert("L")
    assert image.size == (width, height) == (60, 40)
    assert image.getpixel((20, 20)) == 0
    assert image.getpixel((57, 20)) == 255


def test_a_huge_scale_is_reduced(renderer: PageRenderer, path: Path) -> None:
    _, width, height = renderer.render(path, 0, 1000.0)
    assert width * height <= 12_100_000


def test_pages_that_do_not_exist_and_files_that_are_gone(
    renderer: PageRenderer, path: Path, tmp_path: Path
) -> None:
    with pytest.raises(NotFoundError, match="Page 3 cannot be drawn"):
        renderer.render(path, 2, 1.0)
    with pytest.raises(NotFoundError, match="not in the library"):
        renderer.render(tmp_path / "gone.pdf", 0, 1.0)
    broken = tmp_path / "broken.pdf"
    broken.write_bytes(b"%PDF-1.4 nothing")
    with pytest.raises(NotFoundError, match="cannot be drawn"):
        renderer.render(broken, 0, 1.0)
    assert renderer.render(path, 0, 0.5)[1] == 306


def test_a_dead_child_is_replaced(path: Path) -> None:
    with PageRenderer() as renderer:
        renderer.render(path, 0, 0.5)
        child = renderer._child
        assert child is not None
        child.close()
        assert renderer.render(path, 0, 0.5)[1:] == (306, 396)


def test_pictures_are_kept_and_a_changed_file_is_drawn_anew(tmp_path: Path, path: Path) -> None:
    copy = tmp_path / "copy.pdf"
    copy.write_bytes(path.read_bytes())
    with PageRenderer() as renderer:
        first = renderer.render(copy, 0, 0.5)
        assert renderer.render(copy, 0, 0.5) is first
        copy.write_bytes(path.read_bytes() + b"\n")
        assert renderer.render(copy, 0, 0.5) is not first


def test_a_page_is_drawn_ahead_and_one_that_is_missing_is_passed_over(path: Path) -> None:
    with PageRenderer() as renderer:
        renderer.render_ahead(path, 99, 1.0)
        renderer.render_ahead(path, 1, 1.0)
        until = time.monotonic() + 30
        while not renderer._cache and time.monotonic() < until:
            time.sleep(0.01)
        assert len(renderer._cache) == 1
        assert renderer.render(path, 1, 1.0)[1:] == (612, 792)


def test_a_span_takes_its_share_of_each_line() -> None:
    lines = [
        Line(0, 10, 0, Box(100, 10, 200, 20)),
        Line(11, 21, 0, Box(100, 22, 200, 32)),
        Line(22, 30, 1, Box(100, 10, 180, 20)),
    ]
    assert boxes_of(lines, 5, 16, 0) == [Box(150, 10, 200, 20), Box(100, 22, 150, 32)]
    assert boxes_of(lines, 25, 99, 1) == [Box(130, 10, 180, 20)]
    assert boxes_of(lines, 10, 11, 0) == []


def test_lines_of_a_column_share_an_outline_and_columns_do_not() -> None:
    left = [Box(50, 10, 250, 20), Box(50, 22, 240, 32), Box(50, 34, 120, 44)]
    right = [Box(300, 10, 500, 20), Box(300, 22, 500, 32)]
    assert outline([*left, *right], padding=2) == [Box(48, 8, 252, 46), Box(298, 8, 502, 34)]
    assert outline([]) == []


def test_a_crop_keeps_some_lines_around_and_trims_margins() -> None:
    size = PageSize(600, 800)
    lines = [Line(0, 1, 0, Box(72, 60, 500, 70)), Line(2, 3, 0, Box(72, 740, 540, 750))]
    crop = crop_around([Box(100, 300, 200, 320)], size, lines, air=0.1, margin=10)
    assert crop == Box(62, 220, 550, 400)
    assert crop_around([], size) == Box(0, 0, 600, 800)
    assert crop_around([Box(100, 10, 200, 20)], size, air=0.1, margin=10) == Box(20, 0, 580, 100)


def test_boxes_in_pixels_of_a_clip() -> None:
    assert to_pixels([Box(10, 20, 30, 40)], 2.0, Box(5, 10, 100, 100)) == [Box(10, 20, 50, 60)]


def test_a_passage_is_marked_where_it_stands(renderer: PageRenderer, path: Path) -> None:
    line = Line(0, 8, 1, Box(100, 200, 150, 250))
    whole = passage_image(renderer, path, 1, PageSize(612, 792), outline([line.box]), scale=2.0)
    assert (whole.width, whole.height) == (1224, 1584)
    assert whole.boxes == (Box(196, 396, 304, 504),)
    part = passage_image(
        renderer, path, 1, PageSize(612, 792), outline([line.box]), scale=2.0, around=[]
    )
    image = Image.open(io.BytesIO(part.png)).convert("L")
    assert part.height < whole.height
    (box,) = part.boxes
    assert image.getpixel((round(box.left + box.right) // 2, round(box.top + box.bottom) // 2)) == 0
    assert image.getpixel((round(box.left) + 1, round(box.top) + 1)) == 255
