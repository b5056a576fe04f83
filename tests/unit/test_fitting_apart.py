"""Of several sentences the one on the very thing stands first."""

from __future__ import annotations

import pytest

from backend.tasks.answer.extractive.fitting_apart import lacks_last_thing
from tests.unit.test_fitting import ranked
from tests.unit.test_local_reader import hit
from tests.unit.test_signposts import reading_of


def test_what_one_costs_is_told_of_each() -> None:
    text = "The oars that split came to 90 pounds. We bought oars at 14 pounds each."
    assert ranked("How much did each oar cost?", text, (0.8, 0.5)).startswith("We bought")
    assert ranked("How much did the oars cost?", text, (0.8, 0.5)).startswith("The oars")


def test_a_figure_of_a_part_is_none_of_the_whole() -> None:
    text = "2.1 A gig is hired for six days. The sail may have up to 40 metres. A gig has a sail."
    asked = "How long may the sail of a gig be?"
    assert ranked(asked, text, (0.9, 0.4, 0.3)).startswith("The sail")
    assert ranked("How long may a gig be hired?", text, (0.9, 0.4, 0.3)).startswith("2.1")
    # a part that opens no sentence
    text = "A gig is hired for six days. Of its sail 40 metres may be seen."
    assert ranked(asked, text, (0.9, 0.4)).startswith("Of its sail")


def test_how_many_a_part_holds_is_left_to_what_is_counted() -> None:
    text = "The hall seats 318, the loft 70. The loft is 28 pounds an hour."
    asked = "How many does the loft of the Wren seat?"
    assert ranked(asked, text, (0.9, 0.5)).startswith("The hall")


def test_yes_or_no_is_told_of_the_last_thing() -> None:
    text = "The rower pays no fee in May. A third of the toll is paid by the rower."
    asked = "Does the rower have to pay a part of the toll?"
    assert ranked(asked, text, (0.6, 0.5)).startswith("A third")
    asked = "Does the rower pay a fee in May?"
    assert ranked(asked, text, (0.6, 0.5)).startswith("The rower")
    # nothing on the rower speaks of the bridge
    asked = "Does the rower have to pay a part of the bridge?"
    assert ranked(asked, text, (0.6, 0.5)).startswith("The rower")


@pytest.mark.parametrize(
    ("question", "lacks"),
    [
        ("Does the rower have to pay a part of the toll?", True),
        ("Does the rower have to pay a part of the bridge?", False),
        ("Does the rower pay a fee in May?", False),
        ("What does the rower have to pay of the toll?", False),
    ],
)
def test_a_sentence_without_the_last_thing_decides_nothing(question: str, lacks: bool) -> None:
    text = "The rower pays no fee in May. A third of the toll is paid by the rower."
    reading = reading_of(question, hit(text))
    assert lacks_last_thing(reading, reading.candidates[0]) is lacks


def test_what_answers_its_own_question_may_call_the_thing_otherwise() -> None:
    text = "No, and none is planned. A third of the toll is paid by the rower."
    reading = reading_of("Does the rower have to pay a part of the toll?", hit(text))
    assert not lacks_last_thing(reading, reading.candidates[0])


def test_what_is_the_askers_own_need_not_be_named() -> None:
    text = "The rower pays no fee. A third of my boat is paid by the rower, as is the boat itself."
    asked = "Does the rower pay the whole fee of {} boat?"
    for owner, lacks in (("the", True), ("my", False), ("our own", False)):
        reading = reading_of(asked.format(owner), hit(text))
        assert lacks_last_thing(reading, reading.candidates[0]) is lacks
