"""“It” at the beginning of a sentence is the subject of the one before."""

from __future__ import annotations

import pytest

from backend.tasks.answer.extractive.complete import complete_one
from backend.tasks.answer.extractive.first_line import first_line
from backend.tasks.answer.extractive.pointing_back import is_done_to_it
from tests.unit.test_local_reader import hit
from tests.unit.test_signposts import reading_of


def read_as(question: str, text: str) -> str:
    return reading_of(question, hit(text)).units[-1].read_as


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("A berth can be shared. It is paid by both.", "A berth is paid by both."),
        ("The berth is wide. It was dug in May.", "The berth was dug in May."),
        ("All berths are wide. They have lamps.", "All berths have lamps."),
        # so is that of a sentence that points back itself
        ("The berth is wide. It is new. It has a lamp.", "The berth has a lamp."),
    ],
)
def test_it_is_what_the_sentence_before_is_of(text: str, read: str) -> None:
    assert read_as("What does a berth have?", text) == read


@pytest.mark.parametrize(
    "text",
    [
        "The crane is tall. It has a lamp.",  # the question asks of no crane
        "The berth is wide. They have lamps.",
        "All berths are wide. It has a lamp.",
        "Ask for a berth. It has a lamp.",  # no subject that can be told
        "The berth is wide. The crane is tall. It has a lamp.",
        "The berth is wide. It is good to know that it has a lamp.",
        "The berth is wide.\n\nIt rains.",
        "The berth is wide. Its lamp is new.",
        "The berth, which Ada Finch and I dug in May, is wide. It has a lamp.",
    ],
)
def test_anything_else_is_read_as_it_stands(text: str) -> None:
    assert read_as("What does a berth have?", text) == ""


def test_what_it_is_counts_as_said() -> None:
    units = reading_of("Who pays for a berth?", hit("A berth can be shared. It is paid by both."))
    assert "berth" in units.units[-1].term_set
    assert units.units[-1].text == "It is paid by both."


def test_it_is_told_with_the_sentence_that_says_what_it_is() -> None:
    text = "The crane is old. A berth can be shared by two. It must not be longer than nine metres."
    reading = reading_of("How long may a berth be?", hit(text))
    unit = reading.units[-1]
    whole = complete_one(reading, unit)
    both = text.removeprefix("The crane is old. ")
    assert whole.text == both
    assert first_line(reading.question, unit, None, frozenset(), whole) == both


@pytest.mark.parametrize(
    ("question", "text", "done"),
    [
        ("When is the pledge repaid?", "Ada left a pledge. The bank repaid it in May.", True),
        ("When is the pledge repaid?", "Ada left a pledge. The bank lost it in May.", False),
        ("When is the pledge repaid?", "Ada left a hat. The bank repaid it in May.", False),
        ("When is the pledge repaid?", "Ada left a pledge. The bank repaid a loan.", False),
    ],
)
def test_what_is_done_to_it_is_done_to_what_is_named_before(
    question: str, text: str, done: bool
) -> None:
    reading = reading_of(question, hit(text))
    before, unit = reading.units
    assert is_done_to_it(reading.question, unit, before) is done
