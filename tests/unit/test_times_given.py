"""Who gives so many days, where the cells say it in words."""

from __future__ import annotations

import pytest

from backend.tasks.calculate.programs.times_given import given_times
from backend.types import Operation
from tests.unit.csv_lists import list_of

MILLS = list_of(
    "Mill,Town,Payment terms\n"
    "Falk,Elm,30 days\n"
    "Lund,Ely,60 days net\n"
    "Noll,Elm,60 days\n"
    "Rask,Ayr,on delivery\n"
    "Total,,\n",
    "mills.csv",
)


@pytest.mark.parametrize(
    "question",
    [
        "Which mills give us 60 days to pay?",
        "Which mills offer 60 days?",
        "Which mills have payment terms of 60 days?",
    ],
)
def test_all_rows_of_that_time_are_named(question: str) -> None:
    made = given_times(question, MILLS, "")
    assert made is not None
    assert made.operation is Operation.LIST
    assert made.answer == "Lund, Noll"
    assert {operand.text for operand in made.operands} == {"Lund", "60 days net", "Noll", "60 days"}


def test_they_are_counted() -> None:
    made = given_times("How many mills give us 60 days?", MILLS, "")
    assert made is not None
    assert (made.operation, made.answer) == (Operation.COUNT, "2")


@pytest.mark.parametrize(
    "question",
    [
        "Which mills deliver in 60 days?",  # the list does not say when they deliver
        "Which mills have 60 days?",
        "Which mills have 60 days of frost?",
        "Which mills give us more than 30 days?",
        "Which mills give us 60 weeks to pay?",
        "Which mills give us 45 days to pay?",
        "Which boats give us 60 days to pay?",
    ],
)
def test_nothing_is_told_of_another_matter_or_time(question: str) -> None:
    assert given_times(question, MILLS, "") is None


def test_a_cell_of_two_times_and_two_columns_of_times_leave_it_open() -> None:
    both = "Mill,Payment terms\nFalk,60 days or 30 days\nLund,60 days\nRask,at once\n"
    assert given_times("Which mills give us 60 days to pay?", list_of(both), "") is None
    two = "Mill,Payment terms,Guarantee\nFalk,60 days,90 days\nLund,60 days net,60 days\n"
    assert given_times("Which mills give us 60 days to pay?", list_of(two), "") is None
    until = "Mill,Payment terms\nFalk,60+ days\nLund,30-60 days\nRask,60 days net\nNoll,60 days\n"
    made = given_times("Which mills give us 60 days to pay?", list_of(until, "mills.csv"), "")
    assert made is not None
    assert made.answer == "Rask, Noll"


@pytest.mark.parametrize(
    ("cell", "answer"),
    [
        ("60 days to pay", "Lund, Noll"),
        ("60 days after the date of invoice", "Lund, Noll"),
        ("60 days for members only", ""),
        ("60 days but never granted", ""),
        ("60 days until March", ""),
        ("60 days if asked", ""),
        ("60 days (not in winter)", ""),
    ],
)
def test_a_time_on_conditions_leaves_it_open(cell: str, answer: str) -> None:
    rows = f"Mill,Payment terms\nFalk,at once\nLund,{cell}\nNoll,60 days net\n"
    made = given_times("Which mills give us 60 days to pay?", list_of(rows, "mills.csv"), "")
    assert (made.answer if made is not None else "") == answer
