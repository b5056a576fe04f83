"""Lists with a column for each month, asked in the words of who reads them."""

from __future__ import annotations

from dataclasses import replace

import pytest

from backend.evidence.calculation_check import check_calculation
from backend.pipelines._choices import choices_of
from backend.tasks.calculate.programs.column_operations import calculate_columns
from backend.tasks.calculate.programs.month_questions import spans_named
from backend.tasks.calculate.programs.month_values import with_months_named
from backend.types import Chunk
from backend.types.calculations import Calculation, Refusal
from backend.types.tables import CellKind, StoredTable
from tests.unit.test_column_spending import Columns, listed

JARS: Columns = tuple(
    (each, CellKind.NUMBER, "") for each in ("March", "April", "May", "June", "July")
)
ROWS = (
    ("Heather", "4", "6", "9", "9", "3"),
    ("Clover", "10", "1", "2", "8", "20"),
    ("Linden", "0", "5", "5", "30", "7"),
)
CLUB: Columns = (("Team", CellKind.TEXT, ""), *JARS)
CAME = (
    ("Ada Finch", "Red", "1", "2", "3", "4", "5"),
    ("Omar Rell", "Blue", "5", "5", "5", "0", "1"),
)


def honey(title: str = "Jars of honey sold per month, 2023") -> StoredTable:
    return replace(listed(ROWS, JARS, "Honey"), title=title)


def asked(question: str, table: StoredTable | None = None) -> Calculation | Refusal | None:
    return calculate_columns(question, (table or honey(),), "Apiary")


@pytest.mark.parametrize(
    ("question", "figure", "cells"),
    [
        ("How much heather was sold from March to May?", "19", 3),
        ("How many jars of clover were sold in April and May?", "3", 2),
        ("How many jars of linden did we sell in all?", "47", 5),
        ("How many jars were sold in the second quarter?", "75", 9),  # 16 + 12 + 47
        ("How much clover did we sell in May, June and July?", "30", 3),
        ("How much did Heather sell between April and June?", "24", 3),
        ("Which month was best for linden?", "June 2023", 5),
        ("What was the worst month for clover?", "April 2023", 5),
        ("Which month was best for heather?", "May 2023 and June 2023 (a tie)", 5),
        ("Which month was best?", "June 2023", 15),
        ("Which honey sold best?", "Linden", 15),  # 47, 41 and 31
        ("Which honey sold best in July?", "Clover", 3),
        ("Which honey sold the least?", "Heather", 15),
        ("What are the two best-selling honeys?", "Linden, Clover", 15),
        ("Which are the two worst-selling honeys in May?", "Clover, Linden", 3),
    ],
)
def test_months_are_added_up_and_ranked(question: str, figure: str, cells: int) -> None:
    made = asked(question)
    assert isinstance(made, Calculation), made
    assert (made.figure, len(made.operands)) == (figure, cells)
    texts = " ".join(operand.text for operand in made.operands)
    held = Chunk("c", "d", "s", 0, texts, 0, max(len(texts), 9), (0,), "row")
    assert check_calculation(made, [held]).supported is True


def test_a_month_is_called_by_any_of_its_names() -> None:
    columns: Columns = (("Month", CellKind.TEXT, ""), ("Jars", CellKind.NUMBER, ""))
    rows = (("Ada", "Aug", "4"), ("Omar", "Sept", "6"))
    table = replace(listed(rows, columns, "Keeper"), title="Jars filled")
    for name in ("September", "Sept", "Sep"):
        assert with_months_named(f"How many jars were filled in {name}?", table) == (
            "How many jars were filled where Month is Sept"
        )
    other = replace(listed((*rows, ("Ida", "Easter", "5")), columns, "Keeper"), title="Jars")
    question = "How many jars were filled in Sept?"
    assert with_months_named(question, other) == question


@pytest.mark.parametrize(
    ("question", "reason"),
    [
        ("How much clover did we sell in July, August and September?", "August and September"),
        ("How much clover was sold in the first quarter?", "January and February"),
        ("How much clover was sold from June to August?", "August"),
        ("How much clover was sold over the whole year?", "every month of a year"),
    ],
)
def test_a_span_that_the_list_has_only_in_part_is_not_added_up(question: str, reason: str) -> None:
    refused = asked(question)
    assert isinstance(refused, Refusal)
    assert reason in refused.reason
    assert refused.is_open


@pytest.mark.parametrize(
    "question",
    [
        "How much clover was eaten from March to May?",
        "How many jars of clover were returned in May?",
        "Which honey lost the most?",
        "How much did Heather improve?",
        "Which keeper sold best?",
        "How many lids of clover were sold in May?",
    ],
)
def test_what_the_list_is_not_of_gives_no_figure(question: str) -> None:
    assert not isinstance(asked(question), Calculation)


def test_a_list_of_sales_is_of_nothing_baked() -> None:
    table = honey("Bakery sales 2023")
    assert isinstance(asked("How many were sold in May?", table), Calculation)
    assert not isinstance(asked("How many were baked in May?", table), Calculation)


def test_who_came_most_often_is_who_was_there_in_most_months() -> None:
    table = replace(listed(CAME, CLUB, "Member"), title="Attendance 2023")
    for question, figure in (
        ("Who came most often?", "Omar Rell"),  # 16 to 15
        ("How often did Ada Finch come from May to July?", "12"),
        ("Which team had the best attendance in June?", "Red"),
    ):
        made = calculate_columns(question, (table,), "Attendance 2023")
        assert isinstance(made, Calculation), question
        assert made.figure == figure


def test_figures_that_are_called_by_their_name_are_had() -> None:
    table = replace(listed(ROWS, JARS, "Ward"), title="Visits to the clinic, 2023")
    for question, figure in (
        ("How many visits did Heather have in April and May?", "15"),
        ("How many visits were there in June?", "47"),
    ):
        made = asked(question, table)
        assert isinstance(made, Calculation), question
        assert made.figure == figure
    assert not isinstance(asked("How many nurses were there in June?", table), Calculation)


def test_best_is_open_where_the_figures_are_of_no_gain() -> None:
    table = honey("Rain 2023")

    def ask(text: str) -> Calculation | Refusal | None:
        return asked(text, table)

    question = "Which month was best for linden?"
    refused = ask(question)
    assert isinstance(refused, Refusal)
    assert [choice.question for choice in choices_of(question, refused, ask)] == [
        "which month has the highest total Rain of linden?",
        "which month has the lowest total Rain of linden?",
    ]


def test_months_that_follow_each_other_are_a_run() -> None:
    assert spans_named("in May, June and July") == "from May to July"
    assert spans_named("in May, July and August") == "in May, July and August"
    assert spans_named("in May and June") == "in May and June"
