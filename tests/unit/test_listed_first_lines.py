"""A list that is told in the first line stands there without the marks of its items."""

from __future__ import annotations

import pytest

from backend.tasks.answer.extractive.complete import complete_one
from backend.tasks.answer.extractive.first_line import first_line
from backend.types import Hit
from tests.unit.test_signposts import reading_of, under


def line_of(question: str, words: str, found: Hit) -> str:
    reading = reading_of(question, found)
    unit = next(each for each in reading.units if words in each.text)
    whole = complete_one(reading, unit)
    return first_line(reading.question, unit, None, frozenset(), whole)


def test_a_list_is_told_without_its_marks_and_behind_the_heading_that_it_goes_on_with() -> None:
    boats = under(
        "Boats only",
        "- with a lamp at the stern,\n- by day in calm weather, or\n- with a pilot on board.",
    )
    assert line_of("When may boats leave the dock?", "lamp", boats) == (
        "Boats only: with a lamp at the stern, by day in calm weather, or with a pilot on board."
    )


def test_a_list_of_sentences_goes_on_with_no_heading() -> None:
    steps = under("Leaving", "- Light the lamp.\n- Call the pilot on board.\n- Slip the lines.")
    assert line_of("How do I leave?", "lamp", steps) == (
        "Light the lamp. Call the pilot on board. Slip the lines."
    )


def test_marks_between_items_become_stops_and_a_dash_stays() -> None:
    rules = under(
        "Dock", "The rules are:\n\n• keep left\n\n• no fires - not even lamps\n\n• no dogs on board"
    )
    assert line_of("What are the rules of the dock?", "rules are", rules) == (
        "The rules are: keep left; no fires - not even lamps; no dogs on board"
    )


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("3.1 The mooring fee is due in May.", "The mooring fee is due in May."),
        ("3.1.2 The mooring fee is due in May.", "The mooring fee is due in May."),
        ("3. The mooring fee is due in May.", "The mooring fee is due in May."),
        ("2.5 tons of mooring chain are laid in May.", None),
        ("4.0 V is what the mooring lamp needs in May.", None),
    ],
)
def test_the_number_of_a_clause_is_no_part_of_the_line(text: str, line: str | None) -> None:
    found = under("Mooring", f"{text} All is well with the boats.")
    assert line_of("When is the mooring fee due?", "mooring", found) == (line or text)
