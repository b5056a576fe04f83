"""Rows of one name are ranked one by one where what is asked is so of each row by itself."""

from __future__ import annotations

import pytest

from backend.tasks.calculate.programs.column_operations import calculate_columns
from backend.types import Calculation, Refusal
from tests.unit.csv_lists import list_of

BOATS = list_of(
    "Boat,Built,Weight (kg),Speed (kn),Crates\n"
    "Otter,1931,900,7,4\n"
    "Heron,1940,1200,9,6\n"
    "Otter,1952,1100,8,7\n"
    "Mole,1933,700,11,9\n",
    "boats.csv",
)


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("What are the two heaviest boats?", "Heron, Otter"),
        ("What is the heaviest boat?", "Heron"),
        ("Which boat has the highest speed?", "Mole"),
    ],
)
def test_what_is_so_of_each_row_ranks_rows(question: str, answer: str) -> None:
    made = calculate_columns(question, [BOATS], "Boats")
    assert isinstance(made, Calculation)
    assert made.answer == answer


@pytest.mark.parametrize(
    "question",
    [
        "What are the three heaviest boats?",  # Otter would be told twice
        "Which three boats have the highest speed?",  # Otter has a further row
    ],
)
def test_where_rows_or_their_sum_may_be_meant_none_is_told(question: str) -> None:
    made = calculate_columns(question, [BOATS], "Boats")
    assert isinstance(made, Refusal)


def test_weights_beside_pieces_are_left_open() -> None:
    goods = list_of(
        "Goods,Weight (kg),Pieces\nrope,9,3\ntar,4,1\nrope,7,2\nnails,12,40\n", "stock.csv"
    )
    made = calculate_columns("What is the heaviest of the goods?", [goods], "Stock")
    assert not isinstance(made, Calculation)
