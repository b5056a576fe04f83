"""A share with a year at the end is that of a part in what all rows of the year come to."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal

import pytest

from backend.evidence.calculation_check import check_calculation
from backend.tasks.calculate.programs.column_operations import calculate_columns
from backend.types import Calculation, Chunk, Operation
from tests.unit.csv_lists import list_of

CATCH = list_of(
    "Year,Water,Catch (kg)\n2030,Lake,120\n2030,River,60\n2030,Pond,20\n"
    "2031,Lake,90\n2031,River,45\n2031,Pond,15\n",
    "fish catch.csv",
)


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("What share of the catch came from the lake in 2030?", "60"),  # 120 ÷ 200
        ("What percentage of the catch was from the pond in 2031?", "10"),  # 15 ÷ 150
    ],
)
def test_the_year_is_that_of_the_whole(question: str, answer: str) -> None:
    made = calculate_columns(question, [CATCH], "fish catch")
    assert isinstance(made, Calculation)
    assert (made.operation, made.answer, made.unit) == (Operation.SHARE, answer, "%")
    held = " ".join(each.text for each in made.operands)
    cited = Chunk("c", "d", "s", 0, held, 0, 10_000, (0,), "row")
    assert check_calculation(made, [cited]).supported
    wrong = made.formula.replace("÷ ", "÷ 1")
    assert not check_calculation(replace(made, formula=wrong), [cited]).supported
    assert made.value == Decimal(answer)


@pytest.mark.parametrize(
    "question",
    [
        "What share of the catch of the lake was in 2030?",  # the year is the part
        "What share of the boats came from the lake in 2030?",
        "What share of the fish came from the lake in 2030?",  # their number or their weight
        "What share of the catch came from the sea in 2030?",
        "What share of the catch came from the lake in 2030 and 2031?",
        "What share of the catch came from the lake in 2032?",
    ],
)
def test_other_shares_are_not_told(question: str) -> None:
    made = calculate_columns(question, [CATCH], "fish catch")
    assert not isinstance(made, Calculation)


def test_of_two_measures_none_is_told() -> None:
    two = list_of(
        "Year,Water,Catch (kg),Boats\n2030,Lake,120,2\n2030,River,60,3\n2031,Lake,90,4\n", "c.csv"
    )
    made = calculate_columns("What share of the catch came from the lake in 2030?", [two], "catch")
    assert not isinstance(made, Calculation)


@pytest.mark.parametrize(
    "rows",
    [
        # 120 of 200, never of the 400 or so that a second row of all or of some makes of it
        "2030,Lake,120\n2030,River,60\n2030,Pond,20\n2030,All waters,200\n",
        "2030,Lake,120\n2030,River,60\n2030,Pond,20\n2030,Total,199\n",
        "2030,Lake,120\n2030,River,60\n2030,Pond,20\n2030,Inland,200\n",
        "2030,Inland,201\n2030,Lake,120\n2030,River,60\n2030,Pond,20\n",  # rounded
        "2030,Sea,9\n2030,Lake,120\n2030,Standing,140\n2030,Pond,80\n2030,River,60\n",
        "2030,Lake,120\n2030,River,60\n2030,Upper river,45\n2030,Lower river,14\n",
    ],
)
def test_a_whole_that_counts_figures_twice_is_not_told(rows: str) -> None:
    table = list_of(f"Year,Water,Catch (kg)\n{rows}2031,Lake,90\n2031,River,44\n", "fish catch.csv")
    asked = "What share of the catch came from the lake in 2030?"
    assert not isinstance(calculate_columns(asked, [table], "fish catch"), Calculation)
