"""Words whose blank PDFium misses are read as two; words set wide or in formulas stay whole."""

from __future__ import annotations

from io import BytesIO

import pypdfium2
import pytest
from reportlab.pdfbase.pdfmetrics import stringWidth
from reportlab.pdfgen.canvas import Canvas

from backend.readers.engines.pdfium_words import Fonts, page_words

FACE, SIZE = "Times-Roman", 10


def read(lines: list[tuple[str, str, float]]) -> list[list[str]]:
    """The words of lines as PDFium's engine reads them. Of each line the first part, the second,
    and the points between them, which stand in the file as a distance between letters: so PDF is
    made of what troff sets."""
    content = BytesIO()
    canvas = Canvas(content, pagesize=(400, 30 * len(lines) + 30), invariant=1)
    for number, (first, second, gap) in enumerate(lines, start=1):
        left, down = 50.0, 30.0 * number
        text = canvas.beginText(left, down)
        text.setFont(FACE, SIZE)
        text.textOut(first[:-1])
        left += stringWidth(first[:-1], FACE, SIZE)
        text.setTextOrigin(left, down)
        text.setCharSpace(gap)
        text.textOut(first[-1] + second[0])
        left += stringWidth(first[-1] + second[0], FACE, SIZE) + gap
        text.setTextOrigin(left, down)
        text.setCharSpace(0)
        text.textOut(second[1:])
        canvas.drawText(text)
    canvas.save()
    document = pypdfium2.PdfDocument(content.getvalue())
    words = page_words(document.raw, 0, Fonts()).words
    tops = sorted({round(word.top) for word in words}, reverse=True)
    return [[word.text for word in words if round(word.top) == top] for top in tops]


def test_a_blank_that_is_a_distance_between_letters_parts_two_words() -> None:
    assert read(
        [
            ("invoked", "as a login shell", 2.8),
            ("interactive.", "This option", 6.0),
            ("order,", "and", 2.7),
            ("A", "sequence", 2.9),
        ]
    ) == [
        ["invoked", "as", "a", "login", "shell"],
        ["interactive.", "This", "option"],
        ["order,", "and"],
        ["A", "sequence"],
    ]


@pytest.mark.parametrize("gap", [-0.4, 0.0, 0.8, 2.3])
def test_letters_that_are_set_a_little_apart_stay_one_word(gap: float) -> None:
    assert read([("invo", "ked", gap), ("3.", "141", gap)]) == [["invoked"], ["3.141"]]


def test_each_part_stands_where_its_letters_do() -> None:
    content = BytesIO()
    canvas = Canvas(content, pagesize=(400, 60), invariant=1)
    text = canvas.beginText(50, 30)
    text.setFont(FACE, SIZE)
    text.setCharSpace(3.0)
    text.textOut("Ts")
    text.setTextOrigin(50 + stringWidth("Ts", FACE, SIZE) + 3.0, 30)
    text.setCharSpace(0)
    text.textOut("hip")
    canvas.drawText(text)
    canvas.save()
    document = pypdfium2.PdfDocument(content.getvalue())
    words = page_words(document.raw, 0, Fonts()).words
    assert [word.text for word in words] == ["T", "ship"]
    first, second = words
    assert first.left == pytest.approx(50.0, abs=0.01)
    assert first.right == pytest.approx(50 + stringWidth("T", FACE, SIZE), abs=0.01)
    assert second.left == pytest.approx(first.right + 3.0, abs=0.01)
