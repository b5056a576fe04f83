"""Printed contents and indexes are no tables of figures."""

from __future__ import annotations

import pytest

from backend.readers.layout.page import lay_out
from backend.readers.layout.paragraphs import body_size
from backend.readers.layout.shapes import PrintedLine, PrintedTable, Word, lines_of

WIDTH = 5.0


def printed(*rows: tuple[str, str]) -> bool:
    """Whether rows of a label and what stands at the right edge are laid out as a table; several
    blanks in a label are a wide gap."""
    words = []
    for number, (label, right) in enumerate(rows):
        left, top = 72.0, 100.0 + 14.0 * number
        for text in label.split(" "):
            right_edge = left + WIDTH * len(text)
            if text:
                words.append(Word(text, left, top, right_edge, top + 10.0, 10.0, False))
            left = right_edge + WIDTH
        edge = 500.0
        for text in reversed(right.split()):
            begin = edge - WIDTH * len(text)
            words.append(Word(text, begin, top, edge, top + 10.0, 10.0, False))
            edge = begin - 60.0
    return any(isinstance(item, PrintedTable) for item in lay_out(words, 612, 792).items)


def test_entries_led_to_their_pages_are_no_table() -> None:
    assert not printed(
        ("1.1 Ropes . . . . . . . . .", "7"),
        ("1.2 Why do ropes rot? . . . .", "7"),
        ("1.3 Sails . . . . . . . . .", "9"),
        ("1.4 The keel", "12"),
    )


@pytest.mark.parametrize(
    "figures", [("70", "12", "9"), ("7.5", "9.0", "12.0"), ("1,200", "1,310", "1,480")]
)
def test_figures_behind_dots_are_a_table(figures: tuple[str, str, str]) -> None:
    ropes, sails, keels = figures
    assert printed(
        ("Ropes . . . . . . . . .", ropes),
        ("Sails . . . . . . . . .", sails),
        ("Keels . . . . . . . . .", keels),
    )


def test_without_dots_growing_figures_are_a_table() -> None:
    assert printed(("Ropes of all boats", "7"), ("Sails of all boats", "9"), ("Keels", "12"))


def test_two_figures_behind_dots_are_a_table() -> None:
    assert printed(
        ("Ropes . . . . . . .", "7 9"),
        ("Sails . . . . . . .", "8 10"),
        ("Keels . . . . . . .", "9 12"),
    )


def test_numbered_entries_are_contents_below_a_page_number_too() -> None:
    assert not printed(("1.1   Ropes . . . . . . .", "7"), ("1.2   Sails . . . . . . .", "7"))
    assert printed(("1.1   Ropes . . . . . . .", "7"), ("1.2   Sails . . . . . . .", "6"))
    assert printed(("11   Ropes . . . . . . .", "7"), ("12   Sails . . . . . . .", "7"))
    assert not printed(
        ("", "ix"),
        ("1.1 Ropes . . . . . . .", "7"),
        ("1.2 Sails . . . . . . .", "8"),
        ("2.1 Masts . . . . . . .", "8"),
    )


INDEX = ["Anchor", "Ballast", "Caulking", "Dinghy", "Epoxy", "Fender", "Gaff", "Halyard"]


def test_an_index_is_told_by_its_order_or_by_several_pages() -> None:
    pages = ("31", "2", "17", "4", "31", "9", "12", "1")
    led = [(f"{word} . . . . . . .", page) for word, page in zip(INDEX, pages, strict=True)]
    assert not printed(*led)
    assert printed(*led[::-1])
    assert printed(*led[:7])
    assert not printed(led[2], led[1], ("Keel . . . . . . . 4,", "12"))


def test_a_table_with_a_header_is_none_of_an_index_for_its_order_alone() -> None:
    led = [(f"{word} . . . . . . .", str(40 - at)) for at, word in enumerate(INDEX)]
    assert printed(("", "Pieces"), *led)


def column(lines: list[str], left: float, first: int = 0) -> list[Word]:
    """Entries one below the other; dots fill each up to its page, 30 letters on the right."""
    words = []
    for number, line in enumerate(lines, start=first):
        name, _, page = line.partition(" > ")
        dots = " ." * ((28 - len(name) - len(page)) // 2) if page else ""
        at, top = left, 100.0 + 14.0 * number
        for text in f"{name}{dots} {page}".split():
            words.append(Word(text, at, top, at + WIDTH * len(text), top + 10.0, 10.0, False))
            at += WIDTH * (len(text) + 1)
    return words


LEFT = ["B", "boom > 3", "bow > 4, 12", "C", "cleat > 9", "coil > 2"]
RIGHT = ["jib > 14", "K", "keel.bolt > 5", "knots > 1, 2", "L", "leech > 7"]


def read(words: list[Word]) -> list[str]:
    items = lay_out(words, 612, 792).items
    assert all(isinstance(item, PrintedLine) for item in items)
    return [line.text for line in lines_of(lay_out(words, 612, 792))]


def test_the_columns_of_an_index_are_read_one_after_the_other() -> None:
    by_row = [
        word
        for number, pair in enumerate(zip(LEFT, RIGHT, strict=True))
        for line, left in zip(pair, (72.0, 310.0), strict=True)
        for word in column([line], left, number)
    ]
    found = read(by_row)
    assert [line.split(" .")[0] for line in found] == [
        *("B", "boom", "bow", "C", "cleat", "coil"),
        *("jib", "K", "keel.bolt", "knots", "L", "leech"),
    ]


def test_contents_whose_dots_begin_far_from_their_titles_are_no_two_columns() -> None:
    words = []
    for number, title in enumerate(["Ropes of all boats", "Sails and jibs", "Masts", "Keels"]):
        words += column([f"{number + 1}.1 {title}"], 72.0, number)
        words += column([f" > {number + 3}"], 310.0, number)
    lines = read(words)
    assert [line[:9] for line in lines] == ["1.1 Ropes", "2.1 Sails", "3.1 Masts", "4.1 Keels"]
    assert [line[-1] for line in lines] == ["3", "4", "5", "6"]


def test_two_columns_of_led_figures_are_no_index() -> None:
    words = []
    for number, label in enumerate(["Ropes", "Sails", "Masts", "Keels", "Rudders"]):
        words += column([f"{label} > {number + 3}"], 72.0, number)
        words += column([f" > {9 - number}"], 310.0, number)
    lines = [line.text for line in lines_of(lay_out(words, 612, 792))]
    assert [line.split(" ")[0] for line in lines] == ["Ropes", "Sails", "Masts", "Keels", "Rudders"]
    assert [line.split(" ")[-1] for line in lines] == ["9", "8", "7", "6", "5"]


def test_dots_are_no_letters_of_the_size_of_a_documents_text() -> None:
    text = [
        Word("Ropes", 72.0, 100.0, 97.0, 112.0, 12.0, False),
        Word("rot", 100.0, 100.0, 115.0, 112.0, 12.0, False),
    ]
    index = [word._replace(size=8.0) for word in column(["keel > 5"], 72.0, 3)]
    assert body_size([lay_out([*text, *index], 612, 792)]) == 12.0
