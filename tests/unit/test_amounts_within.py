"""Of several rules the one holds whose bounds hold the amount that is asked about."""

import numpy as np
import pytest

from backend.tasks.answer.extractive.amounts_within import (
    Amount,
    Bounds,
    amounts_in,
    are_of_one_scale,
    bounds_in,
    tells_other_side,
    with_amount_within_first,
)
from backend.tasks.answer.extractive.reading import ReadEvidence
from backend.tasks.answer.extractive.rule_scores import without_debris
from tests.unit.test_complete_quotes import reading_of

INFINITE = float("inf")
SIGNING = (
    "Ada Finch orders work up to £300 without asking.\n\n"
    "From £300 to £1,500 Bo Marsh signs.\n\n"
    "Above £1,500 the board signs."
)


@pytest.mark.parametrize(
    ("text", "amounts"),
    [
        ("a job of £900", [Amount(900, "GBP")]),
        ("it cost 1,200 euros", [Amount(1200, "EUR")]),
        ("ten days before", [Amount(10, "days")]),
        ("two weeks' notice", [Amount(14, "days")]),
        ("a load of 12 km", [Amount(12, "km")]),
        ("15 % off", [Amount(15, "%")]),
        ("room 12 in 2031", []),  # numbers without a unit
    ],
)
def test_amounts_have_a_unit(text: str, amounts: list[Amount]) -> None:
    assert amounts_in(text) == amounts


@pytest.mark.parametrize(
    ("text", "bounds"),
    [
        ("up to £300", [Bounds(-INFINITE, 300, "GBP")]),
        ("from £300 to £1,500", [Bounds(300, 1500, "GBP")]),
        ("between two and six weeks before", [Bounds(14, 42, "days")]),
        ("two to six weeks before", [Bounds(14, 42, "days")]),  # both are of weeks
        ("from 300 to £1,500", [Bounds(300, 1500, "GBP")]),
        ("from 300 to 1,500 euros", [Bounds(300, 1500, "EUR")]),
        ("10 to 20 guests", [Bounds(10, 20, "guest")]),
        ("more than £50", [Bounds(50, INFINITE, "GBP")]),
        ("less than a day, 12 hours or less", [Bounds(-INFINITE, 0.5, "days")]),
        ("£20 or more", [Bounds(20, INFINITE, "GBP")]),
        ("from 9 to 5", []),  # no unit
        ("from £9 to 5 km", []),  # two units
        ("from £9 to £5", []),
    ],
)
def test_bounds_are_read_with_their_unit(text: str, bounds: list[Bounds]) -> None:
    assert bounds_in(text) == bounds


def first(question: str, scores: list[float], text: str = SIGNING) -> str:
    reading: ReadEvidence = reading_of(text, question)
    assert len(reading.candidates) == len(scores)
    moved = with_amount_within_first(reading, np.array(scores))
    return reading.candidates[int(np.argmax(moved))].text


def test_the_rule_that_holds_goes_before_one_that_does_not() -> None:
    assert first("Who signs for a job that costs £900?", [0.8, 0.4, 0.2]).startswith("From £300")
    assert first("Who signs for a job that costs £2,000?", [0.8, 0.4, 0.3]).startswith("Above")


@pytest.mark.parametrize(
    ("question", "scores"),
    [
        ("Who signs for a job?", [0.8, 0.4, 0.2]),  # no amount
        ("Who signs for a job of 9 hours?", [0.8, 0.4, 0.2]),  # of another unit
        ("Who signs for a job of £200?", [0.8, 0.4, 0.2]),  # it holds
        ("Who signs for a job of £900?", [0.8, 0.1, 0.1]),  # nothing speaks for the other one
        ("Who signs for jobs from £400 to £900?", [0.8, 0.4, 0.2]),  # bounds of its own
        ("May Ada Finch order work of £900?", [0.8, 0.4, 0.2]),  # that she may not is the answer
    ],
)
def test_else_the_best_stays(question: str, scores: list[float]) -> None:
    assert first(question, scores).startswith("Ada Finch")


UP_TO_TWO, TWO_TO_FIVE = "Up to 2 hours the fee is £8.", "From 2 to 5 hours it is £15."


@pytest.mark.parametrize(
    ("question", "one", "other", "are_of_one"),
    [
        ("What is the fee for 3 hours?", UP_TO_TWO, TWO_TO_FIVE, True),
        ("What is the fee for 3 hours?", TWO_TO_FIVE, UP_TO_TWO, True),
        ("What is the fee for half a day and 2 days?", UP_TO_TWO, TWO_TO_FIVE, True),
        ("Who signs for £900?", "Up to £300 Ada signs.", "Above £1,500 the board signs.", True),
        ("What is the fee?", UP_TO_TWO, TWO_TO_FIVE, False),  # no amount
        ("What is the fee for 3 guests?", UP_TO_TWO, TWO_TO_FIVE, False),  # of another unit
        ("Who signs for £900?", UP_TO_TWO, TWO_TO_FIVE, False),
        ("What is the fee for 3 hours?", UP_TO_TWO, "The fee is £15.", False),
        ("What is the fee for 3 hours?", "The fee is £8.", TWO_TO_FIVE, False),
        ("What is the fee for 3 hours?", UP_TO_TWO, "Above £20 nobody pays.", False),
        # the same rule with another fee may well take its place
        ("What is the fee for 3 hours?", TWO_TO_FIVE, "From 2 to 5 hours it is now £18.", False),
    ],
)
def test_rules_of_one_scale_have_other_bounds_of_one_unit(
    question: str, one: str, other: str, are_of_one: bool
) -> None:
    assert are_of_one_scale(question, one, other) is are_of_one


@pytest.mark.parametrize(
    ("question", "text"),
    [
        ("What do children under 12 pay?", "Children over 12 pay £6."),
        ("What do children over 12 pay?", "Children under 12 pay £3."),
        ("What do those older than 60 pay?", "Those younger than 60 pay £6."),
        ("What do children under the age of 12 pay?", "Above the age of 12 they pay £6."),
        ("What do groups of more than 9 pay?", "Groups of less than 9 pay £6."),
        ("What is paid below 12 and above 60?", "Above 12 it is £6."),
    ],
)
def test_those_above_a_number_are_not_those_below_it(question: str, text: str) -> None:
    assert tells_other_side(question, text)


@pytest.mark.parametrize(
    ("question", "text"),
    [
        ("What do children under 12 pay?", "Children under 12 pay £3."),
        ("What do children under 12 pay?", "Children under 12 pay £3, and over 12 £6."),
        ("What do children under 12 pay?", "Children over 14 pay £6."),
        ("What do children under 12 pay?", "Children pay £3."),
        ("What do children pay?", "Children over 12 pay £6."),
        ("What do children under 12 pay?", "Over 12,000 of them came."),
        ("What do children under 12 pay?", "It weighs over 12.5 tons."),
        ("What do children under 120 pay?", "Children over 12 pay £6."),
    ],
)
def test_else_a_text_may_be_of_those_that_are_asked_of(question: str, text: str) -> None:
    assert not tells_other_side(question, text)


def test_what_is_paid_on_the_other_side_is_hardly_an_answer() -> None:
    text = "Children over 12 pay £6.\n\nChildren under 14 pay £2."
    reading = reading_of(text, "What do children under 12 pay?")
    scores = without_debris(reading, np.array([0.8, 0.5]), {})
    assert scores.tolist() == pytest.approx([0.3 * 0.8, 0.5])
    other = reading_of(text, "What do children over 12 pay?")
    assert without_debris(other, np.array([0.8, 0.5]), {}).tolist() == [0.8, 0.5]
