"""What is told for another quantity, or for less where more is asked, is told of another case."""

from __future__ import annotations

import pytest

from backend.tasks.answer.extractive.fitting import fitting_by_form
from backend.tasks.answer.extractive.holding_back import held_back
from backend.tasks.answer.extractive.named_limits import (
    is_for_another_distance,
    is_for_another_number,
    is_for_another_quantity,
    is_for_the_other_side,
    names_the_quantity,
)
from backend.types import Verdict
from tests.unit.test_local_reader import hit
from tests.unit.test_signposts import reading_of

CABIN = "Which cabin do guests get on trips of more than six hours?"


@pytest.mark.parametrize(
    ("text", "another"),
    [
        ("A cabin is free on trips of four hours.", True),
        ("A cabin is free on trips of 6 hours.", False),
        ("A cabin is free on long trips.", False),
        ("A cabin is free after six days.", False),
        ("A cabin is free for four or six hours.", False),
    ],
)
def test_another_number_of_the_same_unit_is_another_quantity(text: str, another: bool) -> None:
    assert is_for_another_quantity(CABIN, text) is another


def test_a_question_of_two_quantities_or_none_is_not_looked_at() -> None:
    text = "A cabin is free on trips of four hours."
    assert not is_for_another_quantity("Is it six hours or 8 hours?", text)
    assert not is_for_another_quantity("Which cabin is free?", text)
    assert names_the_quantity(CABIN, "Six hours is long.")
    assert not names_the_quantity(CABIN, "Six is many.")


@pytest.mark.parametrize(
    ("text", "other"),
    [
        ("On trips of less than six hours guests sit on deck.", True),
        ("On trips over six hours guests get a bunk.", False),
        ("Guests sit on deck for up to six hours; after that they get a bunk.", False),
        ("On trips of six hours guests sit on deck.", False),
        ("Guests sit on deck for up to five hours.", False),
    ],
)
def test_less_is_the_other_side_of_more(text: str, other: bool) -> None:
    assert is_for_the_other_side(CABIN, text) is other


def verdict(words: str, *others: str) -> Verdict:
    reading = reading_of(CABIN, hit(" ".join([words, *others])))
    best = next(at for at, candidate in enumerate(reading.candidates) if words in candidate.text)
    return held_back(reading, best, Verdict.DIRECT, pointed=False)


def test_another_quantity_answers_only_where_nothing_is_said_of_the_asked_one() -> None:
    four = "Guests get a bunk on trips of more than four hours."
    assert verdict(four) is Verdict.DIRECT
    assert verdict(four, "On trips of six hours there is tea.") is Verdict.CLOSEST
    assert verdict("Guests sit on deck on trips of less than six hours.") is Verdict.CLOSEST


def test_what_is_told_for_another_quantity_counts_less() -> None:
    reading = reading_of(
        CABIN, hit("Guests get a bunk after four hours. Guests get a cabin after six hours.")
    )
    (left,) = [list(each) for each, _ in fitting_by_form(reading) if not all(each)]
    assert dict(zip((u.text for u in reading.candidates), left, strict=True)) == {
        "Guests get a bunk after four hours.": False,
        "Guests get a cabin after six hours.": True,
    }


@pytest.mark.parametrize(
    ("question", "text", "other"),
    [
        ("How much is a punt with four oars?", "A punt with two oars is £9.", True),
        ("How much is a punt with 4 oars?", "A punt with four oars is £9.", False),
        ("How much is a punt with four oars?", "A punt with two oars or more is £9.", False),
        ("How much is a punt with four oars?", "A punt with up to six oars is £9.", False),
        ("How much is a punt with four oars?", "A punt with oars rises from £8 to £9.", False),
        ("How much is a punt with four oars?", "A punt is £9 per oar.", False),
        ("How much do 12 oars cost?", "For more than 20 oars the price falls to £5.", True),
        ("How much do 12 oars cost?", "Up to 20 oars cost £5 each.", False),
        ("How much do 12 oars cost?", "More than 10 oars cost £5 each.", False),
        ("How much do 12 oars cost?", "12 oars cost £60.", False),
        ("How much do 12 oars cost?", "An oar costs £5.", False),
        ("How much is a pass for three adults?", "A pass for two adults is £9.", True),
        ("How many oars has a punt?", "A punt with two oars is £9.", False),
    ],
)
def test_another_number_of_something_is_another_case(question: str, text: str, other: bool) -> None:
    assert is_for_another_number(question, text) is other


@pytest.mark.parametrize(
    ("question", "text", "another"),
    [
        ("What do I lose if I cancel 5 days before?", "Less than three days before: £9.", True),
        ("What do I lose if I cancel two days before?", "Less than three days before: £9.", False),
        ("What do I lose if I cancel two days before?", "At least 4 days before: nothing.", True),
        ("What do I lose if I cancel six days before?", "At least 4 days before: nothing.", False),
        # the limit itself, another unit, another side of the event, no limit at all
        ("What do I lose if I cancel 3 days before?", "Up to three days before: £9.", False),
        ("What do I lose if I cancel 5 days before?", "Less than 3 hours before: £9.", False),
        ("What do I lose if I cancel 5 days before?", "Less than 3 days after: £9.", False),
        ("What do I lose if I cancel 5 days before?", "Three days before: £9.", False),
        # one of several limits holds, or what is told after the limit
        (
            "What do I lose if I cancel 5 days before?",
            "Less than three days before: £9, less than ten days before: £4.",
            False,
        ),
        (
            "What do I lose if I cancel 5 days before?",
            "Less than three days before it is £9, otherwise nothing.",
            False,
        ),
        # how long something lasts is no distance
        ("How early must I book five days?", "Book more than ten days before.", False),
    ],
)
def test_another_distance(question: str, text: str, another: bool) -> None:
    assert is_for_another_distance(question, text) is another
