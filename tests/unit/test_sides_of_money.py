"""What came in is not told as what was paid or is owed."""

from __future__ import annotations

import pytest

from backend.tasks.calculate.programs.column_operations import calculate_columns
from backend.types import Calculation, Refusal
from tests.unit.csv_lists import list_of

BOOK = (
    "Date,Text,Category,Money in,Money out\n"
    "2031-01-04,Berths,Tolls,90.00,\n2031-02-11,Mooring rope,Rope,,41.50\n"
    "2031-03-02,Barges,Tolls,30.00,\n2031-04-19,Anchor line,Rope,,58.25\n"
)


@pytest.mark.parametrize(
    "question",
    [
        "How much did you pay in toll?",
        "How much did we not spend on rope?",
        "How much did the club pay in tolls?",
    ],
)
def test_what_came_in_is_not_what_was_paid(question: str) -> None:
    made = calculate_columns(question, [list_of(BOOK, "cashbook.csv")], "cashbook")
    assert isinstance(made, Refusal)
    assert made.is_open


def test_each_side_is_told_of_itself() -> None:
    for question, value in (
        ("How much did we spend on rope?", "99.75"),
        ("How much came in from tolls?", "120.00"),
        ("What is the total money in?", "120.00"),
    ):
        made = calculate_columns(question, [list_of(BOOK, "cashbook.csv")], "cashbook")
        assert isinstance(made, Calculation)
        assert made.answer == value
