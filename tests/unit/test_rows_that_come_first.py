"""Rows that are meant by what they are first in; lists beside a log of some of their names."""

from __future__ import annotations

import pytest

from backend.tasks.calculate.bound.bound_figures import bound_figure
from backend.tasks.calculate.programs.column_operations import calculate_columns
from backend.types import Calculation, Refusal
from tests.unit.csv_lists import list_of

PIANOS = list_of(
    "Piano,Bought,Tuner,Keys,Price (EUR)\nUpright,1998-05-01,Ada Finch,85,900\n"
    "Grand,2011-03-02,Bo Rask,88,7400\nStage,2004-08-09,Cy Dean,73,1200\n",
    "pianos.csv",
)


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("Who is the tuner of the oldest piano?", "Ada Finch"),
        ("How many keys does the most expensive piano have?", "88"),
        ("When was the cheapest piano bought?", "1998-05-01"),
        ("What is the price of the newest piano?", "7,400 EUR"),
        ("Who is the tuner of the heaviest piano?", ""),
        ("Who is the owner of the oldest piano?", ""),
        ("Who is the tuner of the oldest organ?", ""),
    ],
)
def test_the_row_that_comes_first_is_looked_up(question: str, answer: str) -> None:
    made = calculate_columns(question, [PIANOS], "pianos")
    assert (made.figure if isinstance(made, Calculation) else "") == answer


def test_the_cell_by_which_it_comes_first_is_said() -> None:
    made = calculate_columns("Who is the tuner of the oldest piano?", [PIANOS], "pianos")
    assert isinstance(made, Calculation)
    assert "Upright: 1998-05-01" in made.sentence


def test_two_rows_that_come_first_tell_nothing() -> None:
    twins = list_of("Piano,Tuner,Price (EUR)\nRed,Ada,90\nBlue,Bo,90\nGrey,Cy,40\n", "p.csv")
    made = calculate_columns("Who is the tuner of the most expensive piano?", [twins], "p")
    assert not isinstance(made, Calculation)


LOG = "Watch,Sailor,Hours\n1,Ada,4\n1,Bo,4\n2,Ada,6\n"


def test_the_list_of_all_goes_before_a_log_of_some() -> None:
    crew = list_of("Sailor,Wage (EUR)\nAda,20\nBo,22\nCy,18\nDi,15\n", "crew.csv")
    made = calculate_columns("How many sailors are there?", [crew, list_of(LOG, "log.csv")], "")
    assert isinstance(made, Calculation)
    assert made.answer == "4"


def test_a_log_with_a_name_that_the_list_has_not_leaves_it_open() -> None:
    crew = list_of("Sailor,Wage (EUR)\nAda,20\nCy,18\nDi,15\n", "crew.csv")
    made = calculate_columns("How many sailors are there?", [crew, list_of(LOG, "log.csv")], "")
    assert isinstance(made, Refusal)
    assert made.is_open


BOATS = list_of(
    "Boat,Kind,Owner,Length (m),Hire (EUR),Deposit (EUR)\nOtter,Cutter,Ada,9,40,100\n"
    "Heron,Yawl,Bo,12,70,200\nTern,Cutter,Cy,11,60,150\n",
    "boats.csv",
)


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("Which cutter is the longest?", "Tern"),
        ("What is the longest cutter?", "Tern"),
        ("Who is the owner of the longest cutter?", "Cy"),
        ("Which boat is the longest?", "Heron"),
        ("Which sloop is the longest?", ""),
        ("Which kind is the longest?", ""),
    ],
)
def test_the_first_of_one_kind(question: str, answer: str) -> None:
    made = calculate_columns(question, [BOATS], "boats")
    assert (made.answer if isinstance(made, Calculation) else "") == answer


def test_two_prices_that_agree_name_the_cheapest() -> None:
    made = bound_figure("Which boat is the cheapest?", [BOATS], "")
    assert isinstance(made, Calculation)
    assert made.answer == "Otter"
    other = list_of("Boat,Hire (EUR),Deposit (EUR)\nOtter,40,300\nTern,60,150\n", "b.csv")
    assert not isinstance(bound_figure("Which boat is the cheapest?", [other], ""), Calculation)
