"""What a figure may not be told for: who is not so, a figure per month, any one of many."""

from __future__ import annotations

from backend.tasks.calculate.programs.column_operations import calculate_columns
from backend.types import Calculation, Refusal
from tests.unit.csv_lists import list_of

OPINIONS = list_of(
    "Matter,Happy,Not happy,No answer\nFood,60,30,10\nBeds,80,15,5\nPrice,20,70,10\n",
    "opinions.csv",
)
CREW = list_of(
    "Name,Since,Rank,Monthly pay (EUR)\nAda,2029-01-05,Mate,2000\nBo,2029-07-01,Mate,2400\n"
    "Cy,2030-03-09,Cook,1800\n",
    "crew.csv",
)


def test_who_is_not_so_stands_under_its_own_header() -> None:
    made = calculate_columns("What share of guests is not happy with beds?", [OPINIONS], "")
    assert not isinstance(made, Calculation)
    made = calculate_columns("What is the highest not happy?", [OPINIONS], "")
    assert not isinstance(made, Calculation) or made.operands[0].header == "Not happy"


def test_an_average_of_monthly_figures_is_no_average_per_month() -> None:
    made = calculate_columns("What is the average monthly pay of the mates?", [CREW], "crew")
    if isinstance(made, Refusal):  # the words are bound then
        assert not made.is_open
    made = calculate_columns("What is the average monthly pay?", [CREW], "crew")
    assert isinstance(made, Calculation)
    assert made.figure == "2,066.67 EUR"


FEES = list_of("Member,Kind,Fee (EUR)\nAda,Adult,50\nBo,Child,20\nCy,Adult,50\n", "members.csv")


def test_what_one_pays_is_not_what_all_pay_together() -> None:
    for question in ("How much does an adult pay?", "How much did each adult pay?"):
        assert not isinstance(calculate_columns(question, [FEES], ""), Calculation)
    made = calculate_columns("How much does a child pay?", [FEES], "")
    assert isinstance(made, Calculation)
    assert made.figure == "20 EUR"
    made = calculate_columns("How much is paid in total by adults?", [FEES], "")
    assert not isinstance(made, Calculation) or made.figure == "100 EUR"
