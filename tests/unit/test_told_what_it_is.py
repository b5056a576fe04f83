"""What a thing is for, and what a sign stands for."""

from __future__ import annotations

import pytest

from backend.tasks.answer.extractive.told_what_it_is import (
    is_symbol_told,
    purpose_fit,
    what_it_names,
)
from tests.unit.test_local_reader import hit
from tests.unit.test_signposts import best_of, reading_of, under

WAX = "Tarrol is made of resin and oil. It dries in an hour. It is used to seal decks."


def test_what_it_is_for_is_told_behind_several_sentences_of_it() -> None:
    reading = reading_of("What is Tarrol used for?", hit(WAX))
    *above, unit = reading.units
    assert purpose_fit(reading.question, unit, above)
    assert not purpose_fit(reading.question, unit, above[1:])
    assert best_of(reading) == "It is used to seal decks."


def test_what_it_consists_of_is_not_what_it_is_for() -> None:
    below = under("What Tarrol is and what it is used for", WAX)
    assert best_of(reading_of("What is Tarrol used for?", below)) == "It is used to seal decks."


@pytest.mark.parametrize(
    ("question", "text", "told"),
    [
        ("What is R?", "R is the smaller of M and 9.", True),
        ("What is R?", "7. R is twice the number of oars.", True),
        ("What is R?", "R is not an integer here.", False),
        ("What is R?", "R is for rope.", False),
        ("What is R?", "M is R or 9, whichever is less.", False),
        ("What is rope?", "Rope is made of hemp here.", False),
    ],
)
def test_a_sign_is_told_by_what_it_stands_for(question: str, text: str, told: bool) -> None:
    assert is_symbol_told(reading_of(question, hit(text)).question, text) is told


@pytest.mark.parametrize(
    ("question", "text", "named"),
    [
        ("What is form K-4?", "The damage form (form K-4) is due in a day.", "The damage form"),
        ("What is K-4?", "Hand in the damage form (K-4) in a day.", "the damage form"),
        ("What is P31?", "Put it into P31 (yellow crate) at once.", "yellow crate"),
        ("What is P31?", "P31 (2031-05-02) went to the yard.", ""),
        ("What is P31?", "The crate is full (P32).", ""),
        ("What is K-4?", "Use the yellow form (formerly K-4) for damage.", ""),
        ("What is K-4?", "Use the new form (not K-4) for damage.", ""),
        ("What is P31?", "AP31 (green crate) stands by the gate.", ""),
        ("What is P31?", "P31 (out of order) is at the gate.", ""),
        ("What is room B12?", "The room (B12) is at the back.", ""),
        ("What is rope?", "The line (rope) is of hemp.", ""),  # a word, and no code
        ("Where is P31?", "The crate (P31) is in the yard.", ""),
    ],
)
def test_a_code_is_told_by_the_words_in_brackets_or_before_them(
    question: str, text: str, named: str
) -> None:
    assert what_it_names(reading_of(question, hit(text)).question, text).strip() == named
