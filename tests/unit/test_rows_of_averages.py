"""Rows that say an average of the others are no entries of a list."""

from __future__ import annotations

import pytest

from backend.tasks.calculate.programs.average_rows import average_rows
from backend.tasks.calculate.programs.column_operations import calculate_columns
from backend.types import Calculation
from tests.unit.csv_lists import list_of

CAMP = "Camper,Knots,Maps,Late days\nAnn,4,6,0\nBo,8,,3\nCy,6,9,0\nGroup average,6,7.5,\n"


def answer(text: str, question: str, about: str = "camp") -> str:
    made = calculate_columns(question, [list_of(text, "list.csv")], about)
    return made.answer if isinstance(made, Calculation) else ""


@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("How many campers are there?", "3"),
        ("What is the total of knots?", "18"),
        ("What is the median of knots?", "6"),
        ("How many campers have more than 5 in knots?", "2"),
        ("Which campers have more than 5 in knots?", "Bo, Cy"),
        ("Which campers have no maps?", "Bo"),
        ("Which camper has the lowest maps?", "Ann"),
        ("What is the group average in maps?", "7.5"),
        ("What is the group average?", ""),
    ],
)
def test_an_average_is_no_entry(question: str, told: str) -> None:
    assert answer(CAMP, question) == told


def test_the_average_of_others_is_no_entry_either() -> None:
    farms = "Farm,Yield\nUpper,4\nLower,6\nDistrict average,9\n"
    assert answer(farms, "Which farm has the highest yield?") == "Lower"
    assert answer(farms, "What is the district average yield?") == "9"
    first = "Farm,Yield\nAverage of all,5\nUpper,4\nLower,6\n"
    assert answer(first, "How many farms are there?") == "2"


@pytest.mark.parametrize(
    "rows",
    [
        "Site,Keeper,Height\nNorth,Ann,4\nSouth,Bob,6\nTidal average,Cyd,2\n",
        "Player,Goals\nCyd,2\nAverage Joe,4\nBill Mean,6\n",
        "Stat,Value\nHits,20\nBatting average,3\nSlugging average,5\nRuns,6\n",
        "Stat,Value\nHits,20\nRuns,6\nA average,3\nB average,5\nC average,6\nD average,6\n",
    ],
)
def test_what_is_only_called_so_stays_an_entry(rows: str) -> None:
    table = list_of(rows, "list.csv")
    assert average_rows(table) == frozenset()
