"""A word that a page draws more than once in one place is read once."""

from __future__ import annotations

from io import BytesIO

import pypdfium2
import pytest
from hypothesis import given
from hypothesis import strategies as st
from reportlab.pdfbase.pdfmetrics import stringWidth
from reportlab.pdfgen.canvas import Canvas

from backend.readers.engines.pdfium_words import Fonts, page_words
from backend.readers.layout.overlaid import without_overlaid
from backend.readers.layout.shapes import Word

FONT, SIZE = "Times-Roman", 10.0
LINE = "Mooring fees 410"


def word(text: str, left: float, top: float = 100.0, size: float = 10.0) -> Word:
    return Word(text, left, top, left + 5.0 * len(text), top + size, size, False)


def moved(given: Word, right: float, down: float = 0.0) -> Word:
    return given._replace(
        left=given.left + right,
        right=given.right + right,
        top=given.top + down,
        bottom=given.bottom + down,
    )


FEES = word("fees", 72.0)


@pytest.mark.parametrize("right", [-1.1, 0.0, 0.6, 1.1])
def test_the_same_word_a_hairs_breadth_aside_is_read_once(right: float) -> None:
    """A box of 10 points may be 1.2 points aside."""
    again = moved(FEES, right, 0.5)._replace(bold=True)
    assert without_overlaid([FEES, again]) == [FEES], "the first drawing stays"


@pytest.mark.parametrize(
    "other",
    [
        moved(FEES, 1.5),
        moved(FEES, 0.0, 1.5),
        moved(FEES, 21.0),
        FEES._replace(text="fee"),
        FEES._replace(right=FEES.right + 2.0),  # a wider font
        FEES._replace(bottom=FEES.bottom + 2.0),
    ],
)
def test_another_word_or_the_same_in_another_place_stays(other: Word) -> None:
    assert without_overlaid([FEES, other]) == [FEES, other]


@pytest.mark.parametrize(("left", "top"), [(79.9, 100.0), (76.0, 103.9), (-0.1, -0.1)])
def test_it_is_found_wherever_the_page_is_divided(left: float, top: float) -> None:
    """The second drawing is in another square of 8 points than the first."""
    first = word("fees", left, top)
    for again in (moved(first, 0.4), moved(first, 0.0, 0.4), moved(first, 0.4, 0.4)):
        assert without_overlaid([first, again]) == [first]
        assert without_overlaid([again, first]) == [again]


def test_words_keep_their_order_and_three_drawings_are_one() -> None:
    rope = word("rope", 120.0)
    given = [FEES, rope, moved(FEES, 0.4), moved(rope, 0.4), moved(FEES, 0.8)]
    assert without_overlaid(given) == [FEES, rope]
    assert without_overlaid([]) == []


words = st.builds(
    word,
    st.sampled_from(["fees", "rope", "410"]),
    st.floats(-50.0, 400.0),
    st.floats(-50.0, 400.0),
    st.floats(4.0, 20.0),
)


@given(st.lists(words, max_size=12))
def test_what_is_drawn_twice_over_is_what_is_drawn_once(page: list[Word]) -> None:
    once = without_overlaid(page)
    assert without_overlaid([*page, *page]) == once
    assert without_overlaid(once) == once
    assert {each.text for each in once} == {each.text for each in page}


def read(*drawn: tuple[str, float, float]) -> list[str]:
    """The words of a page on which texts are drawn, each with its left end and its height."""
    content = BytesIO()
    canvas = Canvas(content, pagesize=(400, 120), invariant=1)
    canvas.setFont(FONT, SIZE)
    for text, left, height in drawn:
        canvas.drawString(left, height, text)
    canvas.save()
    document = pypdfium2.PdfDocument(content.getvalue())
    return [each.text for each in page_words(document.raw, 0, Fonts()).words]


def word_by_word(text: str, left: float, height: float) -> list[tuple[str, float, float]]:
    """The words of a line, each drawn by itself where it stands in the line."""
    starts = [0, *(at + 1 for at, letter in enumerate(text) if letter == " ")]
    return [
        (text[start:].split(maxsplit=1)[0], left + stringWidth(text[:start], FONT, SIZE), height)
        for start in starts
    ]


def test_a_page_that_holds_its_text_twice_is_read_once() -> None:
    """As a line for the screen, and word by word for searching."""
    assert read((LINE, 50, 60)) == LINE.split()
    again = word_by_word(LINE, 50.3, 60.3)
    assert read((LINE, 50, 60), ("Rope", 50, 30), *again) == [*LINE.split(), "Rope"]


def test_a_line_that_stands_there_twice_is_read_twice() -> None:
    below = word_by_word(LINE, 50, 46)
    assert read((LINE, 50, 60), ("Rope", 50, 30), *below) == [*LINE.split(), "Rope", *LINE.split()]
    assert read(("Total Total", 50, 60)) == ["Total", "Total"]
