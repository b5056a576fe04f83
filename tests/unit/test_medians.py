"""A median is the middle figure of those that an average would be made of."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal

import pytest

from backend.evidence.calculation_check import check_calculation
from backend.tasks.calculate.programs.column_operations import calculate_columns
from backend.tasks.calculate.programs.medians import NO_MEDIAN, as_average, median_of
from backend.types import Calculation, Chunk, Conversion, Operation
from tests.unit.csv_lists import list_of

TEXT = (
    "Boat,Yard,Weight (kg)\n"
    "Otter,Elm,900\nHeron,Elm,1200\nMole,Ely,700\nTern,Elm,650\nGull,Elm,3001\nTotal,,6451\n"
)
BOATS = list_of(TEXT, "boats.csv")


@pytest.mark.parametrize(
    ("question", "answer", "formula"),
    [
        (
            "What is the median weight of the boats from Elm?",
            "1,050",  # 650, 900 | 1200, 3001
            "median of Weight (kg) of 4 of 5 rows where Yard is Elm = 1,050 kg"
            " (1 of totals left out)",
        ),
        (
            "What is the median weight?",
            "900",
            "median of Weight (kg) of 5 rows = 900 kg (1 of totals left out)",
        ),
    ],
)
def test_the_middle_figure_is_told(question: str, answer: str, formula: str) -> None:
    made = calculate_columns(question, [BOATS], "Boats")
    assert isinstance(made, Calculation)
    assert made.operation is Operation.MEDIAN
    assert (made.answer, made.unit, made.formula) == (answer, "kg", formula)
    assert made.sentence == f"{answer} kg ({formula})"
    held = " ".join(operand.text for operand in made.operands)
    cited = Chunk("c", "d", "s", 0, held, 0, 10_000, (0,), "row")
    assert check_calculation(made, [cited]).supported
    assert not check_calculation(replace(made, value=made.value + Decimal(1)), [cited]).supported


@pytest.mark.parametrize(
    "question",
    [
        "What is the median weight per yard?",  # a figure for each group
        "What is the median of the average weight?",
        "What is the median length?",
    ],
)
def test_other_medians_are_not_told(question: str) -> None:
    assert not isinstance(calculate_columns(question, [BOATS], "Boats"), Calculation)


@pytest.mark.parametrize(
    "question",
    [
        "What is the median of the median weight?",
        "What is the median of the average weight?",
        "What is the mean and the median weight?",
        "What is the highest weight?",
    ],
)
def test_only_a_question_for_one_median_is_asked_as_for_an_average(question: str) -> None:
    assert as_average(question, [BOATS]) == ""
    assert as_average("What is the median weight?", [BOATS]) == "What is the average weight?"


def test_figures_that_stand_for_others_have_no_median() -> None:
    mean = calculate_columns("What is the average weight?", [BOATS], "Boats")
    assert isinstance(mean, Calculation)
    assert isinstance(median_of(mean), Calculation)
    before = Conversion(mean.value, "kg", mean.formula, (), Decimal(1000), is_divided=True)
    others = [{"joint": "×"}, {"converted": before}, {"operation": Operation.SUM}]
    assert [median_of(replace(mean, **other)) for other in others] == [NO_MEDIAN] * 3  # type: ignore[arg-type]
    tonnes = calculate_columns("What is the median weight in tonnes?", [BOATS], "Boats")
    assert not isinstance(tonnes, Calculation)


def test_a_column_of_medians_is_that_column() -> None:
    towns = list_of("Town,Median rent (EUR)\nElm,900\nEly,700\n", "towns.csv")
    made = calculate_columns("What is the median rent of Ely?", [towns], "Towns")
    assert isinstance(made, Calculation)
    assert (made.operation, made.answer) == (Operation.LOOKUP, "700 EUR")
