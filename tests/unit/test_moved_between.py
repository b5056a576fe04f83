"""How far a figure of a list moved from one period to another, of one row or of several."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal

import pytest

from backend.evidence.calculation_check import check_calculation
from backend.tasks.calculate.programs.column_operations import calculate_columns
from backend.types import Calculation, Chunk, Refusal
from tests.unit.csv_lists import list_of

POOLS = (
    "Pool,Month,Swims,Takings (EUR),Members\nNorth,January,12,400,30\nNorth,February,15,600,31\n"
    "North,March,9,300,33\nSouth,January,20,200,10\nSouth,February,16,180,12\nSouth,March,25,500,15\n"
)
VISITS = (
    "Date,Site,Visits,Staff,Temperature (°C)\n2031-01-05,A,10,3,4\n2031-01-20,A,14,3,6\n"
    "2031-02-03,A,20,4,7\n2031-02-22,B,10,2,9\n"
)
SHOP = (
    "Quarter,Bikes,Turnover\nQ1 2031,34,28900\nQ2 2031,81,70470\nQ3 2031,77,66220\n"
    "Q4 2031,29,25810\n"
)
SITES = (
    "Year,Site,Visitors\n2031,Castle,18400\n2031,Mill,5200\n2032,Castle,24100\n2032,Mill,6100\n"
    "2033,Castle,26350\n"
)
PRICES = "Month,Shop,Price\nMay,A,3\nMay,B,4\nJune,A,4\nJune,B,5\n"


def made_of(text: str, question: str) -> Calculation | Refusal | None:
    return calculate_columns(question, [list_of(text, "list.csv")], "list")


def figure(text: str, question: str) -> str:
    made = made_of(text, question)
    if isinstance(made, Refusal):
        return "open" if made.is_open else ""
    return made.figure if isinstance(made, Calculation) else ""


@pytest.mark.parametrize(
    ("text", "question", "told"),
    [
        # 600 against 400
        (
            POOLS,
            "How much did the takings of North grow from January to February, in per cent?",
            "50 %",
        ),
        (POOLS, "How much did takings rise from January to March?", "200 EUR"),  # 800 − 600
        (
            POOLS,
            "By what percentage did swims fall from January to February?",
            "−3.13 %",
        ),  # 31 ÷ 32
        (POOLS, "What was the percentage increase in takings from January to February?", "30 %"),
        (POOLS, "What was the change in swims of South between January and March?", "5"),
        (POOLS, "How much higher were the takings in March than in January?", "200 EUR"),
        (POOLS, "How much did the members grow from January to March?", "8"),  # 48 − 40
        (VISITS, "How much did visits grow from January to February 2031?", "6"),  # 30 − 24
        (SHOP, "By how many per cent did turnover fall from Q3 to Q4 2031?", "−61.02 %"),
        (SHOP, "How much lower was turnover in Q4 than in Q3 2031?", "40,410"),
        (SHOP, "How many more bikes were there in Q2 than in Q1 2031?", "47"),
        (SITES, "How much did visitors rise between 2031 and 2032?", "6,600"),
        (SITES, "By how many per cent did visitors grow from 2031 to 2032?", "27.97 %"),
        (PRICES, "How much did the price of A rise from May to June?", "1"),
    ],
)
def test_a_figure_moved_between_two_periods(text: str, question: str, told: str) -> None:
    assert figure(text, question) == told


@pytest.mark.parametrize(
    ("text", "question", "told"),
    [
        (POOLS, "How much did takings fall from January to March?", "open"),  # they rose
        (SITES, "How much did visitors rise between 2031 and 2033?", "open"),  # no row of the mill
        (SITES, "How much did visitors of the mill rise from 2032 to 2033?", ""),
        (VISITS, "How much did the staff grow from January to February 2031?", ""),
        (VISITS, "How much did the temperature rise from January to February 2031?", ""),
        (PRICES, "How much did the price rise from May to June?", ""),  # two shops
        (POOLS, "By how many percentage points did takings rise from January to March?", ""),
    ],
)
def test_what_makes_no_change_is_not_told(text: str, question: str, told: str) -> None:
    assert figure(text, question) == told


@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("What was the total turnover in the first half of 2031?", "99,370"),  # Q1 and Q2
        ("How many bikes were there in H2 2031?", "106"),
        ("What was the total turnover in the first half of 2032?", ""),
    ],
)
def test_a_half_of_a_year_is_two_quarters(question: str, told: str) -> None:
    assert figure(SHOP, question) == told


def test_a_change_of_sums_is_worked_out_again() -> None:
    made = made_of(POOLS, "By how many per cent did takings rise from January to February?")
    assert isinstance(made, Calculation)
    assert made.formula == "780 ÷ 600 − 1 = 30 %"
    passage = Chunk("c", made.operands[0].document_id, "s", 0, POOLS, 0, 9999, (0,), "rows")
    assert check_calculation(made, [passage]).supported
    wrong = replace(made, value=Decimal(31))
    assert not check_calculation(wrong, [passage]).supported
