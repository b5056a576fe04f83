"""A PDF made on the spot is read with its text, pages and boxes."""

from __future__ import annotations

import io
from pathlib import Path

from reportlab.lib.pagesizes import letter
from reportlab.pdfgen.canvas import Canvas

from backend.readers.pdf import build
from backend.settings import Settings


def test_a_line_of_text_is_read_with_its_box(tmp_path: Path) -> None:
    page = io.BytesIO()
    canvas = Canvas(page, pagesize=letter)
    canvas.setFont("Helvetica", 10)
    canvas.drawString(72, 700, "The quick brown fox.")
    canvas.save()
    path = tmp_path / "fox.pdf"
    path.write_bytes(page.getvalue())
    seen: list[tuple[str, int, int]] = []
    reading = build(Settings()).read(path, "fox.pdf", None, lambda *step: seen.append(step))
    assert reading.text == "The quick brown fox."
    assert reading.page_sizes[0].width == 612
    (line,) = reading.lines
    assert (line.start, line.end, line.page) == (0, 20, 0)
    assert abs(line.box.left - 72) < 1
    assert line.box.top < 792 - 700 < line.box.bottom
    assert ("reading", 1, 1) in seen
