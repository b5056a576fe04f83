"""Rows of words in a passage are read one by one; rows of figures and plain lines are not."""

from __future__ import annotations

import pytest

from backend.tasks.answer.extractive.table_lines import table_lines
from tests.unit.test_local_reader import hit
from tests.unit.test_signposts import reading_of

ROWS = "Sheet  Where it is made fast\nJib  to the forward cleat\nMain  to the block aft"


def lines_of(text: str) -> list[str]:
    return [text[start:end] for start, end in table_lines(text)]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        (ROWS, ROWS.split("\n")),
        (f"The sheets are these.\n\n{ROWS}\n\nNothing else is made fast.", ROWS.split("\n")),
        ("Jib  to the forward cleat", []),  # a single one
        ("Sold  310  290\nBought  120  101\nKept  12  19", []),
        ("The jib is set.  It is made fast.\nThe main is set.  It is not.", []),
        ("Jib ........ 3\nMain ........ 5", []),
        ("Jib  forward\n\nMain  aft", []),  # not behind each other
        ("Nobody  says that\nthe jib is  made fast  forward\nwhile it is cold.", []),
        ("  Jib  forward\n  Main  aft", []),  # set further in, as listings are
    ],
)
def test_rows_of_words_are_lines_of_their_own(text: str, found: list[str]) -> None:
    assert lines_of(text) == found


def test_each_row_is_a_sentence_of_its_own() -> None:
    text = f"The sheets of the boat are made fast as follows.\n\n{ROWS}\n\nNothing else is."
    reading = reading_of("Where is the jib made fast?", hit(text))
    texts = [unit.text for unit in reading.units]
    assert "Jib  to the forward cleat" in texts or "Jib to the forward cleat" in texts
    assert not any("Jib" in each and "Main" in each for each in texts)
