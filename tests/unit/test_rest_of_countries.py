"""What is left over besides the countries is none of them."""

from __future__ import annotations

import pytest

from backend.tasks.calculate.programs.column_operations import calculate_columns
from backend.types import Calculation, Refusal
from tests.unit.csv_lists import list_of

SALES = "Country,Boats sold,Oars sold\nNorway,300,40\nPeru,340,90\nRest of world,100,700\n"


@pytest.mark.parametrize(
    "question",
    ["Which country had the fewest boats sold?", "Which country had the most oars sold?"],
)
def test_the_rest_of_the_world_is_no_country(question: str) -> None:
    made = calculate_columns(question, [list_of(SALES, "sales.csv")], "sales")
    assert isinstance(made, Refusal)
    assert made.is_open
    assert made.reason == "“Rest of world” is what is left over besides the countries."


@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("Which country had the most boats sold?", "Peru"),
        ("Which row had the most oars sold?", "Rest of world"),
    ],
)
def test_a_country_is_told_though_there_is_a_rest(question: str, told: str) -> None:
    made = calculate_columns(question, [list_of(SALES, "sales.csv")], "sales")
    assert isinstance(made, Calculation)
    assert made.answer == told
