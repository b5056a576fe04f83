"""Two averages in one question: the mean of two periods less another mean, with all cells."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from backend.evidence.calculation_check import check_calculation
from backend.tasks.calculate.ranking.question_forms import FormKind, forms_of
from backend.tasks.calculate.ranking.ranked_calculation import calculate_ranked
from backend.tasks.calculate.ranking.ranker import Ranker, shipped_ranker
from backend.types import Calculation, Chunk, Operation, StoredTable
from tests.unit.small_ledgers import ledger

ANY_LEAD = Ranker(shipped_ranker().forest, 0.0)
YEARS = (("2022", "2022"), ("2021", "2021"), ("2020", "2020"))


def yard(*boats: str) -> StoredTable:
    return ledger(
        YEARS,
        (
            ((), "Boats in stock", boats or ("90", "50", "30")),
            ((), "Timber in stock", ("20", "14", "8")),
            ((), "Hull price", ("5", "4", "3")),
        ),
        title="Accounts of the yard",
    )


def told(question: str, table: StoredTable | None = None) -> Calculation:
    made = calculate_ranked(question, [table or yard()], ranker=ANY_LEAD)
    assert isinstance(made, Calculation), made
    return made


def test_what_is_called_an_average_is_not_averaged_again() -> None:
    stock = ledger(YEARS, (((), "Average stock", ("90", "50", "30")),))
    made = told("What is the change between 2021 and 2022 average stock?", stock)
    assert (made.operation, made.answer) == (Operation.DIFFERENCE, "40")


def kinds(question: str) -> set[FormKind]:
    return {form.kind for form in forms_of(question)}


@pytest.mark.parametrize(
    ("question", "operation", "formula"),
    [
        (
            "What is the 2022 average boats in stock?",
            Operation.MEAN,
            "(90 + 50) ÷ 2 = 70 thousand",
        ),
        (
            "What is the change between 2021 and 2022 average boats in stock?",
            Operation.COMBINED,
            "((90 + 50) ÷ 2) − ((50 + 30) ÷ 2) = 30 thousand",
        ),
        (
            "What is the change in the average boats in stock between 2020-2021 and 2021-2022?",
            Operation.COMBINED,
            "((90 + 50) ÷ 2) − ((50 + 30) ÷ 2) = 30 thousand",
        ),
        (
            "What is the difference between average timber in stock and average boats in stock"
            " from 2021 to 2022?",
            Operation.COMBINED,
            "((50 + 90) ÷ 2) − ((14 + 20) ÷ 2) = 53 thousand",
        ),
    ],
)
def test_what_is_computed(question: str, operation: Operation, formula: str) -> None:
    made = told(question)
    assert made.operation is operation
    assert made.formula == formula


def passage(made: Calculation) -> Chunk:
    """A passage that holds every cell of a ledger, which all stand at one place there."""
    text = " ".join(dict.fromkeys(operand.text for operand in made.operands))
    return Chunk("c", "d", "", 0, text, 0, 10**6, (2,), "table", "", table_id="t")


def test_the_check_works_it_out_again() -> None:
    made = told("What is the change between 2021 and 2022 average boats in stock?")
    assert [operand.text for operand in made.operands] == ["90", "50", "50", "30"]
    assert check_calculation(made, [passage(made)]).supported
    wrong = replace(made, value=made.value + 1)
    assert not check_calculation(wrong, [passage(made)]).supported


def test_a_range_holds_the_years_between_for_both_means() -> None:
    made = told(
        "What is the difference between average boats in stock and average timber in stock"
        " from 2020 to 2022?"
    )
    assert made.formula == "((30 + 50 + 90) ÷ 3) − ((8 + 14 + 20) ÷ 3) = 42.67 thousand"
    assert check_calculation(made, [passage(made)]).supported


def test_of_two_rows_in_two_scales_the_larger_mean_comes_first() -> None:
    stocks = ledger(
        YEARS,
        (
            ((), "Timber in stock", ("1,003", "1,003", "8")),
            ((), "Boats in stock (in millions)", ("1.004", "1.004", "1.002")),
        ),
    )
    made = told(
        "What is the difference between average timber in stock and average boats in stock"
        " from 2021 to 2022?",
        stocks,
    )
    working = "((1,004 + 1,004) ÷ 2) − ((1,003 + 1,003) ÷ 2)"
    assert made.formula.endswith(f"; {working} = 1 thousand")
    assert check_calculation(made, [passage(made)]).supported


@pytest.mark.parametrize(
    "price",
    [
        "What is the 2022 average hull price?",
        "What is the change between 2021 and 2022 average hull price?",
    ],
)
def test_what_is_an_average_of_its_year_is_no_mean_of_two(price: str) -> None:
    longer = (("2019", "2019"), *YEARS)
    prices = ledger(longer, (((), "Hull price", ("2", "5", "4", "3")),))
    made = calculate_ranked(price, [prices], ranker=ANY_LEAD)
    operations = (Operation.MEAN, Operation.COMBINED)
    assert not isinstance(made, Calculation) or made.operation not in operations


def test_a_plain_figure_is_no_average() -> None:
    """Where a mean is asked for, a cell that is not called one never answers."""
    made = calculate_ranked(
        "What was the average boats in stock in 2022?", [yard()], ranker=ANY_LEAD
    )
    assert not isinstance(made, Calculation)


def test_respectively_wants_each_figure() -> None:
    question = "What were the total boats in stock in 2022 and 2021 respectively?"
    assert kinds(question) == {FormKind.VALUES}


def test_a_change_of_a_share_is_told_in_points() -> None:
    question = "What was the change in percentage of sales from boats between 2021 and 2022?"
    assert FormKind.DIFFERENCE in kinds(question)
    assert FormKind.CHANGE not in kinds(question)
    assert FormKind.CHANGE in kinds("What was the percentage change in boats from 2021 to 2022?")


def test_a_range_of_years_holds_those_between() -> None:
    question = "From 2020 to 2022, how many of the years were boats in stock more than 40 thousand?"
    assert forms_of(question)[0].years == ("2020", "2021", "2022")
    assert told(question).answer == "2"


@given(st.lists(st.integers(1, 10**6), min_size=3, max_size=3))
def test_the_change_of_two_means_is_half_of_what_the_ends_are_apart(boats: list[int]) -> None:
    """(a + b) ÷ 2 − (b + c) ÷ 2 is (a − c) ÷ 2, whatever stands in the middle."""
    made = told(
        "What is the change between 2021 and 2022 average boats in stock?", yard(*map(str, boats))
    )
    assert made.operation is Operation.COMBINED
    assert made.value == Decimal(boats[0] - boats[2]) / 2
    assert check_calculation(made, [passage(made)]).supported
