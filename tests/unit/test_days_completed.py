"""Days and months that are named without a year, over lists of one year; and people under "Who"."""

from __future__ import annotations

import pytest

from backend.tasks.calculate.programs.column_operations import calculate_columns
from backend.types import Calculation
from tests.unit.csv_lists import list_of

SPENT = (
    "Date,Who,What,Amount (EUR)\n2031-05-03,Ann,Tea,4\n2031-05-05,Bob,Rope,9\n"
    "2031-05-09,Ann,Oil,2\n2031-06-01,Bob,Tar,20\n"
)
YEARS = "Year,Month,Pressed\n2031,January,40\n2031,February,42\n2031,March,45\n"


def answer(text: str, question: str, about: str = "expenses") -> str:
    made = calculate_columns(question, [list_of(text, "list.csv")], about)
    return made.figure if isinstance(made, Calculation) else ""


@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("How much was spent before 5 May?", "4 EUR"),
        ("How much did we spend on 5 May?", "9 EUR"),
        ("How much did we spend after May 5?", "22 EUR"),
        ("How much was spent from 3 to 5 May?", "13 EUR"),
        ("How much was spent since 5th May?", "31 EUR"),
        ("How much was spent before June?", "15 EUR"),
        ("How much was spent in Q2?", "35 EUR"),
        ("How many entries are there after 4 May?", "3"),
    ],
)
def test_a_day_is_of_the_only_year_of_its_list(question: str, told: str) -> None:
    assert answer(SPENT, question) == told
    two_years = SPENT.replace("2031-06", "2032-06")
    assert answer(two_years, question) == ""


def test_a_column_of_years_is_no_calendar() -> None:
    assert answer(YEARS, "How much was pressed from January to March?", "press") == "127"


@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("Who spent the most?", "Bob"),  # 29 against 6
        ("Who spent the least in May?", "Ann"),  # 6 against 9
        ("How much did Ann spend on average?", "3 EUR"),
        ("On which day did we spend the most?", "2031-06-01"),
        (
            "How much was spent on each day?",
            "2031-05-03: 4 EUR; 2031-05-05: 9 EUR; 2031-05-09: 2 EUR; 2031-06-01: 20 EUR",
        ),
    ],
)
def test_who_is_a_header_and_a_day_a_group(question: str, told: str) -> None:
    assert answer(SPENT, question) == told


WORK = (
    "Date,Worker,Client,Hours,Billable\n2031-02-03,Ann,Holm,6.5,Y\n2031-02-04,Ann,Vale,3,N\n"
    "2031-02-04,Bob,Holm,4,Y\n"
)
LAMPS = "Lamp,Dimmable,Watts\nA,true,5\nB,false,9\nC,true,2\n"
MIXED = "Lamp,Mark,Watts\nA,Y,5\nB,no,9\nC,Y,2\n"


@pytest.mark.parametrize(
    ("text", "question", "told"),
    [
        (WORK, "How many billable hours were there in total?", "10.5 h"),
        (WORK, "How many entries are billable?", "2"),
        (WORK, "How many billable hours did Ann work?", "6.5 h"),
        (LAMPS, "Which lamps are not dimmable?", "B"),
        (LAMPS, "How many lamps are dimmable?", "2"),
        (MIXED, "How many lamps are mark?", "2"),
    ],
)
def test_y_and_true_say_yes(text: str, question: str, told: str) -> None:
    assert answer(text, question, "list") == told


PARTS = "Part,Maker,Delivery (days),Price (EUR)\nA,Holm,3,5\nB,Holm,5,9\nC,Vale,7,2\n"


@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("What is the average delivery time?", "5 days"),
        ("What is the delivery time of B?", "5 days"),
        ("What is the delivery price of B?", ""),
    ],
)
def test_a_column_in_days_is_a_time(question: str, told: str) -> None:
    assert answer(PARTS, question, "parts") == told
