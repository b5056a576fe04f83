"""A value that is written like a function word (“A”) names its rows if it is written as there."""

from __future__ import annotations

import pytest

from backend.tasks.calculate.programs.column_operations import calculate_columns
from backend.types import Calculation
from tests.unit.csv_lists import list_of

GATES = list_of("Gate,Keeper,Toll (EUR)\nA,Falk,10\nB,Lund,5\nI,Noll,2\nIN,Rask,1\n", "gates.csv")


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("What is the total toll of A?", "10"),
        ("What is the average toll of gate A?", "10"),
        ("What is the total toll of A and B?", "15"),
        ("What is the total toll of IN?", "1"),
        ("What is the total toll of a gate?", "18"),  # whichever it is: all of them
        ("What is the total toll in all?", "18"),
    ],
)
def test_a_capital_letter_is_the_value_and_a_small_one_an_article(
    question: str, answer: str
) -> None:
    made = calculate_columns(question, [GATES], "Gates")
    assert isinstance(made, Calculation)
    assert made.answer == answer


@pytest.mark.parametrize(
    "question",
    ["WHAT IS THE TOTAL TOLL OF A GATE?", "WHAT IS THE TOLL OF A GATE?", "TOLL OF A GATE"],
)
def test_in_a_question_in_capitals_a_letter_is_no_value(question: str) -> None:
    made = calculate_columns(question, [GATES], "Gates")
    assert not isinstance(made, Calculation) or made.answer == "18"  # that of all, never of A


def test_who_asks_is_no_value() -> None:
    made = calculate_columns("How much toll do I have?", [GATES], "Gates")
    assert not isinstance(made, Calculation) or made.answer != "2"
