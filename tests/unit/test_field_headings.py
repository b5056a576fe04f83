"""The first sentence below the name of a field says what the field is."""

from __future__ import annotations

import pytest

from backend.tasks.answer.extractive.field_headings import (
    is_below_field,
    lists_what_the_heading_says,
)
from backend.tasks.answer.extractive.told_what_it_is import definition_fit
from backend.tasks.answer.extractive.units import cut_hits
from tests.unit.test_local_reader import hit
from tests.unit.test_signposts import best_of, reading_of, under

RIGGER = under("Rigger", "The name of the one who rigs the boat. It is written by hand.")


@pytest.mark.parametrize(
    ("question", "words", "below"),
    [
        ("What is the Rigger field?", "one who rigs", True),
        ("What does the Rigger field mean?", "one who rigs", True),
        ("What is the Rigger field?", "by hand", False),  # not the first one
        ("What is the rigger field?", "one who rigs", False),  # another word
        ("What is the Rigger?", "one who rigs", False),
        ("What is the Mate field?", "one who rigs", False),
    ],
)
def test_the_first_sentence_below_a_field_is_of_it(question: str, words: str, below: bool) -> None:
    reading = reading_of(question, RIGGER)
    unit = next(each for each in reading.units if words in each.text)
    assert is_below_field(question, unit) is below


@pytest.mark.parametrize(
    ("heading", "text", "below"),
    [
        ("furlOnStop", "Rolls the sail up after a stop.", True),
        ("furlOnStop", "New in version 3.2.\n\nRolls the sail up after a stop.", True),
        ("furl_on_stop", "Rolls the sail up after a stop.", True),
        ("Stop", "Rolls the sail up after a stop.", False),
        ("FURL", "Rolls the sail up after a stop.", False),
    ],
)
def test_the_first_sentence_below_a_typed_name_is_of_it(
    heading: str, text: str, below: bool
) -> None:
    question = f"What does {heading} do?"
    unit = reading_of(question, under(heading, text)).units[-1]
    assert unit.text == "Rolls the sail up after a stop."
    assert is_below_field(question, unit) is below


def test_that_it_is_the_same_as_another_does_not_say_what_it_is() -> None:
    question = reading_of("What is the sail log?", RIGGER).question
    (same,) = cut_hits([hit("The sail log is the same as the one in the office.")])
    (said,) = cut_hits([hit("The sail log is the book in which each trip is noted.")])
    assert definition_fit(question, same) == 0.0
    both = under("Papers", f"{same.text} The sail log has all trips in it.")
    assert best_of(reading_of("What is the sail log?", both)).startswith("The sail log has")
    assert definition_fit(question, said) > 0.0


@pytest.mark.parametrize(
    ("question", "lists"),
    [
        ("What are the engine parts?", True),
        ("What are the old engine parts?", False),
        ("What are the parts?", False),
        ("What is an engine part?", False),
        ("Where are the engine parts?", False),
    ],
)
def test_a_list_below_the_very_words_tells_them(question: str, lists: bool) -> None:
    reading = reading_of(question, under("Engine parts", "- pump\n- a shaft of brass\n- belt"))
    assert lists_what_the_heading_says(reading.question, reading.units[0]) is lists
    prose = reading_of(question, under("Engine parts", "They are made of brass in Elm."))
    assert not lists_what_the_heading_says(prose.question, prose.units[0])
