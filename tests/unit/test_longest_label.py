"""A label that is a part of the one asked for is not meant."""

from __future__ import annotations

import pytest

from backend.tasks.answer.extractive.longest_label import without_shorter_labels

LINES = ["Late (up to a week): a fine of 2.", "Very late (longer): a fine of 9.", "Fines help us."]


@pytest.mark.parametrize(
    ("question", "meant"),
    [
        ("What is the fine for very late books?", [False, True, True]),
        ("What is the fine for late books?", [True, True, True]),
        ("What is very much too late?", [True, True, True]),  # not one behind the other
        ("Who pays a fine?", [True, True, True]),
    ],
)
def test_the_longer_label_is_meant(question: str, meant: list[bool]) -> None:
    assert without_shorter_labels(question, LINES) == meant


def test_marks_of_items_are_no_part_of_it() -> None:
    lines = ["- Guests: 4 pounds", "- Young guests – 1 pound"]
    assert without_shorter_labels("What do young guests pay?", lines) == [False, True]
