"""Rows that a question calls by a word of the label and what their table is of."""

from __future__ import annotations

import pytest

from backend.tasks.calculate.programs.calculation import calculate
from backend.tasks.calculate.programs.row_of_title import with_row_of_title
from backend.types import Calculation
from tests.unit.small_ledgers import Row, ledger

YEARS = (("2032", "2032"), ("2031", "2031"))
TAKINGS: tuple[Row, ...] = (
    ((), "Deck chairs", ("48", "40")),
    ((), "Pier tolls", ("90", "75")),
    ((), "Kiosk and arcade", ("66", "60")),
    ((), "Other fees", ("5", "4")),
)
COSTS: tuple[Row, ...] = (
    ((), "Wages", ("70", "64")),
    ((), "Repairs to the arcade", ("12", "9")),
    ((), "Painting", ("3", "6")),
    ((), "Staff party", ("2", "2")),
    ((), "Direct debit charges", ("1", "1")),
)
TABLES = (
    ledger(YEARS, TAKINGS, name="takings", title="Table 1. Takings (USD thousand)"),
    ledger(YEARS, COSTS, name="costs", title="Table 2. Expenditure"),
)


@pytest.mark.parametrize(
    ("question", "written"),
    [
        ("How much were chair takings in 2032?", "How much were Deck chairs in 2032?"),
        ("How much was toll income in 2032?", "How much was Pier tolls in 2032?"),
        ("By how much did income from tolls grow?", "By how much did Pier tolls grow?"),
        ("What did painting costs come to in 2031?", "What did Painting come to in 2031?"),
        ("How much was arcade income in 2032?", ""),  # costs have such a row as well
        ("How much was fee income in 2032?", ""),  # a row of others
        ("How much was boat income in 2032?", ""),
        ("How much was total income in 2032?", ""),
        ("How much was chair expenditure in 2032?", ""),  # that row is in the other table
        ("How much was the income from tolls on Sundays?", ""),
        ("How much was toll income per visitor?", ""),
        ("How much did the pier cost in 2032?", ""),
        ("How much were staff costs in 2032?", ""),  # the party is no staff
        ("What were the direct costs in 2032?", ""),
        ("How much was deck income in 2032?", ""),
        ("How much was kiosk income in 2032?", ""),  # of the arcade as well
    ],
)
def test_a_row_is_called_by_its_word_and_what_its_table_is_of(question: str, written: str) -> None:
    assert with_row_of_title(question, TABLES) == written


@pytest.mark.parametrize(
    ("title", "is_of_it"),
    [
        ("Income", True),
        ("3. Income", True),
        ("Table B: Income and grants (USD)", True),
        ("What we know so far of our income", False),
        ("Lost income", False),
        ("Pier income", False),
        ("Income and expenditure", False),
    ],
)
def test_a_title_is_of_a_measure_where_it_says_no_more(title: str, is_of_it: bool) -> None:
    table = ledger(YEARS, TAKINGS, title=title)
    said = with_row_of_title("How much was toll income in 2032?", [table])
    assert said == ("How much was Pier tolls in 2032?" if is_of_it else "")
    assert with_row_of_title("How much were toll costs in 2032?", [table]) == ""


@pytest.mark.parametrize(
    ("question", "figure"),
    [
        ("By how much did toll income grow in per cent?", "20 %"),
        ("How much was toll income in 2031?", "75 thousand USD"),
        ("How much was arcade income in 2032?", ""),
    ],
)
def test_its_figure_is_worked_out(question: str, figure: str) -> None:
    made = calculate(question, TABLES, beside=TABLES)
    assert (made.figure if isinstance(made, Calculation) else "") == figure
