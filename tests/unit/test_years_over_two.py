"""A financial year over two calendar years is the one that a column calls so, however either is
written, and never the year after."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal

import pytest

from backend.tables.column_periods import period_of
from backend.tasks.calculate.programs.calculation import calculate
from backend.types.calculations import Calculation, Refusal
from backend.types.tables import StoredTable
from backend.years_over_two import over_two_years, with_last_years
from tests.unit.csv_lists import list_of

BUDGET = "Costs (£),2029/30,2030/31,2031/32\nWages,2910,3020,3130\nRopes,312,338,345\n"


def table(written: str = BUDGET) -> StoredTable:
    return list_of(written)


def asked(question: str, held: StoredTable) -> Calculation | Refusal:
    found = calculate(question, [held])
    assert found is not None
    return found


@pytest.mark.parametrize(
    ("text", "years"),
    [
        ("2030/31", ("2030/31",)),
        ("Budget 2030–31 and 2031–32", ("2030–31", "2031–32")),
        ("2030-31", ("2030-31",)),
        ("2030/2031", ("2030/2031",)),
        ("1999/00", ("1999/00",)),
        ("2030/12", ()),  # a month
        ("2010-11", ()),  # a month as well
        ("2030-2031", ()),  # both years
        ("2030/32", ()),
        ("31/12/2030", ()),
        ("2030/31/12", ()),
        ("FY2031", ()),
    ],
)
def test_the_forms_of_such_years(text: str, years: tuple[str, ...]) -> None:
    assert over_two_years(text) == years


def test_such_a_year_is_known_by_its_end() -> None:
    assert with_last_years("from 2030/31 to 2031–32, not 2030/32") == (
        "from 2031 to 2032, not 2030/32"
    )
    assert period_of(("Budget", "2030/31")) == "2031"


@pytest.mark.parametrize("form", ["2030/31", "2030-31", "2030–31", "2030/2031", "fiscal 2031"])
def test_the_column_of_the_year_is_told_and_called_as_it_is_printed(form: str) -> None:
    found = asked(f"What were the wages in {form}?", table())
    assert isinstance(found, Calculation)
    assert found.value == Decimal(3020)
    assert "2030/31" in found.sentence


def test_a_period_that_was_kept_before_does_not_name_the_year_before() -> None:
    held = table()
    kept = [replace(column, period=column.name[:4]) for column in held.columns]
    found = asked("What were the wages in 2030/31?", replace(held, columns=tuple(kept)))
    assert isinstance(found, Calculation)
    assert found.value == Decimal(3020)


def test_a_calendar_year_is_none_of_them() -> None:
    found = asked("What were the wages in 2031?", table())
    assert isinstance(found, Refusal)


@pytest.mark.parametrize(
    ("question", "value"),
    [
        ("By how much did wages rise from 2029/30 to 2031/32?", Decimal(220)),
        ("How much have wages grown between 2029/30 and 2031/32?", Decimal(220)),
    ],
)
def test_two_such_years_are_compared(question: str, value: Decimal) -> None:
    found = asked(question, table())
    assert isinstance(found, Calculation)
    assert found.value == value
    assert "2031/32" in found.sentence
    assert "2029/30" in found.sentence


SHIPS = "Costs,2030/31,2031/32\nStaff,300,310\nRopes,100,90\nTotal costs,400,400\n"


@pytest.mark.parametrize(
    "question",
    [
        "What share of total costs in 2030/31 is for staff?",
        "What share of total costs in 2030/31 was spent on staff?",
        "What percentage of total costs in 2030/31 was made up of staff?",
    ],
)
def test_a_share_is_asked_for_by_what_it_is_for(question: str) -> None:
    found = asked(question, table(SHIPS))
    assert isinstance(found, Calculation)
    assert found.value == 75
