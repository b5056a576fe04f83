"""Marks of footnotes, powers and the endings of ordinals are read as what they are."""

from __future__ import annotations

from io import BytesIO

import pypdfium2
import pytest
from hypothesis import given
from hypothesis import strategies as st
from reportlab.pdfgen.canvas import Canvas

from backend.readers.engines.pdfium_words import Fonts, page_words
from backend.readers.layout.cells import is_note, is_period
from backend.readers.layout.page import lay_out
from backend.readers.layout.raised import led_by_mark, told_apart, with_raised
from backend.readers.layout.shapes import PrintedTable, Word, lines_of
from backend.sentences import sentence_spans

SIZE, SMALL, RISE = 10.0, 6.5, 4.0
Part = tuple[str, float, float]
"""A text, the size of its font, and by how much it is raised."""


def up(text: str) -> Part:
    return text, SMALL, RISE


def page(*parts: Part) -> list[Word]:
    """The words of one line as PDFium's engine reads them."""
    content = BytesIO()
    canvas = Canvas(content, pagesize=(400, 60), invariant=1)
    line = canvas.beginText(50, 30)
    for text, size, rise in parts:
        line.setFont("Times-Roman", size)
        line.setRise(rise)
        line.textOut(text)
    canvas.drawText(line)
    canvas.save()
    document = pypdfium2.PdfDocument(content.getvalue())
    return page_words(document.raw, 0, Fonts()).words


def read(*parts: Part | str) -> list[str]:
    given = [(part, SIZE, 0.0) if isinstance(part, str) else part for part in parts]
    return [word.text for word in page(*given)]


def test_the_mark_of_a_footnote_is_parted_from_its_word() -> None:
    assert read("the ropes", up("1"), " rot") == ["the", "ropes", "¹", "rot"]
    assert read("the ropes", up("12"), ", sails") == ["the", "ropes", "¹²,", "sails"]
    assert read("all ropes", up("1,3"), " rot") == ["all", "ropes", "¹,³", "rot"]
    assert read("60059", up("1"), " ropes") == ["60059", "¹", "ropes"]
    assert read("all ropes", up("1"), " / sails") == ["all", "ropes", "¹", "/", "sails"]


def test_a_full_stop_before_a_mark_ends_its_sentence() -> None:
    words = read("The ropes rot.", up("1"), " If they do, call the keeper.")
    assert words[2:4] == ["rot.¹", "If"]
    text = " ".join(words)
    assert [text[start:end] for start, end in sentence_spans(text)] == [
        "The ropes rot.¹",
        "If they do, call the keeper.",
    ]


def test_a_footnote_begins_behind_its_mark() -> None:
    assert read(up("4"), "See the yard") == ["⁴", "See", "the", "yard"]
    assert read(up("2"), "Φ of it")[0] != "²"


def test_powers_and_ordinals() -> None:
    assert read("2", up("31"), " or more") == ["2^31", "or", "more"]
    assert read("about 10", up("-7"), " m") == ["about", "10^-7", "m"]
    assert read("the 3", up("rd"), " quarter") == ["the", "3rd", "quarter"]


@pytest.mark.parametrize(
    "parts",
    [
        ("x", up("2"), " of it"),  # a variable's power
        ("5 m", up("2"), " of it"),
        ("ropes", ("1", SMALL, -3.0), " rot"),  # lowered
        ("ropes", ("1", SIZE, RISE), " rot"),  # of the same size
        ("ropes", ("1", SMALL, 0.0), " rot"),  # on the line
        ("S", ("HIP", 7.5, 0.0), " one"),  # small capitals
        ("3", up("1"), "⁄", ("2", SMALL, 0.0), " cups"),
        ("3", up("1"), "/", ("2", SMALL, 0.0), " cups"),
        ("21", up("2"), " /3 cups"),
        ("the mv", up("st"), " one"),
        (("Rope", 14.0, 0.0), ("ladder12", 9.0, 5.0)),  # with the letters before it
    ],
)
def test_what_is_not_certain_stays(parts: tuple[Part | str, ...]) -> None:
    plain = "".join(part if isinstance(part, str) else part[0] for part in parts)
    assert "".join(read(*parts)) == plain.replace(" ", "").replace("Φ", "")


def test_a_mark_is_of_the_line_of_its_word() -> None:
    ropes, mark, rot = page(("ropes", SIZE, 0.0), up("1"), (" rot", SIZE, 0.0))
    assert (mark.top, mark.bottom, mark.size) == (ropes.top, ropes.bottom, ropes.size)
    assert ropes.right <= mark.left < mark.right <= rot.left


def word(text: str, left: float, top: float = 100.0, size: float = 10.0) -> Word:
    return Word(text, left, top, left + 0.5 * size * len(text), top + size, size, False)


def test_raised_words_that_stand_apart_in_the_file() -> None:
    words = [word("3", 72.0), word("rd", 77.0, 98.0, 7.0), word("quarter", 90.0)]
    assert [each.text for each in with_raised(words)] == ["3rd", "quarter"]
    joined = with_raised(words)[0]
    assert (joined.left, joined.right) == (72.0, 84.0)
    marked = [word("ropes", 72.0), word("1", 97.0, 98.0, 6.0), word("rot", 105.0)]
    assert [each.text for each in with_raised(marked)] == ["ropes", "¹", "rot"]
    parted = [*marked[:2], word("/", 102.0)]
    assert [each.text for each in with_raised(parted)] == ["ropes", "¹", "/"]


@pytest.mark.parametrize(
    "small",
    [
        word("1", 97.0, 104.0, 6.0),  # at the line's foot
        word("1", 101.0, 98.0, 6.0),  # of another cell
        word("1", 97.0, 82.0, 6.0),  # of the line above
        word("1", 97.0, 98.0, 9.0),  # hardly smaller
    ],
)
def test_small_words_that_are_not_raised_behind_another_stay(small: Word) -> None:
    words = [word("ropes", 72.0), small, word("rot", 120.0)]
    assert with_raised(words) == words


def test_the_numerator_of_a_fraction_stays() -> None:
    above, below = word("4", 77.5, 96.0, 6.0), word("5", 77.5, 103.0, 6.0)
    assert with_raised([word("3", 72.0), above, below]) == [word("3", 72.0), above, below]
    slash = [word("3", 72.0), word("4", 77.5, 98.0, 6.0), word("/5", 80.5)]
    assert with_raised(slash) == slash


@pytest.mark.parametrize(
    ("base", "raised", "expected"),
    [
        ("ropes", "1", ("ropes", "¹")),
        ("ropes.csv", "2.", ("ropes.csv", "².")),
        ("ropes.", "12", ("ropes.¹²",)),
        ("(dry)", "1,2", ("(dry)¹,²",)),
        ("2023", "1", ("2023", "¹")),
        ("1,234", "2", ("1,234", "²")),
        ("34", "2", ("34²",)),
        ("10", "1", ("10¹",)),
        ("10", "6", ("10^6",)),
        ("200×10", "−3", ("200×10^−3",)),
        ("default:2", "32.", ("default:2^32.",)),
        ("1.2", "3", ("1.2", "³")),
        ("21", "st", ("21st",)),
        ("x", "2", None),
        ("km", "2", None),
        ("ropes", "01", None),
        ("ropes", "a", None),
        ("ropes", "(1)", None),
        ("n", "th", None),
        ("(", "1", None),
        ("−", "1", None),
    ],
)
def test_what_is_raised_is_told_from_what_it_stands_behind(
    base: str, raised: str, expected: tuple[str, ...] | None
) -> None:
    assert told_apart(base, raised) == expected


@given(st.text("ab2310.,)", min_size=1, max_size=8), st.text("0123,.)rdth-", max_size=5))
def test_no_character_is_lost(base: str, raised: str) -> None:
    found = told_apart(base, raised)
    lowered = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹", "0123456789")
    if found is not None:
        assert "".join(found).translate(lowered).replace("^", "") == base + raised
    assert led_by_mark("0") is None


def test_marks_in_a_table_are_no_figures() -> None:
    words = []
    for number, (label, figures) in enumerate(
        [("Ropes", ("1,234", "1,180")), ("Sails", ("2,310", "2,050")), ("Masts", ("640", "615"))]
    ):
        top = 100.0 + 14.0 * number
        words.append(word(label, 72.0, top))
        words.append(word("1", 97.5, top - 2.0, 6.0))
        for at, figure in zip((250.0, 350.0), figures, strict=True):
            left = at - 5.0 * len(figure)
            words += [word(figure, left, top), word("2", at + 0.5, top - 2.0, 6.0)]
    (table,) = lay_out(with_raised(words), 612, 792).items
    assert isinstance(table, PrintedTable)
    assert [cells for _, cells in table.rows] == [
        ("Ropes ¹", "1,234 ²", "1,180 ²"),
        ("Sails ¹", "2,310 ²", "2,050 ²"),
        ("Masts ¹", "640 ²", "615 ²"),
    ]
    assert len(lines_of(lay_out(with_raised(words), 612, 792))) == 3


@pytest.mark.parametrize(
    ("text", "note"), [("¹", True), ("¹²,³", True), ("(1)", True), ("1", False), ("34²", False)]
)
def test_raised_marks_are_notes(text: str, note: bool) -> None:
    assert is_note(text) is note
    assert is_period(f"2022 {text}") is note
