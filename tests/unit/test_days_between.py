"""The days between two dates of a row: of one row, the longest, the shortest, their mean."""

from __future__ import annotations

from dataclasses import replace
from datetime import date, timedelta
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from backend.evidence.calculation_check import check_calculation
from backend.tasks.calculate.programs.column_operations import calculate_columns
from backend.tasks.calculate.programs.days_between import BEFORE, SEVERAL, may_ask_days
from backend.types.calculations import Calculation, Refusal
from backend.types.tables import CellKind, StoredTable
from tests.unit.test_column_spending import Columns, listed
from tests.unit.test_column_states import held_by

COLUMNS: Columns = (
    ("Customer", CellKind.TEXT, ""),
    ("Invoice date", CellKind.DATE, ""),
    ("Due date", CellKind.DATE, ""),
    ("Paid on", CellKind.DATE, ""),
)
BILLS = (
    ("71", "Sill Farm", "2026-02-02", "2026-03-04", "2026-02-27"),  # 25 days
    ("72", "Moor & Co", "2026-02-09", "2026-03-11", ""),
    ("73", "Sill Farm", "2026-02-20", "2026-03-22", "2026-03-30"),  # 38 days
    ("74", "Quay Inn", "2026-03-01", "2026-03-31", "2026-03-02"),  # 1 day
)
TABLE = listed(BILLS, COLUMNS, "Invoice")


def asked(question: str, table: StoredTable = TABLE) -> Calculation | Refusal | None:
    return calculate_columns(question, (replace(table, title="Invoices"),))


@pytest.mark.parametrize(
    ("question", "figure"),
    [
        ("How many days after the invoice date was invoice 71 paid?", "25 days"),
        ("How many days are there between invoice date and due date of invoice 73?", "30 days"),
        ("How long did it take from the invoice date to paid on for invoice 74?", "1 day"),
        ("What was the longest time between invoice date and paid on?", "38 days"),
        ("What was the shortest time from the invoice date to the paid date?", "1 day"),
        # (25 + 38 + 1) / 3
        ("What is the average time between the invoice date and paid on?", "21.33 days"),
        ("What is the average time between invoice date and paid on for Sill Farm?", "31.5 days"),
        ("Which invoice took the longest time from invoice date to paid on?", "73"),
        ("Which invoice had the shortest time between invoice date and paid on?", "74"),
    ],
)
def test_days_are_counted(question: str, figure: str) -> None:
    found = asked(question)
    assert isinstance(found, Calculation), found
    assert found.figure == figure
    assert check_calculation(found, held_by(found)).supported
    assert "Daycount" not in f"{found.formula}{found.sentence}{found.over}"


def test_the_cells_are_both_days_and_the_check_reckons_them_again() -> None:
    found = asked("How many days after the invoice date was invoice 71 paid?")
    assert isinstance(found, Calculation)
    assert [operand.text for operand in found.operands] == ["2026-02-27", "2026-02-02"]
    assert found.formula == "days from Invoice date to Paid on where Invoice is 71 = 25 days"
    wrong = replace(found, value=found.value + 1)
    assert check_calculation(found, held_by(found)).supported
    assert not check_calculation(wrong, held_by(found)).supported


def test_of_several_rows_none_is_guessed() -> None:
    found = asked("How many days after the invoice date was it paid?")
    assert found == Refusal(SEVERAL, is_open=True)
    one = asked(
        "How many days after the invoice date was it paid?", listed(BILLS[:1], COLUMNS, "Invoice")
    )
    assert not isinstance(one, Calculation) or one.figure == "25 days"


def test_a_day_before_the_other_is_no_time() -> None:
    found = asked("How many days after the due date was invoice 71 paid?")
    assert found == Refusal(BEFORE, is_open=True)


@pytest.mark.parametrize(
    "question",
    [
        "How many days after the order date was invoice 71 paid?",
        "How many days after the invoice date was invoice 71 returned?",
        "How many days after the invoice date was invoice 72 paid?",  # not paid yet
        "How many days after the invoice date was invoice 99 paid?",
        "What was the longest time between date and paid on?",
        "What was the longest time between invoice date and paid on in Leeds?",
    ],
)
def test_what_the_list_does_not_say_is_not_told(question: str) -> None:
    assert not isinstance(asked(question), Calculation)


def test_only_questions_with_such_words_are_read_so() -> None:
    assert may_ask_days("How many days after the invoice date was it paid?")
    assert not may_ask_days("How many invoices were paid late?")


@given(st.lists(st.integers(0, 400), min_size=2, max_size=12))
def test_the_mean_is_that_of_the_differences(days: list[int]) -> None:
    begin = date(2026, 1, 1)
    rows = tuple(
        (
            str(100 + at),
            "A",
            (begin + timedelta(at)).isoformat(),
            "",
            (begin + timedelta(at + day)).isoformat(),
        )
        for at, day in enumerate(days)
    )
    found = asked(
        "What is the average time between invoice date and paid on?",
        listed(rows, COLUMNS, "Invoice"),
    )
    assert isinstance(found, Calculation)
    assert abs(Fraction(found.value) - Fraction(sum(days), len(days))) <= Fraction(1, 200)
