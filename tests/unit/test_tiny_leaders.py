"""Dots that lead to a figure stand in the line of their words, whatever font they are of."""

from __future__ import annotations

from backend.readers.layout.shapes import Word
from backend.readers.layout.tiny_leaders import level_with_words


def word(text: str, left: float, top: float, height: float = 7.0) -> Word:
    return Word(text, left, top, left + 3 * len(text), top + height, height, False)


def test_a_dot_of_a_tiny_font_takes_the_height_of_its_line() -> None:
    label, dot = word("Masts", 40, 100), word(".", 60, 105, 0.6)
    levelled = level_with_words([label, dot, word("12", 150, 100)])
    assert [(each.text, each.top, each.bottom, each.size) for each in levelled] == [
        ("Masts", 100, 107, 7.0),
        (".", 100, 107, 7.0),
        ("12", 150 - 50, 107, 7.0),
    ]
    assert (levelled[1].left, levelled[1].right) == (dot.left, dot.right)


def test_other_marks_stay() -> None:
    label = word("Masts", 40, 100)
    for mark in (
        word(".", 60, 105, 5.0),  # of nearly the size of its line
        word(".", 60, 130, 0.6),  # of another line
        word(".", 20, 105, 0.6),  # before the word
        word("x", 60, 105, 0.6),
    ):
        assert level_with_words([label, mark]) == [label, mark]
    assert level_with_words([word(".", 60, 105, 0.6)]) == [word(".", 60, 105, 0.6)]
