"""Of several rules the one holds whose bounds hold the amount that is asked about."""

import numpy as np
import pytest

from backend.tasks.answer.extractive.amounts_within import (
    Amount,
    Bounds,
    amounts_in,
    bounds_in,
    with_amount_within_first,
)
from backend.tasks.answer.extractive.reading import ReadEvidence
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
