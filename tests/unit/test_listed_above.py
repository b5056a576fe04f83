"""A sentence that speaks of “these three things” is quoted with the list of three above it."""

from __future__ import annotations

import pytest

from backend.tasks.answer.extractive.complete import complete_one
from backend.tasks.answer.extractive.reading import ReadEvidence
from backend.tasks.answer.extractive.units import Unit
from tests.unit.test_addressed_text import reading_of
from tests.unit.test_local_reader import hit

ITEMS = (
    "1. State the name of the boat.\n"
    "2. State its berth. It is painted on the quay.\n"
    "3. Give the day."
)
WHAT = "What should I state when I report a damaged mooring?"


def told(list_: str, said: str) -> str:
    """What is quoted of a sentence below a list."""
    reading: ReadEvidence = reading_of(WHAT, hit(f"{list_}\n\n{said}"))
    unit: Unit = next(each for each in reading.units if each.text == said)
    return complete_one(reading, unit).text


@pytest.mark.parametrize(
    "said",
    [
        "Please state these three things when you report a damaged mooring.",
        "Please state these 3 important things when you report a damaged mooring.",
        "The above three points are needed for a damaged mooring.",
        "State all three parts of it for a damaged mooring.",
    ],
)
def test_the_list_goes_with_what_speaks_of_it(said: str) -> None:
    quoted = told(ITEMS, said)
    assert quoted.startswith("1. State the name of the boat.")
    assert quoted.endswith(said)
    assert "3. Give the day." in quoted


@pytest.mark.parametrize(
    "said",
    [
        "Please state these four things when you report a damaged mooring.",  # another number
        "Please state things when you report a damaged mooring to the harbour.",
        "These three of the boats had a damaged mooring in the winter storm.",
        "You have these 2031 reasons to report a damaged mooring at once here.",
    ],
)
def test_what_speaks_of_no_such_list_stays_alone(said: str) -> None:
    assert told(ITEMS, said) == said


def test_a_list_that_is_not_whole_is_not_taken() -> None:
    said = "Please state these three things when you report a damaged mooring."
    assert told("2. State its berth.\n3. Give the day.", said) == said
