"""A property of a thing with a name that is no plain word, and what lacks what is asked for."""

from __future__ import annotations

import pytest

from backend.tasks.answer.extractive.colours import lacks_colour
from backend.tasks.answer.extractive.complements import asked_of_what_is_not_there
from backend.tasks.answer.extractive.fitting import fitting_by_form
from backend.tasks.answer.extractive.holding_back import held_back
from backend.tasks.answer.extractive.stated_properties import property_fit
from backend.types import Hit, Verdict
from tests.unit.test_local_reader import hit
from tests.unit.test_signposts import reading_of, under

ASKED = "What is the range of the second output DA3?"


@pytest.mark.parametrize(
    ("question", "text", "fits"),
    [
        (ASKED, "DA3 range is 0 to 5 volts.", True),
        (ASKED, "The range of DA3 is 0 to 5 volts.", True),
        (ASKED, "The range of the output DA3 is 0 to 5 volts.", True),
        ("What is the input impedance of DA3?", "The input impedance of DA3 is 9 ohms.", True),
        (ASKED, "DA4 range is 0 to 9 volts.", False),
        (ASKED, "DA3 input range is 0 to 5 volts.", False),
        (ASKED, "The resolution of DA3 is 12 bits.", False),
        (ASKED, "DA3 range is set by the slider.", False),
        (ASKED, "DA3 range is not fixed.", False),
        (ASKED, "The range of DA34 is 0 to 9 volts.", False),
        ("What is the range of the lamp?", "The range of the lamp is 3 miles.", False),
        ("Why is the range of DA3 small?", "DA3 range is 0 to 5 volts.", False),
    ],
)
def test_the_property_of_a_name_is_told_in_its_words(question: str, text: str, fits: bool) -> None:
    assert bool(property_fit(question, text)) is fits


@pytest.mark.parametrize(
    ("question", "text", "lacks"),
    [
        ("What colour is the barge?", "The barge lies in the old dock.", True),
        ("What colour is the barge?", "The barge is painted dark green.", False),
        ("Which colors can I choose?", "You may have any colour you like.", False),
        ("What is the barge?", "The barge lies in the old dock.", False),
    ],
)
def test_a_colour_is_told_by_a_colour(question: str, text: str, lacks: bool) -> None:
    assert lacks_colour(question, text) is lacks


def verdict(question: str, found: Hit, words: str) -> Verdict:
    reading = reading_of(question, found)
    best = next(at for at, candidate in enumerate(reading.candidates) if words in candidate.text)
    return held_back(reading, best, Verdict.LIKELY, pointed=False)


FEES = under("Changes", "Berths for skiffs are new. The fee for sails went up to £90. All is well.")


def test_the_figure_of_the_next_sentence_is_that_of_something_else() -> None:
    assert verdict("What is the rate for skiffs?", FEES, "skiffs") is Verdict.CLOSEST
    goes_on = under("Changes", "Berths for skiffs are new. The price is £90. All is well.")
    assert verdict("What is the rate for skiffs?", goes_on, "skiffs") is Verdict.LIKELY
    of_it = under("Changes", "Berths for skiffs are new. A skiff pays £90. All is well.")
    assert verdict("What is the rate for skiffs?", of_it, "new") is Verdict.LIKELY


@pytest.mark.parametrize(
    ("question", "nowhere"),
    [
        ("How much does a wet-room heater get paid?", True),
        ("How much does the wet-room heater cost in winter?", True),
        ("How much does a sail repair cost?", False),
        ("How much does entry cost?", False),
        ("How much does the heater cost?", False),
    ],
)
def test_a_figure_is_none_of_a_subject_that_stands_nowhere(question: str, nowhere: bool) -> None:
    found = hit("The fee for sails is £90. A repair takes a week.")
    reading = reading_of(question, found)
    assert asked_of_what_is_not_there(reading, reading.candidates[0]) is nowhere


def test_the_sentence_that_states_the_default_outweighs_the_line_over_its_entry() -> None:
    entry = under(
        "Variables",
        "REEF_LINES Sets how many lines are used for a reef.\n\nValid values are 2 and 4 in "
        "all weathers.\n\nThe default is 2 lines.",
    )
    reading = reading_of("What is the default of REEF_LINES?", entry)
    told = [
        [unit.text for unit, fits in zip(reading.candidates, fitting, strict=True) if fits]
        for fitting, _ in fitting_by_form(reading)
    ]
    assert ["The default is 2 lines."] in told


def test_a_row_of_a_table_is_no_table_that_lost_its_lines() -> None:
    row = hit("Fares: Skiff — Seats: 4; 1 hour: 20.00; 2 hours: 48.00; 3 hours: 72.00; 4 h: 80.00")
    question = "How much is a skiff for 2 hours?"
    assert verdict(question, row, "Skiff") is Verdict.LIKELY


def test_a_default_is_of_the_thing_that_its_entry_names() -> None:
    lines = under(
        "Knots",
        "By default, all knots are tied twice in each of the sails.\n\nThe jib set is the default "
        "line set for a reef.",
        title="Reef line sets",
    )
    reading = reading_of("What is the default line set of a reef?", lines)
    told = [
        [unit.text for unit, fits in zip(reading.candidates, fitting, strict=True) if fits]
        for fitting, _ in fitting_by_form(reading)
    ]
    assert ["The jib set is the default line set for a reef."] in told


@pytest.mark.parametrize(
    ("question", "fits"),
    [
        ("What is the default lamp?", True),
        ("How do I use another lamp than the default?", False),
        ("How do I change the default lamp?", False),
        ("What is the default of the lamp?", True),
    ],
)
def test_the_default_is_no_answer_to_what_else_there_is(question: str, fits: bool) -> None:
    lamps = under("Lamps", "The default lamp is green. Turn the knob for the red lamp.")
    reading = reading_of(question, lamps)
    told = [
        [unit.text for unit, fit in zip(reading.candidates, fitting, strict=True) if fit]
        for fitting, _ in fitting_by_form(reading)
    ]
    assert (["The default lamp is green."] in told) is fits


@pytest.mark.parametrize(
    ("question", "text", "held"),
    [
        ("What is the default width?", "The default knot is a bowline.", True),
        ("What is the default knot?", "The default knot is a bowline.", False),
        ("What is the default of lines?", "The default knot of lines is a bowline.", False),
        (
            "What is the default reef?",
            "The default knot is a bowline.",
            False,
        ),  # the heading has it
        ("Which knot is the default?", "By default all are bowlines.", False),
    ],
)
def test_the_default_of_another_thing_is_none(question: str, text: str, held: bool) -> None:
    found = under("Reef lines", f"{text} Gulls nest there.")
    told = verdict(question, found, "bowline")
    assert (told is Verdict.CLOSEST) is held
