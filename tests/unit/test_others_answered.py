"""What answers another question of a list of questions and answers is no answer."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from backend.tasks.answer.extractive.others_answered import answers_other_question
from backend.types import Hit
from tests.unit.test_signposts import reading_of, under


def held(question: str, passage: Hit, sure: float = 0.6) -> bool:
    reading = reading_of(question, passage)
    together = np.full(len(reading.candidates), sure)
    return answers_other_question(replace(reading, together=together), reading.candidates[0])


TANK = under("How much water does it hold?", "At most 40 litres.", title="Tern steam cleaner")


def test_how_much_water_it_holds_is_not_what_it_weighs() -> None:
    assert held("What is the weight of the steam cleaner?", TANK)


@pytest.mark.parametrize(
    ("question", "passage", "sure"),
    [
        ("How many litres of water go in?", TANK, 0.6),  # the words are there
        ("What is the capacity of the tank?", TANK, 0.95),  # the cross-encoder is certain
        ("What is the weight?", under("Weight", "At most 40 litres."), 0.6),  # no question
        ("How much water does the cleaner hold?", TANK, 0.6),
    ],
)
def test_what_may_be_asked_in_other_words_is_left_alone(
    question: str, passage: Hit, sure: float
) -> None:
    assert not held(question, passage, sure)


def test_without_a_cross_encoder_nothing_is_said() -> None:
    reading = reading_of("What is the weight of the steam cleaner?", TANK)
    assert not answers_other_question(reading, reading.candidates[0])
