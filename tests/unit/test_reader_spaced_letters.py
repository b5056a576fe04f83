"""Letters that a heading sets apart are read as its words."""

from __future__ import annotations

from pathlib import Path

from reportlab.pdfgen.canvas import Canvas

from tests.unit.test_reader_pdf import Draw, both, lines_at, make, read


def spaced(text: str, apart: float, top: float = 90.0) -> Draw:
    def draw(canvas: Canvas) -> None:
        line = canvas.beginText(72, 792 - top)
        line.setFont("Helvetica", 12)
        line.setCharSpace(apart)
        line.textOut(text)
        canvas.drawText(line)

    return draw


BELOW = lines_at(72, 130, ["The harbour was closed on Monday, and no boat left it before noon."])


def test_letters_set_apart_are_words(tmp_path: Path) -> None:
    for apart in (3.0, 5.0):
        path = make(tmp_path / "notice.pdf", both(spaced("Harbour notice", apart), BELOW))
        text = read(path).text
        assert "Harbour notice" in text
        assert "H a r" not in text
        assert "The harbour was closed on Monday" in text


def test_letters_in_columns_and_lists_of_letters_stay_apart(tmp_path: Path) -> None:
    columns = [lines_at(72 + 60 * at, 90, [letter]) for at, letter in enumerate("ABCDEF")]
    text = read(make(tmp_path / "columns.pdf", both(*columns, BELOW))).text
    assert "ABCDEF" not in text
