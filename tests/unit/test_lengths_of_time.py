"""Figures of lists that are days, weeks or months: they are told with that unit."""

from __future__ import annotations

from pathlib import Path

import pytest

from backend.tasks.calculate.large.large_columns import calculate_large
from backend.tasks.calculate.programs.calculation import calculate
from backend.tasks.calculate.programs.column_operations import calculate_columns
from backend.tasks.calculate.programs.series import unit_of_cell
from backend.types.calculations import Calculation, Refusal
from tests.large_tables import source_of
from tests.unit.test_list_questions import tables_of

LOANS = """Tool,Loan (days),Warranty,Price (EUR)
Plane,14,24 months,80
Saw,1,12 months,30
Drill,9,36 months,120
"""


def asked(question: str, text: str = LOANS) -> Calculation | Refusal | None:
    return calculate_columns(question, tables_of(text), "tools")


def told(question: str, text: str = LOANS) -> str:
    made = asked(question, text)
    assert isinstance(made, Calculation), f"{question}: {made}"
    return made.figure


def test_a_header_or_a_cell_says_in_what_a_figure_is() -> None:
    assert told("What is the loan of the plane?") == "14 days"
    assert told("What is the warranty of the drill?") == "36 months"
    assert told("What is the average warranty?") == "24 months"  # (24 + 12 + 36) / 3
    assert told("What is the total loan?") == "24 days"
    assert told("What is the price of the saw?") == "30 EUR"
    assert told("What is the loan of the saw?") == "1 day"
    looked_up = calculate("What is the warranty of the drill?", tables_of(LOANS))
    assert isinstance(looked_up, Calculation)
    assert looked_up.figure == "36 months"


def test_weeks_and_days_are_not_added_up() -> None:
    text = (
        LOANS.replace("9,", "2 weeks,").replace("14,", "14 days,").replace("Saw,1,", "Saw,1 day,")
    )
    assert told("What is the loan of the drill?", text) == "2 weeks"
    assert told("What is the loan of the saw?", text) == "1 day"
    for question in ("What is the total loan?", "Which tool has the highest loan?"):
        assert not isinstance(asked(question, text), Calculation)
    alike = text.replace("2 weeks", "10 days")
    assert told("What is the total loan?", alike) == "25 days"


def test_a_length_over_a_column_is_that_of_its_period() -> None:
    text = "Item,52 weeks ended 31 December 2023,52 weeks ended 31 December 2022\nWool,40,30\n"
    (table,) = tables_of(f"{text}Silk,5,6\n")
    units = {
        unit_of_cell(cell, row.label, column)
        for row in table.rows
        for cell, column in zip(row.cells, table.columns, strict=True)
        if cell is not None
    }
    assert units == {""}


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("Which tools have a warranty of 12 months?", "Saw, Chisel"),
        ("Which tools have a 12-month warranty?", "Saw, Chisel"),
        ("How many tools have a warranty of 12 months?", "2"),
        ("Which tools do not have a warranty of 12 months?", "Plane, Drill"),
        ("Which tools have a warranty of 12 months and a loan over 5 days?", "Chisel"),
        ("Which tools have a loan of 14 days and a warranty under 30 months?", "Plane"),
        ("Which tools have a loan of 14 days?", "Plane"),
    ],
)
def test_a_figure_with_its_unit_is_a_condition_on_all_rows(question: str, answer: str) -> None:
    assert told(question, f"{LOANS}Chisel,7,12 months,15\n") == answer


@pytest.mark.parametrize(
    "question",
    [
        "Which tools have a warranty of 12 weeks?",
        "Which tools have a warranty of 18 months?",
        "Which tools have a warranty of 12 months or more?",
        "Which tools have a warranty of 12+ months?",
        "Which tools have a warranty from 12 months?",
        "Which tools have a warranty of about 12 months?",
        "Which tools have a warranty of 12 or 24 months?",
        "Which tools have been away for 12 months?",
        "Which tools cost 12 months?",
        "Which tools have 12 months?",  # its header stands nowhere
    ],
)
def test_no_rows_are_listed_for_another_condition(question: str) -> None:
    assert not isinstance(asked(question), Calculation)


def test_a_figure_is_of_the_header_that_stands_before_it() -> None:
    text = "Tool,Loan (days),Hold\nPlane,14,30 days\nSaw,1,14 days\nDrill,14,5 days\n"
    assert told("Which tools have a loan of 14 days and hold over 20 days?", text) == "Plane"


def test_a_condition_in_mixed_units_lists_no_rows() -> None:
    text = f"{LOANS}Chisel,7,1 year,15\n"  # as long as 12 months
    assert not isinstance(asked("Which tools have a warranty of 12 months?", text), Calculation)


def test_what_a_list_has_no_column_for_is_no_number() -> None:
    made = asked("Which tools have a warranty of 18 months?")
    assert isinstance(made, Refusal)
    assert made.reason.startswith("The list tools has the columns")


def test_large_lists_may_write_a_figure_with_its_unit_otherwise(tmp_path: Path) -> None:
    source = source_of(tmp_path, LOANS, "tools.csv")
    question = "Which tools have a warranty of 12 months?"
    assert not isinstance(calculate_large(question, source), Calculation)
    counted = calculate_large("Which tools have a loan of 14 days?", source)
    assert isinstance(counted, Calculation)
    assert counted.answer == "Plane"


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("Which tool has the longest loan?", "Plane"),
        ("Which tool has the shortest loan?", "Saw"),
        ("Which two tools have the longest warranty?", "Drill, Plane"),
        ("What is the shortest warranty?", "12 months"),
        ("What is the longest loan time?", "9 days"),
        ("Which tool has the longest blade?", "Saw"),
        ("Which tool has the longest cord length?", "Saw"),
    ],
)
def test_the_longest_of_a_header_is_its_highest_figure(question: str, answer: str) -> None:
    text = LOANS
    if "time" in question:
        text = text.replace("Loan (days)", "Loan time (days)").replace("Plane,14", "Plane,4")
    if "blade" in question:
        text = "Tool,Blade (cm),Price (EUR)\nSaw,60,30\nKnife,9,40\n"
    if "cord" in question:
        text = "Tool,Cord length,Price (EUR)\nSaw,60,30\nKnife,9,40\n"
    assert told(question, text) == answer


@pytest.mark.parametrize(
    "question",
    [
        "Which tool has the longest price?",
        "Which tool has the longest tool?",
        "Which tool has the longest loan in 2023?",
        "Which tool has the longest loan and the shortest warranty?",
        "Which tool has the longest handle?",
    ],
)
def test_what_is_no_time_or_length_has_no_longest(question: str) -> None:
    assert not isinstance(asked(question), Calculation)
