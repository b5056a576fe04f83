"""Terms that a sentence opens with in quotation marks, in the plural or in other words."""

from __future__ import annotations

import pytest

from backend.tasks.answer.extractive.background import Background
from backend.tasks.answer.extractive.question import Question, read_question
from backend.tasks.answer.extractive.terms_defined import (
    defines_another,
    introduces,
    is_of_other_such,
)
from backend.tasks.answer.extractive.units import Unit, cut_hits
from backend.types import Verdict
from tests.unit.test_addressed_text import judged_first
from tests.unit.test_local_reader import hit


def asked(text: str) -> Question:
    return read_question(text, Background({}, 1000))


def unit(text: str) -> Unit:
    (found,) = cut_hits([hit(text)])
    return found


@pytest.mark.parametrize(
    ("question", "text", "told"),
    [
        ("What is a crew list?", 'A "crew list" names all who row on that day.', True),
        ("What is a crew list?", 'Crew list A "crew list" names all who row on that day.', True),
        ("What is a crew list?", 'A "crew list" is not needed for short trips.', False),
        ("What is a crew list?", 'A "boat list" names all boats of the club.', False),
        ("What is a crew list?", 'The "crew list" hangs beside the door of the shed.', False),
        ("What is a crew list?", 'A "crew list" is kept for nine years.', False),
        ("Who keeps the crew list?", 'A "crew list" names all who row on that day.', False),
        ("What is a mooring?", "Moorings are places in which a boat may lie.", True),
        ("What is a mooring?", "Moorings are kept in a list.", False),
        ("What is a mooring?", "Moorings are sometimes of no use.", False),
        ("What is a mooring?", "Moorings are not places for tents.", False),
        ("What does LATE mean?", "LATE the message came after its time", True),
        ("What does LATE mean?", "NOROW the row is unknown to the club", False),
        ("What does late mean?", "Late the message came after its time", False),
        (
            "What is a warden?",
            "The club trains wardens, as the people who open the hatches are called.",
            True,
        ),
        ("What is a warden?", "The club trains wardens, as people like to row.", False),
        ("What is a warden?", "Wardens row as the people who open hatches do.", False),
        ("What is a stroke?", "stroke The rower who sits at the stern.", True),
        ("What is a stroke?", "Stroke: The rower who sits at the stern.", True),
        ("What is a stroke?", "stroke Tom Reed has not come yet today.", False),
        ("What is a stroke?", "stroke oar The oar that is at the stern.", False),
        ("What is a stroke?", "In other words, a stroke sets the pace for all others.", True),
        ("What is a stroke?", "In other words, a stroke of luck sets the pace for all.", False),
    ],
)
def test_a_term_is_introduced(question: str, text: str, told: bool) -> None:
    assert bool(introduces(asked(question), unit(text))) is told


@pytest.mark.parametrize(
    ("question", "text", "other"),
    [
        ("What is a paddle?", 'A "Shared Oar" of the club means an oar with two owners.', True),
        ("What is a shared oar?", 'A "Shared Oar" of the club means an oar with owners.', False),
        ("What is a paddle?", 'A "Shared Oar" means a paddle with two owners.', False),
        ("What is a paddle?", "A sweep is an oar for one rower.", False),
        ("Why is there a paddle?", 'A "Shared Oar" means an oar with two owners.', False),
    ],
)
def test_another_term_is_defined(question: str, text: str, other: bool) -> None:
    assert defines_another(asked(question), unit(text)) is other


def test_another_term_is_not_told() -> None:
    text = 'A "Shared Oar" of the club means an oar with two owners.'
    assert judged_first("What is a shared oar?", text, text) is Verdict.DIRECT
    assert judged_first("What is a paddle?", text, text) is Verdict.CLOSEST


@pytest.mark.parametrize(
    ("question", "text", "other"),
    [
        ("What does a green lamp mean?", "A red lamp means that the lock is full.", True),
        ("What does a red lamp mean?", "A red lamp means that the lock is full.", False),
        ("What does a green lamp mean?", "A lamp means that the lock is full.", False),
        ("What does a green lamp mean?", "It means that the lock is full.", False),
        ("What does a lamp mean?", "A red lamp means that the lock is full.", False),
        ("What does a green lamp mean?", "Red lamp: full; green lamp: empty", False),
    ],
)
def test_another_word_before_the_same_thing(question: str, text: str, other: bool) -> None:
    assert is_of_other_such(asked(question), unit(text), frozenset()) is other
    assert not is_of_other_such(asked(question), unit(text), frozenset(["green"]))


def test_another_lamp_is_not_told() -> None:
    text = "A red lamp means that the lock is full."
    assert judged_first("What does a red lamp mean?", text, text) is Verdict.DIRECT
    assert judged_first("What does a green lamp mean?", text, text) is Verdict.CLOSEST
