"""Periods are understood as people say them and told as accounts call them."""

from __future__ import annotations

import pytest

from backend.tasks.calculate.programs.calculation import calculate
from backend.tasks.calculate.programs.fiscal_calendar import FiscalCalendar
from backend.tasks.calculate.programs.period_wordings import with_plain_periods
from backend.tasks.calculate.programs.periods_kept import is_first_half
from backend.types import StoredTable
from backend.types.calculations import Calculation, Refusal
from tests.unit.markdown_tables import tables_in


def income(columns: str, sales: str, profit: str) -> str:
    """A statement of income; `columns` and the figures are the cells of a row each."""
    rule = " | ".join(["---:"] * len(columns.split("|")))
    return (
        "\n## Consolidated statements of income (in thousands of EUR)\n\n"
        f"| | {columns} |\n| --- | {rule} |\n| Net sales | {sales} |\n| Net income | {profit} |\n"
    )


BALANCES = """
## Consolidated balance sheets (in thousands of EUR)

| | December 31, 2031 | December 31, 2030 |
| --- | ---: | ---: |
| Cash | 50 | 45 |
| Total assets | 900 | 800 |
"""
HALF_YEAR = tables_in(
    income(
        "Three months ended June 30, 2031 | Six months ended June 30, 2031"
        " | Six months ended June 30, 2030",
        "410 | 800 | 750",
        "40 | 70 | 60",
    )
)
YEAR = tables_in(
    income("2031 | Q4 2031 | Q3 2031", "1,700 | 450 | 430", "140 | 40 | 35") + BALANCES
)
NINE_MONTHS = tables_in(
    income(
        "Nine months ended September 30, 2031 | Nine months ended September 30, 2030",
        "1,250 | 1,180",
        "100 | 90",
    )
)


@pytest.mark.parametrize(
    ("said", "plain"),
    [
        # quarters
        ("in the last quarter of 2031", "in the fourth quarter of 2031"),
        ("in the final quarter of fiscal 2031", "in the fourth quarter of fiscal 2031"),
        ("in the closing quarter, 2031", "in the fourth quarter of 2031"),
        ("in the last quarter of FY31", "in the fourth quarter of FY31"),
        ("in the first three quarters of 2031", "in the first nine months of 2031"),
        # halves
        ("in the first half of 2031", "in the first six months of 2031"),
        ("in the 1st half of fiscal year 2031", "in the first six months of fiscal year 2031"),
        ("in H1 2031", "in the first six months of 2031"),
        ("in 1H FY2031", "in the first six months of FY2031"),
        ("in 1H31", "in the first six months of 2031"),
        ("in 1H ’31", "in the first six months of 2031"),
        # ends of years
        ("at year-end 2031", "at the end of 2031"),
        ("by the year end of 2031", "at the end of 2031"),
        ("as of yearend 2031", "at the end of 2031"),
        ("at 2031 year-end", "at the end of 2031"),
        ("at the close of fiscal 2031", "at the end of fiscal 2031"),
        ("by end 2031", "at the end of 2031"),
        # what ends with a month or a day
        ("in the June 2031 quarter", "in the three months ended June 2031"),
        ("in the June quarter of 2031", "in the three months ended June 2031"),
        ("at the end of the June 2031 quarter", "at the end of June 2031"),
        ("in the quarter to 30 June 2031", "in the three months ended 30 June 2031"),
        ("in the quarter that ended on June 30, 2031", "in the three months ended June 30, 2031"),
        ("in the 3 months to June 30, 2031", "in the three months ended June 30, 2031"),
        ("in the half-year to 30th June 2031", "in the six months ended 30th June 2031"),
        ("in the 6 months ending June 2031", "in the six months ended June 2031"),
        ("in the nine months to September 2031", "in the nine months ended September 2031"),
        ("in the twelve months ended June 30, 2031", "in the year ended June 30, 2031"),
        ("in the year to June 30, 2031", "in the year ended June 30, 2031"),
    ],
)
def test_a_period_is_called_as_accounts_call_it(said: str, plain: str) -> None:
    assert with_plain_periods(f"What was revenue {said}?") == f"What was revenue {plain}?"
    assert with_plain_periods(f"What was revenue {plain}?") == f"What was revenue {plain}?"


@pytest.mark.parametrize(
    "question",
    [
        "What was revenue in the second half of 2031?",  # statements tell none
        "What was revenue in H2 2031?",
        "What was revenue in the first half of 2031-32?",  # a season
        "What was revenue in the first half of 2031/32?",
        "What was revenue in the first two quarters of 2031?",
        "What was revenue in the last three quarters of 2031?",
        "What was revenue in the last quarter?",  # of no year
        "What was revenue in the year to date?",
        "What was debt at year end?",
        "Which quarter to pick, June or May?",
        "Who ate the first half of the cake in 2031?",
        "What was revenue in 2031?",
    ],
)
def test_what_is_no_such_period_stays(question: str) -> None:
    assert with_plain_periods(question) == question


def figure(question: str, tables: tuple[StoredTable, ...]) -> str:
    made = calculate(question, tables)
    assert isinstance(made, Calculation), made
    return made.figure


@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("What were net sales in the first half of 2031?", "800 thousand EUR"),
        ("What was revenue in the first half of 2030?", "750 thousand EUR"),
        ("What were net sales in H1 2031?", "800 thousand EUR"),
        ("What were net sales in the first half ended June 30, 2031?", "800 thousand EUR"),
        ("What were net sales in the June 2031 quarter?", "410 thousand EUR"),
        ("What was revenue in the quarter to 30 June 2031?", "410 thousand EUR"),
    ],
)
def test_a_half_or_a_quarter_is_told_by_the_months_that_end_then(question: str, told: str) -> None:
    assert figure(question, HALF_YEAR) == told


@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("What were net sales in the last quarter of 2031?", "450 thousand EUR"),
        ("What was net income in the final quarter of 2031?", "40 thousand EUR"),
        ("What was cash at year-end 2031?", "50 thousand EUR"),
        ("What were total assets at the close of 2030?", "800 thousand EUR"),
        ("What were total assets by end 2030?", "800 thousand EUR"),
        ("How much cash did it have on hand at year-end 2030?", "45 thousand EUR"),
    ],
)
def test_the_last_quarter_and_the_end_of_a_year_are_found(question: str, told: str) -> None:
    assert figure(question, YEAR) == told


def test_three_quarters_are_nine_months() -> None:
    question = "What were net sales in the first three quarters of 2031?"
    assert figure(question, NINE_MONTHS) == "1,250 thousand EUR"


@pytest.mark.parametrize(
    ("question", "tables"),
    [
        ("What were net sales in the second half of 2031?", HALF_YEAR),
        ("What were net sales in the last quarter of 2031?", HALF_YEAR),
        ("What were net sales in the March 2031 quarter?", HALF_YEAR),
        ("What were net sales in the first half of 2029?", HALF_YEAR),
        ("What were net sales in the first half of 2031?", NINE_MONTHS),
        ("What were net sales in the last quarter of 2030?", YEAR),
        ("What were total assets at year-end 2029?", YEAR),
    ],
)
def test_another_period_is_not_told(question: str, tables: tuple[StoredTable, ...]) -> None:
    assert isinstance(calculate(question, tables), Refusal)


HALVES = """# Report

Half-year statement of income (in thousands of EUR)

| | Six months ended {one} | Six months ended {other} |
| --- | ---: | ---: |
| Net sales | 800 | 750 |
| Cost of sales | 500 | 470 |
| Net income | 90 | 80 |
"""


@pytest.mark.parametrize(
    ("one", "other", "told"),
    [
        ("June 30, 2031", "June 30, 2030", "800 thousand EUR"),
        ("July 2, 2031", "July 3, 2030", "800 thousand EUR"),  # of whole weeks
        ("December 31, 2031", "December 31, 2030", None),  # is the second half of 2031
        ("September 30, 2031", "September 30, 2030", None),
    ],
)
def test_a_first_half_ends_in_june(one: str, other: str, told: str | None) -> None:
    tables = tables_in(HALVES.format(one=one, other=other))
    for half in ("the first half of 2031", "H1 2031"):
        made = calculate(f"What were net sales in {half}?", tables)
        assert (made.figure if isinstance(made, Calculation) else None) == told


@pytest.mark.parametrize(
    ("period", "last_month", "is_first"),
    [
        ("2031-12-31/6M", 6, True),
        ("2031-06-30/6M", 6, False),
        ("2031-07-29/26W", 1, True),
        ("2031-08-02/26W", 1, True),
        ("2031-06-30/3M", 12, False),
        ("2031", 12, False),
    ],
)
def test_a_fiscal_half_is_told_by_the_calendar(
    period: str, last_month: int, is_first: bool
) -> None:
    question = "What were net sales in the first half of fiscal 2032?"
    assert is_first_half(period, question, FiscalCalendar(last_month, 0)) is is_first
    assert is_first_half(period, question, None) is False
    assert is_first_half(period, "What were net sales in 2031?", None) is True


def test_six_months_may_say_no_last_day() -> None:
    assert is_first_half("2031/6M", "What were net sales in the first half of 2031?", None)
    assert not is_first_half("2031-Q2", "What were net sales in the first half of 2031?", None)


def test_a_second_half_is_no_half_that_is_told() -> None:
    question = "What were net sales in the second half ended December 31, 2031?"
    assert with_plain_periods(question) == question
    assert with_plain_periods("What was year-end 2031 debt?") == "What was year-end 2031 debt?"


YEARS = tables_in(
    "# Report\n\n## Consolidated statements of income (in thousands of EUR)\n\n"
    "| EUR thousand | 2031 | 2030 |\n| --- | ---: | ---: |\n| Net sales | 800 | 750 |\n"
    "| Cost of sales | 500 | 470 |\n| Freight | 44 | 55 |\n| Net income | 90 | 80 |\n"
)


@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("What was net income in 2031?", "90 thousand EUR"),
        ("What was net income in the year ended December 31, 2031?", "90 thousand EUR"),
        ("What was net income in the year to June 30, 2031?", None),
        ("How much net income did they make in the twelve months ended June 30, 2031?", None),
        ("What was net income in May 2031?", None),
        ("How much net income did they make in January 2031?", None),
        ("How much more did the firm spend on freight in 2030 than in 2031?", None),
        ("How much less did the firm spend on freight in 2031 than in 2030?", "−11 thousand EUR"),
    ],
)
def test_a_column_of_a_year_tells_that_year_alone(question: str, told: str | None) -> None:
    made = calculate(question, YEARS)
    assert (made.figure if isinstance(made, Calculation) else None) == told
