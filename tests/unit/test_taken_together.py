"""What several of a list come to together, and what they did at one time."""

from __future__ import annotations

import pytest

from backend.tasks.calculate.programs.column_operations import calculate_columns
from backend.types.calculations import Calculation
from tests.unit.csv_lists import list_of

PICKS = list_of(
    "Date,Picker,Field,Crates,Laps\n"
    "2031-08-02,Ada,Low,13,2\n2031-08-03,Bo,Low,9,4\n2031-08-09,Cleo,Hill,17,5\n"
    "2031-08-10,Ada,Hill,16,3\n2031-09-06,Bo,Hill,22,1\n",
    "plums.csv",
)


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("What are the total crates of Ada and Bo together?", "60"),
        ("How many crates did Ada and Bo fill together?", "60"),
        ("How many crates did Ada and Bo together fill?", "60"),
        ("How many crates were filled by Ada and Cleo together?", "46"),
        ("What is the sum of the crates of Ada and Bo together?", "60"),
    ],
)
def test_several_are_added_up(question: str, answer: str) -> None:
    made = calculate_columns(question, [PICKS], "Plums")
    assert isinstance(made, Calculation), made
    assert made.answer == answer


@pytest.mark.parametrize(
    "question",
    [
        "How many laps did Ada and Bo swim together?",
        "How many laps did Ada and Bo race together?",
        "How many crates did Ada fill together?",
        "How many days did Ada and Bo pick together?",
        "How many crates did Ada and Dora fill together?",
        "Which crates did Ada and Bo fill together?",
    ],
)
def test_what_is_done_at_one_time_is_no_sum(question: str) -> None:
    made = calculate_columns(question, [PICKS], "Plums")
    assert not isinstance(made, Calculation)
