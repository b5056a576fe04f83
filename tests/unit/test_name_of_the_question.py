"""Of two sentences that are nearly alike the one with the question's name is told."""

from __future__ import annotations

import numpy as np
import pytest

from backend.tasks.answer.extractive.rule_scores import titles_of, with_its_name_first
from tests.unit.test_local_reader import hit
from tests.unit.test_signposts import reading_of

QUESTION = "Who gave the Petrel to the club?"
WITHOUT = "Ada Finch deserves our thanks for the gift of three barges."
NAMED = "Tom Reed gave us the Petrel in spring."


@pytest.mark.parametrize(
    ("first", "second", "scores", "wanted"),
    [
        (WITHOUT, NAMED, (0.42, 0.41), (0.41, 0.42)),
        (WITHOUT, NAMED, (0.42, 0.37), (0.42, 0.37)),  # not nearly as good
        (NAMED, WITHOUT, (0.42, 0.41), (0.42, 0.41)),
        ("She gave it in spring.", NAMED, (0.42, 0.41), (0.42, 0.41)),  # may be of the Petrel
        (WITHOUT, "Tom Reed gave us the Tern in spring.", (0.42, 0.41), (0.42, 0.41)),
    ],
)
def test_nearly_alike_sentences_change_places(
    first: str, second: str, scores: tuple[float, float], wanted: tuple[float, float]
) -> None:
    found = hit(f"{first} {second}")
    reading = reading_of(QUESTION, found)
    assert [each.text for each in reading.candidates] == [first, second]
    changed = with_its_name_first(reading, np.array(scores), titles_of([found]))
    assert tuple(changed) == wanted


def test_what_stands_under_the_name_needs_not_say_it() -> None:
    found = hit(f"{WITHOUT} {NAMED}")
    reading = reading_of(QUESTION, found)
    titled = {number: frozenset({"The Petrel"}) for number in titles_of([found])}
    assert tuple(with_its_name_first(reading, np.array((0.42, 0.41)), titled)) == (0.42, 0.41)
