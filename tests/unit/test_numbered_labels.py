"""Lists whose rows begin with their number are told by what the rows are."""

from __future__ import annotations

from dataclasses import replace

import pytest

from backend.tasks.calculate.programs.column_operations import calculate_columns
from backend.types import Box, Calculation, Refusal
from tests.unit.csv_lists import list_of

OFFER = list_of(
    "Pos.,Work,Quantity,Unit price (EUR),Total (EUR)\n1,Tarring,26,95,2470\n2,Crane,1,300,300\n"
    "3,Varnish,4,50,200\n",
    "offer.csv",
)


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("Which item has the highest total?", "Tarring"),
        ("What are the two items with the highest total?", "Tarring, Crane"),
        ("Which positions have a total of more than 250?", "Tarring, Crane"),
        ("Which position is the crane?", "2"),
        ("How many positions are there?", "3"),
    ],
)
def test_the_name_beside_the_number_is_told(question: str, answer: str) -> None:
    made = calculate_columns(question, [OFFER], "offer")
    assert (made.answer if isinstance(made, Calculation) else "") == answer


@pytest.mark.parametrize(
    "question",
    [
        "Which item is the most expensive?",
        "Which position is the most expensive?",
        "What is the most expensive item on the offer?",
    ],
)
def test_the_dearest_item_is_open_where_price_and_total_are_of_two(question: str) -> None:
    for table in (OFFER, replace(OFFER, box=Box(0, 0, 100, 100))):
        made = calculate_columns(question, [table], "offer")
        assert isinstance(made, Refusal)
        assert made.is_open


def test_numbers_with_gaps_are_names_of_their_own() -> None:
    orders = list_of("Order,Goods,Sum (EUR)\n71,Tar,40\n75,Rope,60\n90,Oars,20\n", "orders.csv")
    made = calculate_columns("Which order has the highest sum?", [orders], "orders")
    assert isinstance(made, Calculation)
    assert made.answer == "75"
