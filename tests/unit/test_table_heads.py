"""Names of columns with the first row below them are no answer."""

from __future__ import annotations

import pytest

from backend.tasks.answer.extractive.sentence_checks import is_about_other
from backend.tasks.answer.extractive.table_heads import is_table_head
from tests.unit.test_local_reader import hit
from tests.unit.test_signposts import reading_of

HEAD = "Boat  Length (m)  Crew  Berth  Made\nOtter  7.5  4  12  1921"


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (HEAD, True),
        (f"{HEAD}\nHeron  9  6  11  1930", True),
        ("Boat  Builder  Length (m)  Berth", False),  # names alone may be what is asked for
        ("Otter  Falk  7.5  Elm\nHeron  Lund  9  Ash", False),  # two rows
        ("Boat  Length\nOtter  7", False),
        ("Boat  Builder  Berth\nOtter  Falk  Elm", False),  # rows of words
        ("The Otter was built by Falk in 1921.\nShe is 7.5 m long.", False),
        ("", False),
    ],
)
def test_a_head_with_a_row_of_figures_is_told(text: str, told: bool) -> None:
    assert is_table_head(text) is told


def test_such_a_head_is_of_something_else_than_what_is_asked_for() -> None:
    reading = reading_of("Which boat is moored for good?", hit(HEAD))
    assert is_about_other(reading, 0)
    row = reading_of("Where is the berth of the Otter?", hit("The Otter has her berth at Elm."))
    assert not is_about_other(row, 0)
