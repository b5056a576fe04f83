"""Bills with sums that are only called "Net" or "Due", a tax among the items, and two prices."""

from __future__ import annotations

import pytest

from backend.tasks.calculate.programs.column_operations import calculate_columns
from backend.types import Calculation, Refusal
from tests.unit.csv_lists import list_of

HEAD = "Item,Quantity,Unit price (EUR),Amount (EUR)\n"
DUE = (
    f"{HEAD}Bench,4,310,1240\nStool,8,129,1032\nLamp,6,39.50,237\nDelivery,1,85,85\nNet,,,2594\n"
    "VAT 20 %,,,518.80\nGross,,,3112.80\nPaid in advance,,,1000\nDue,,,2112.80\n"
)
TAX_AMONG = (
    f"{HEAD}Bench,4,310,1240\nStool,8,129,1032\nVAT 20 %,,,454.40\nPostage,2,10,20\n"
    "Total,,,2746.40\n"
)
TWO_TAXES = f"{HEAD}Bench,4,310,1240\nVAT 20 %,,,248\nPostage,2,10,20\nVAT 5 %,,,1\nTotal,,,1509\n"
FISHING = "Item,Stock,Price (EUR)\nHook,4,31\nNet,2,12\nRod,3,45\n"
TAX_PAID = "Payment,Payee,Amount (EUR)\nRent,Holm,500\nVAT,Office,90\nPower,Grid,60\nTotal,,650\n"
TWO_PRICES = f"{HEAD}Bench,1,310,310\nStool,8,129,1032\nLamp,6,20,120\n"


def answer(text: str, question: str, about: str = "invoice") -> str:
    made = calculate_columns(question, [list_of(text, "list.csv")], about)
    if isinstance(made, Refusal):
        return "open" if made.is_open else ""
    return made.figure if isinstance(made, Calculation) else ""


@pytest.mark.parametrize(
    ("text", "question", "told"),
    [
        (DUE, "How much is the VAT?", "518.80 EUR"),
        (DUE, "What is the net amount?", "2,594 EUR"),
        (DUE, "How much is still due?", "2,112.80 EUR"),
        (DUE, "How much was paid in advance?", "1,000 EUR"),
        (DUE, "How many items are there?", "4"),
        (DUE, "What is the average amount?", "648.5 EUR"),  # 2,594 ÷ 4
        (DUE, "What is the total amount?", "open"),  # net, gross or due
        (TAX_AMONG, "How much is the VAT?", "454.40 EUR"),
        (TAX_AMONG, "How many items are there?", "3"),
        (TAX_AMONG, "What is the average amount?", "764 EUR"),  # 2,292 ÷ 3
        (TAX_AMONG, "What is the total amount?", "2,746.40 EUR"),
        (TAX_AMONG, "What is the sum of the amounts?", "open"),  # 2,292, and 2,746.40 stands below
        (TWO_TAXES, "How many items are there?", "2"),
        (TWO_TAXES, "How much is the VAT?", ""),
        (FISHING, "How many items are there?", "3"),
        (FISHING, "What is the price of the net?", "12 EUR"),
        (TAX_PAID, "What is the total amount?", "650 EUR"),  # a tax that was paid as others were
        (TAX_PAID, "How many payments are there?", "3"),
    ],
)
def test_a_tax_is_no_item_wherever_it_stands(text: str, question: str, told: str) -> None:
    assert answer(text, question) == told


@pytest.mark.parametrize(
    ("text", "question", "told"),
    [
        (TWO_PRICES, "What is the most expensive item?", "open"),  # the bench, or eight stools
        (TWO_PRICES, "Which item was the dearest?", "open"),
        (TWO_PRICES, "Which item has the highest unit price?", "Bench"),
        (TWO_PRICES, "Which item has the highest amount?", "Stool"),
        (TWO_PRICES, "What is the cheapest item?", "Lamp"),  # by both
        (DUE, "What is the most expensive item?", "Bench"),
        (FISHING, "What is the most expensive item?", "Rod"),
    ],
)
def test_the_dearest_has_the_highest_price_or_comes_to_most(
    text: str, question: str, told: str
) -> None:
    assert answer(text, question) == told


@pytest.mark.parametrize(
    ("text", "question", "told"),
    [
        (
            "Coast,Boats,Crew\nNorth,12,34\nSouth,9,28\nAll coasts,21,62\n",
            "How many coasts are there?",
            "2",
        ),
        (
            "Coast,Boats,Crew\nNorth,12,34\nSouth,9,28\nAll coasts,21,62\n",
            "What is the total crew?",
            "62",
        ),
        # no sum: a club may be called so
        (
            "Club,Boats,Crew\nNorth,12,34\nSouth,9,28\nAll Saints,30,5\n",
            "How many clubs are there?",
            "3",
        ),
    ],
)
def test_all_of_them_is_a_total_where_it_adds_up(text: str, question: str, told: str) -> None:
    assert answer(text, question, "fleet") == told


GRANTS = (
    "Applicant,Project,Asked for (EUR),Granted (EUR)\nTeatro,Puppets,120,90\nVela,Tour,55,\n"
    "Teatro,Workshop,30,30\n"
)


@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("How much was granted to Teatro?", "120 EUR"),
        ("How much was granted?", "120 EUR"),
        ("How much was granted to Orso?", ""),
    ],
)
def test_what_was_granted_to_somebody(question: str, told: str) -> None:
    assert answer(GRANTS, question, "council") == told
