"""A quarter is found under columns that say how many weeks or months they are of, a year and a half
are never given for it."""

from __future__ import annotations

from decimal import Decimal

import pytest

from backend.tables.column_periods import period_of
from backend.tasks.calculate.programs.calculation import calculate
from backend.tasks.calculate.programs.confidence import FEATURES, Weights
from backend.tasks.calculate.programs.period_parts import length_of, quarter_of
from backend.tasks.calculate.programs.requests import months_in, parts_in
from backend.types.calculations import Calculation, Refusal
from backend.types.tables import Cell, CellKind, Column, StoredRow, StoredTable

EVERY = Weights(0.0, (0.0,) * len(FEATURES), 0.0)
"""Weights that answer however unsure: what is refused then is refused for a reason of its own."""
QUARTER = "What was the bread sold in the {} quarter of {}?"
YEAR = "What was the bread sold in {}?"
DECEMBER = "52 weeks ended 12/31/2022"


def bakery(*headers: str) -> StoredTable:
    """Bread sold, 100 under the first header, 101 under the next and so on."""
    cells = tuple(
        Cell(str(100 + at), CellKind.NUMBER, Decimal(100 + at), 1, 4, 1, None)
        for at in range(len(headers))
    )
    return StoredTable(
        id="t",
        document_id="d",
        pages=(1,),
        box=None,
        section=(),
        title="Bakery",
        lead_in="",
        columns=tuple(
            Column(name, (name,), CellKind.NUMBER, "kg", Decimal(1), period_of((name,)))
            for name in headers
        ),
        rows=(StoredRow("Bread sold", (), cells, False, None),),
    )


@pytest.mark.parametrize(
    ("header", "period"),
    [
        ("12 Weeks Ended 3/25/2023", "2023-03-25/12W"),
        ("Sixteen weeks ended April 22, 2023", "2023-04-22/16W"),
        ("Twenty-one weeks ended April 22, 2023", "2023-04-22/21W"),
        ("12 Wks Ended 3/25/2023", "2023-03-25/12W"),
        ("One month ended 12/31/2022", "2022-12-31/1M"),
        ("53 weeks ended January 2, 2021", "2021-01-02/12M"),
    ],
)
def test_a_header_says_its_length_in_figures_or_words(header: str, period: str) -> None:
    assert period_of((header,)) == period


@pytest.mark.parametrize(
    ("period", "length", "quarter"),
    [
        ("2023-03-25/12W", "12W", "Q1"),
        ("2023-07-01/13W", "13W", "Q2"),
        ("2022-10-08/12W", "12W", "Q3"),
        ("2022-12-31/17W", "17W", "Q4"),
        ("2022-12-30/3M", "3M", "Q4"),
        ("2023-01-01/13W", "13W", ""),  # the last quarter of 2022, by its day of 2023
        ("2023-04-29/13W", "13W", ""),  # of a year that ends in January
        ("2023-06-17/24W", "24W", ""),
        ("2023-06-30/6M", "6M", ""),
        ("2022-12-31/15W", "15W", ""),
        ("2022-12-25/12M", "", ""),
        ("2022-12-31", "", ""),
        ("2022-Q4", "", ""),
    ],
)
def test_a_quarter_is_told_by_length_and_last_day(period: str, length: str, quarter: str) -> None:
    assert (length_of(period), quarter_of(period)) == (length, quarter)


@pytest.mark.parametrize(
    ("question", "headers", "value"),
    [
        (
            QUARTER.format("fourth", "2022"),
            ("Year ended December 31, 2022", "Three months ended December 31, 2022"),
            101,
        ),
        (QUARTER.format("fourth", "2022"), (DECEMBER, "16 weeks ended 12/31/2022"), 101),
        (
            QUARTER.format("first", "fiscal 2023"),
            ("12 Weeks Ended 3/25/2023", "12 Weeks Ended 3/19/2022", DECEMBER),
            100,
        ),
        (QUARTER.format("first", "2022"), ("12 Weeks Ended 3/19/2022", DECEMBER), 100),
        (
            QUARTER.format("second", "2023"),
            ("24 Weeks Ended 6/17/2023", "12 Weeks Ended 6/17/2023", DECEMBER),
            101,
        ),
        (YEAR.format("2022"), ("16 weeks ended 12/31/2022", DECEMBER), 101),
        (
            YEAR.format("the 24 weeks ended June 17, 2023"),
            ("12 Weeks Ended 6/17/2023", "24 Weeks Ended 6/17/2023"),
            101,
        ),
    ],
)
def test_the_column_of_the_length_that_is_asked_for(
    question: str, headers: tuple[str, ...], value: int
) -> None:
    found = calculate(question, [bakery(*headers)], EVERY)
    assert isinstance(found, Calculation), found
    assert found.value == value


@pytest.mark.parametrize(
    ("question", "headers"),
    [
        (YEAR.format("2023"), ("12 Weeks Ended 3/25/2023", "12 Weeks Ended 3/19/2022")),
        (YEAR.format("2023"), ("Sixteen weeks ended April 22, 2023",)),
        (YEAR.format("the 12 weeks of 2022"), (DECEMBER,)),
        (QUARTER.format("fourth", "2022"), (DECEMBER,)),
        (QUARTER.format("fourth", "2022"), ("26 weeks ended 12/31/2022", DECEMBER)),
        (QUARTER.format("second", "2023"), ("24 Weeks Ended 6/17/2023", DECEMBER)),
        (QUARTER.format("fourth", "2022"), ("13 weeks ended 12/31/2022",)),
        (QUARTER.format("fourth", "2022"), ("Quarter ended December 31, 2022",)),
        (
            QUARTER.format("fourth", "2022"),
            ("Three months ended December 31, 2022", "Year ended June 30, 2022"),
        ),
        (
            QUARTER.format("first", "2023"),
            ("13 weeks ended 4/1/2023", "52 weeks ended 1/28/2023"),
        ),
        (YEAR.format("the 13 weeks ended March 25, 2023"), ("12 Weeks Ended 3/25/2023",)),
        (YEAR.format("the 13 weeks ended December 31, 2022"), ("16 weeks ended 12/31/2022",)),
        (
            YEAR.format("the three months ended December 31, 2022"),
            ("16 weeks ended 12/31/2022", DECEMBER),
        ),
    ],
)
def test_another_length_or_a_year_of_unknown_end_is_refused(
    question: str, headers: tuple[str, ...]
) -> None:
    assert isinstance(calculate(question, [bakery(*headers)], EVERY), Refusal)


@pytest.mark.parametrize(
    ("text", "months"),
    [
        ("the three months ended December 31, 2022", (12,)),
        ("the three months ended Dec. 31, 2022", (12,)),
        ("30 Sept 2022", (9,)),
        ("Dec. 31, 2022", (12,)),
        ("sales in March", ()),
        ("marketing 12 boats", ()),
    ],
)
def test_the_month_with_which_a_period_ends_may_be_cut_short(
    text: str, months: tuple[int, ...]
) -> None:
    assert months_in(text) == months


def test_three_months_to_a_short_december_are_the_last_quarter() -> None:
    assert parts_in("three months ended Dec. 31, 2022") == ("3M", "Q4")
