"""Lists with a year in the header of a column: "Spend 2024 (GBP)" is a name."""

from __future__ import annotations

from dataclasses import replace

import pytest

from backend.tasks.calculate.programs.calculation import calculate
from backend.tasks.calculate.programs.column_operations import calculate_columns
from backend.tasks.calculate.programs.column_words import is_list, is_of_periods
from backend.tasks.calculate.programs.measured_questions import may_ask_measures
from backend.tasks.calculate.programs.partial_names import with_names_completed
from backend.types.calculations import Calculation, Refusal
from tests.unit.test_list_questions import tables_of

YARDS = """Yard,Foreman,Town,Slip (m),Spend 2024 (GBP)
Harrow Boatyard,Ida Brandt,Wend,40,1200
Brill & Sons,Omar Rell,Tarnow,25,3000
Larch Works,Ada Finch,Wend,30,800
"""


def asked(question: str, text: str = YARDS) -> Calculation | Refusal | None:
    return calculate_columns(question, tables_of(text), "yards")


def told(question: str, text: str = YARDS) -> str:
    made = asked(question, text)
    assert isinstance(made, Calculation), f"{question}: {made}"
    return made.answer


@pytest.mark.parametrize(
    ("header", "of_periods"),
    [
        ("Shop,Town,Sales 2024", False),
        ("Shop,Sales 2024,Costs 2024", False),  # two measures of one year
        ("Shop,Chairs,Tables,Lamps,Sales 2024,Budget 2023", False),  # most are of no period
        ("Shop,Sales 2023,Sales 2024", True),
        ("Shop,Chairs,Tables,Lamps,Sales FY23,Sales FY24", True),  # two of one measure
        ("Shop,Sales 2024,Budget 2023", True),  # most are of several periods
        ("Shop,Chairs,2024", True),
        ("Shop,Chairs,31 December 2024", True),
    ],
)
def test_columns_are_periods_where_several_are_of_one_measure(
    header: str, of_periods: bool
) -> None:
    rows = "\n".join(f"{name}{',5' * header.count(',')}" for name in ("Elm", "Oak", "Ash"))
    (table,) = tables_of(f"{header}\n{rows}\n".replace("Town", "Staff"))
    assert is_of_periods(table) is of_periods
    assert is_list(table) is not of_periods


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("Who is the foreman at Harrow?", "Ida Brandt"),  # the name is completed
        ("How much did we spend with Harrow in 2024?", "1,200"),
        ("What was the spend with Harrow in 2024?", "1,200 GBP"),
        ("What was Harrow's spend in 2024?", "1,200 GBP"),
        ("What is Harrow’s slip?", "40"),
        ("Who is Brill's foreman?", "Omar Rell"),
        ("How much did we spend with Harrow?", "1,200"),
        ("What did we spend in Wend in 2024?", "2,000"),  # 1200 + 800
        ("How much did we spend in 2024 altogether?", "5,000"),
        ("How much do we spend altogether?", "5,000"),
        ("What have we spent in total?", "5,000"),
        ("Which yard did we spend the most with?", "Brill & Sons"),
        ("With which yard did we spend the least in 2024?", "Larch Works"),
    ],
)
def test_a_list_with_one_year_is_asked_as_any_list(question: str, answer: str) -> None:
    assert told(question) == answer


@pytest.mark.parametrize(
    "question",
    [
        "How much did we spend with Harrow in 2023?",
        "How much did we spend in 2023 altogether?",
        "How much did we spend in 2023 and 2024?",
        "How much did we spend since 2023?",  # no bound on pounds
        "How much did we spend before 2025?",
        "How much did we spend in March 2024?",
        "Which yard did we spend the most with in 2023?",
        "What was the average spend in 2022?",
        "What is the slip of Harrow in 2023?",
        "What is Harrow's slip in 2024?",  # of no year
        "What was Harrow's spend in 2023?",
        "What was Harrow's spend in Q1 2024?",
        "What was Harrow's spend in 2023 and 2024?",
        "How much did we spend on average?",
        "How much do we spend a month?",
        "What do we spend?",
        "How much did we pay?",  # a payment need not be all that was spent
        "How much did we spend on paint?",
    ],
)
def test_no_figure_is_told_of_another_time_or_thing(question: str) -> None:
    assert not isinstance(asked(question), Calculation)


@pytest.mark.parametrize(
    "header",
    [
        "Yard,Spent (h)",  # hours
        "Yard,Spend (GBP),Spend with VAT (GBP)",
        "Yard,Spend per boat (GBP)",
        "Yard,Spend limit (GBP)",
    ],
)
def test_what_was_spent_needs_a_column_of_that_alone(header: str) -> None:
    further = ",14" * (header.count(",") - 1)
    text = f"{header}\nHarrow,12{further}\nBrill,30{further}\n"
    assert not isinstance(asked("What did we spend in total?", text), Calculation)


def test_a_name_that_several_begin_with_owns_nothing() -> None:
    text = f"{YARDS}Harrow Mill,Una Reed,Wend,12,300\n"
    question = "What is Harrow's slip?"
    assert with_names_completed(question, *tables_of(text)) == question
    assert not isinstance(asked(question, text), Calculation)
    assert told("What is Harrow Mill's slip?", text) == "12"


def test_a_verb_is_of_the_column_that_it_heads() -> None:
    text = "Yard,Repaired,Saved (EUR)\nHarrow,4,120\nBrill,6,80\n"
    assert told("How much did we save in total?", text) == "200"


def test_a_rate_is_not_added_up() -> None:
    text = "Job,Charge (EUR)\nCleaning small,20\nCleaning large,40\n"
    assert not isinstance(asked("What do we charge for cleaning?", text), Calculation)
    assert told("What did we charge for cleaning?", text) == "60"


def test_a_year_is_a_bound_on_years_alone() -> None:
    text = "Yard,Opened,Berths\nHarrow,1860,1990\nBrill,1912,2050\n"
    assert told("Which yards have opened before 1900?", text) == "Harrow"


def test_such_questions_are_known_for_large_lists() -> None:
    assert may_ask_measures("What did we spend in total?")
    assert not may_ask_measures("What did the yard look like?")


def test_a_months_figure_is_not_that_of_its_year() -> None:
    asked_of = "What was the spend of Brill & Sons in March 2024?"
    assert not isinstance(calculate(asked_of, tables_of(YARDS)), Calculation)
    titled = [replace(table, title="Accounts to March") for table in tables_of(YARDS)]
    assert isinstance(calculate(asked_of, titled), Calculation)
    whole = calculate("What was the spend of Brill & Sons in 2024?", tables_of(YARDS))
    assert isinstance(whole, Calculation)
    for said in ("from January 2024 to December 2024", "in the year to December 2024"):
        all_year = calculate(f"What was the spend of Brill & Sons {said}?", tables_of(YARDS))
        assert isinstance(all_year, Calculation), said
    ended = YARDS.replace("Spend 2024", "Spend to March 2024")
    month = calculate("What was the spend of Brill & Sons to March 2024?", tables_of(ended))
    assert isinstance(month, Calculation)
