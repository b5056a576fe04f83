"""A printed table of contents is no table of figures."""

from __future__ import annotations

import pytest

from backend.readers.layout.page import lay_out
from backend.readers.layout.shapes import PrintedTable, Word

WIDTH = 5.0


def printed(*rows: tuple[str, str]) -> bool:
    """Whether rows of a label and what stands at the right edge are laid out as a table."""
    words = []
    for number, (label, right) in enumerate(rows):
        left, top = 72.0, 100.0 + 14.0 * number
        for text in label.split():
            words.append(Word(text, left, top, left + WIDTH * len(text), top + 10.0, 10.0, False))
            left += WIDTH * (len(text) + 1)
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
