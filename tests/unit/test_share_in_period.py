"""A share with a year at the end is that of a part in what all rows of the year come to."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal
from functools import partial

import pytest

from backend.evidence.calculation_check import check_calculation
from backend.tasks.calculate.programs.column_operations import calculate_columns
from backend.tasks.calculate.programs.share_in_period import share_in_period
from backend.types import Box, Calculation, Chunk, Operation, Refusal, StoredTable
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
    held = " ".join(operand.text for operand in made.operands)
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


ASKED = "What share of the catch came from the lake in 2030?"
HEAD = "Year,Water,Catch (kg)\n"


def share_of(
    table: StoredTable, question: str = ASKED, about: str = "fish catch", **answers: str
) -> str:
    """The share that is told, where questions for a part and a whole of the list are answered
    whatever they are: each by the question that `answers` names."""

    def ask(asked: str) -> Calculation | Refusal | None:
        side = "part" if " of " in asked else "whole"
        return calculate_columns(answers.get(side, asked), [table], about)

    made = share_in_period(question, table, about, ask)
    return made.answer if made is not None else ""


PART, WHOLE = "What is the total catch of the lake in 2030?", "What is the total catch in 2030?"


def test_a_list_of_pages_or_of_two_measures_or_of_none_that_add_up_has_no_share() -> None:
    assert share_of(CATCH, part=PART, whole=WHOLE) == "60"
    assert not share_of(replace(CATCH, box=Box(0, 0, 9, 9)), part=PART, whole=WHOLE)
    two = list_of(f"{HEAD[:-1]},Boats\n2030,Lake,120,2\n2030,River,60,3\n2031,Lake,90,4\n")
    assert not share_of(two, part=PART, whole=WHOLE)
    rates = list_of("Year,Water,Catch rate (%)\n2030,Lake,20\n2030,River,60\n2031,Lake,9\n")
    assert not share_of(rates, part="What is the catch rate of the lake in 2030?")


def test_a_second_year_is_of_neither_part_nor_whole() -> None:
    two = "What share of the catch came from the lake of 2031 in 2030?"
    assert share_of(CATCH, two, part=PART, whole=WHOLE) == ""


@pytest.mark.parametrize(
    ("name", "question", "answer"),
    [
        ("Output (GWh)", "What share of the electricity came from wind in 2030?", "75"),
        ("Output (GWh)", "What share of the output came from wind in 2030?", "75"),
        ("Output (GWh)", "What share of the output of the mills came from wind in 2030?", ""),
        ("Output (GWh)", "What share of the plan came from wind in 2030?", ""),
        ("Output (GWh)", "What share of the mills came from wind in 2030?", ""),
        ("Cost (EUR)", "What share of the electricity came from wind in 2030?", ""),
        ("Cost (EUR)", "What share of the cost came from wind in 2030?", "75"),
    ],
)
def test_what_is_parted_is_the_column_or_an_amount_of_what_the_list_is_of(
    name: str, question: str, answer: str
) -> None:
    table = list_of(f"Year,Source,{name}\n2030,Wind,30\n2030,Sun,10\n2031,Wind,20\n")
    head = name.split(maxsplit=1)[0].casefold()
    part, whole = f"What is the total {head} of wind in 2030?", f"What is the total {head} in 2030?"
    assert share_of(table, question, "electricity of the plan", part=part, whole=whole) == answer


@pytest.mark.parametrize(
    ("rows", "answer"),
    [
        ("2030,Lake,120\n2030,River,60\n2030,Pond,20\n", "60"),
        ("2030,Lake,120\n2030,River,60\n2030,Whole bay,21\n", ""),
        ("2030,Lake,120\n2030,River,60\n2030,Upper river,21\n", ""),
        ("2030,Lake,120\n2030,River,60\n2030,,21\n", "59.7"),  # 120 of 201
        ("2030,Lake,120\n2030,River,60\n2030,Sea,180\n", ""),  # the sum of both
        ("2030,Lake,120\n2030,River,60\n2030,Sea,181\n", ""),  # but for rounding
        ("2030,Lake,120\n2030,River,60\n2030,Sea,182\n", "33.15"),
        ("2030,Lake,120\n2030,River,120\n", "50"),  # of two each is the sum of the other
        ("2030,Sea,9\n2030,Both,180\n2030,Lake,120\n2030,River,60\n2030,Pond,7\n", ""),
        ("2030,Lake,120\n2030,River,60\n2030,Both,180\n2030,Pond,7\n", ""),
        ("2030,Lake,120\n2030,River,-20\n2030,Pond,20\n", ""),
        ("2030,Lake,0\n2030,River,60\n2030,Pond,20\n", "0"),
        ("2030,Lake,0\n2030,River,0\n2030,Pond,0\n", ""),
        ("2030,Lake,0\n2030,River,0\n", ""),
    ],
)
def test_no_figure_of_the_whole_holds_others(rows: str, answer: str) -> None:
    table = list_of(f"{HEAD}{rows}2031,Lake,90\n2031,River,44\n", "fish catch.csv")
    assert share_of(table) == answer


def test_a_day_of_a_month_is_no_kind_of_it() -> None:
    rows = "Lake,May 2030,120\nRiver,3 May 2030,60\nPond,June 2030,20\n"
    table = list_of(f"Water,Landed,Catch (kg)\n{rows}")
    sums = {"part": "What is the total catch of the lake?", "whole": "What is the total catch?"}
    assert share_of(table, **sums) == "60"


@pytest.mark.parametrize(
    ("part", "whole", "answer"),
    [
        (PART, WHOLE, "60"),
        (PART, "How many boats are there?", ""),
        ("How many boats are there?", WHOLE, ""),
        ("What is the total catch of the lake in 2031?", WHOLE, ""),  # no part of it
        (WHOLE, WHOLE, ""),  # the whole
        ("What is the average catch of the lake in 2030?", WHOLE, ""),
        (PART, "What is the average catch in 2030?", ""),
    ],
)
def test_part_and_whole_are_sums_of_which_one_holds_the_other(
    part: str, whole: str, answer: str
) -> None:
    assert share_of(CATCH, part=part, whole=whole) == answer


def test_part_and_whole_are_of_one_unit_and_no_shares() -> None:
    def ask(unit: str, question: str) -> Calculation:
        made = calculate_columns(PART if " of " in question else WHOLE, [CATCH], "fish catch")
        assert isinstance(made, Calculation)
        return replace(made, unit=unit if unit == "%" or " of " in question else made.unit)

    assert share_in_period(ASKED, CATCH, "fish catch", partial(ask, "kg")) is not None
    assert share_in_period(ASKED, CATCH, "fish catch", partial(ask, "t")) is None
    assert share_in_period(ASKED, CATCH, "fish catch", partial(ask, "%")) is None
