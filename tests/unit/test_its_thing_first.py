"""The sentence on the very thing stands before the one on others of its kind."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from backend.tasks.answer.extractive.its_thing_first import with_its_thing_first
from tests.unit.test_local_reader import hit
from tests.unit.test_signposts import reading_of

RULES = hit(
    "Animals are forbidden, but Ida Brandt allows one hen. She does not agree to a goat. "
    "The yard is swept on Mondays. The goat of the mill is fed by Omar Rell."
)


def best_of(question: str, sure: float = 0.6, known: bool = True) -> str:
    reading = reading_of(question, RULES)
    if known:
        reading = replace(reading, together=np.full(len(reading.candidates), sure))
    scores = np.array([0.9 if u.text.startswith("Ani") else 0.3 for u in reading.candidates])
    return reading.candidates[int(np.argmax(with_its_thing_first(reading, scores)))].text


def test_what_is_said_of_a_goat_answers_for_a_goat() -> None:
    assert best_of("May we keep a goat?") == "She does not agree to a goat."


@pytest.mark.parametrize(
    ("question", "sure", "known"),
    [
        ("May we keep a goat?", 0.4, True),  # the cross-encoder sees no answer there
        ("May we keep a goat?", 0.6, False),
        ("Why may we keep no goat?", 0.6, True),  # not yes or no
        ("May we keep a hen?", 0.6, True),  # it has its thing
        ("May we keep a donkey?", 0.6, True),  # nothing has
    ],
)
def test_else_the_best_sentence_stays(question: str, sure: float, known: bool) -> None:
    assert best_of(question, sure, known).startswith("Animals")


def test_a_sentence_with_less_of_what_is_asked_stays_behind() -> None:
    rules = hit("No tenant may lend the stable out. Half of the yard may be used by others.")
    reading = reading_of("May a tenant lend out the yard?", rules)
    reading = replace(reading, together=np.full(len(reading.candidates), 0.9))
    scores = np.array([0.5 if u.text.startswith("No") else 0.4 for u in reading.candidates])
    best = reading.candidates[int(np.argmax(with_its_thing_first(reading, scores)))]
    assert best.text == "No tenant may lend the stable out."
