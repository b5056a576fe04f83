"""What a short form stands for is told by the words right behind it."""

from __future__ import annotations

import pytest

from backend.tasks.answer.extractive.complete import complete_one
from backend.tasks.answer.extractive.first_line import first_line
from backend.tasks.answer.extractive.sentence_checks import says_just_that
from backend.tasks.answer.extractive.short_forms import glossed
from backend.tasks.answer.extractive.told_what_it_is import definition_fit
from tests.unit.test_complete_quotes import reading_of

TOLD = "The board shows another sign (like OD — on deck, or HW — high water) in bad weather."


@pytest.mark.parametrize(
    ("name", "text", "gloss"),
    [
        ("OD", TOLD, "OD — on deck"),
        ("HW", TOLD, "HW — high water"),
        ("HW", "At HW (high water) the lock is shut.", "HW (high water)"),
        ("HW", "HW: high water; LW: low water.", "HW: high water"),
        ("MHWS", "MHWS = mean high water springs.", "MHWS = mean high water springs"),
        ("HW", "HW – see page 4.", ""),  # other words
        ("HW", "HW – high water at the lock.", ""),  # and others behind them
        ("HW", "HW (Hanna Wells) has the key.", ""),  # a person
        ("HW", "At the lock HW is shown.", ""),
        ("HW", "Fares to HW: high weir or low weir.", ""),  # behind a colon, not what it means
        ("PM", "3 PM – pump mended; 4 PM – pier moved.", ""),  # an hour
        ("HW", "LHW (high water)", ""),  # a part of another one
        ("hw", "hw (high water)", ""),
        ("H", "H (high)", ""),
        ("OD", "OD (of a), HW (high water)", ""),
        ("OD", "Ada Bell, OD (on duty), rows.", ""),  # said of a person, and of no other form
    ],
)
def test_a_short_form_with_the_words_behind_it(name: str, text: str, gloss: str) -> None:
    assert glossed(name, text) == gloss


def test_the_words_are_the_first_line_of_what_it_means() -> None:
    reading = reading_of(f"{TOLD} Nobody rows then.", "What does OD mean on the board?")
    unit = reading.units[0]
    assert definition_fit(reading.question, unit) > 0.5
    assert says_just_that(reading, reading.candidates[0])
    whole = complete_one(reading, unit)
    assert first_line(reading.question, unit, None, frozenset(), whole) == "OD — on deck"
    other = reading_of(f"{TOLD} Nobody rows then.", "What does LW mean on the board?")
    assert definition_fit(other.question, other.units[0]) == 0.0
    assert not says_just_that(other, other.candidates[0])
    where = reading_of(f"{TOLD} Nobody rows then.", "Where is OD shown?")
    assert first_line(where.question, unit, None, frozenset()) == TOLD
