"""Of two things that one question names each is told."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from backend.tasks.answer.extractive.asked_of_two import LEAST_TOGETHER, both_things
from tests.unit.test_complete_quotes import reading_of

SHED = "The oars stand in the boat shed. Buckets hang below the slip. Everybody rows on Sundays."


def told(
    question: str,
    text: str = SHED,
    scores: tuple[float, ...] = (0.9, 0.5, 0.2),
    together: float = LEAST_TOGETHER,
) -> list[str]:
    reading = reading_of(text, question)
    kept = np.array(scores[: len(reading.candidates)])
    best = reading.candidates[int(np.argmax(kept))]
    answers = np.full(len(reading.candidates), together)
    return list(both_things(replace(reading, together=answers), kept, best))


def test_the_sentence_of_the_other_thing_stands_behind() -> None:
    both = ["The oars stand in the boat shed.", "Buckets hang below the slip."]
    assert told("Where are the oars and the buckets?") == both
    assert told("Where do we keep the buckets and the oars?", scores=(0.5, 0.9, 0.2)) == both[::-1]
    # “Buckets were bought in 2019” answers nothing, as the cross-encoder knows
    assert told("Where are the oars and the buckets?", together=LEAST_TOGETHER - 0.1) == []


@pytest.mark.parametrize(
    ("question", "text", "scores"),
    [
        ("Where are the oars?", SHED, (0.9, 0.5, 0.2)),
        ("Where are the oars and the sails?", SHED, (0.9, 0.5, 0.2)),  # nothing is said of sails
        ("Where are the oars and the buckets?", SHED, (0.9, 0.3, 0.2)),  # hardly thought of
        ("What is the difference between the oars and the buckets?", SHED, (0.9, 0.5, 0.2)),
        (
            "Where are the oars and the buckets?",
            "The oars and the buckets stand in the shed. A bucket hangs below the slip.",
            (0.9, 0.8),
        ),
    ],
)
def test_one_sentence_alone_is_told(question: str, text: str, scores: tuple[float, ...]) -> None:
    assert told(question, text, scores) == []
