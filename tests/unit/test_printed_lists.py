"""Single cells of lists in documents with pages."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal

import pytest

from backend.tasks.calculate.programs.printed_lists import printed_cell
from backend.tasks.calculate.programs.ratio_parts import is_only_a_part, lacks_per
from backend.types import Box, Calculation, StoredTable
from tests.unit.csv_lists import list_of

FLATS = (
    "Flat,Tenant,Area (m²),Rent per month (EUR),Since\n1.01,Ida Kern,24,312,2029\n"
    "1.02,Vogt & Sons,31,403,2031\n1.03,Ella Bruns,18,252,2033\n2.01,Ida Kern,40,480,2029\n"
)


def printed(text: str, name: str = "a.csv") -> StoredTable:
    return replace(list_of(text, name), box=Box(0, 0, 100, 100))


def told(question: str, *tables: StoredTable) -> str:
    made = printed_cell(question, tables, "Flats")
    return made.figure if isinstance(made, Calculation) else ""


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("What is the rent of Vogt & Sons?", "403 EUR"),
        ("How big is flat 2.01?", "40 m²"),
        ("Who is the tenant of flat 1.03?", "Ella Bruns"),
        ("What is the rent of Ida Kern?", ""),  # two flats
        ("What is the rent per square metre of flat 1.03?", ""),
        ("What is the deposit of flat 1.03?", ""),
        ("How many flats are there?", ""),  # a printed list need not hold all
    ],
)
def test_a_cell_of_a_printed_list_is_looked_up(question: str, answer: str) -> None:
    assert told(question, printed(FLATS)) == answer


def test_a_list_beside_figures_in_a_scale_or_of_a_period_is_left() -> None:
    question = "What is the rent of Vogt & Sons?"
    plain = printed("Wing,Rent\nA,7\nB,9\nC,4\n", "b.csv")
    assert told(question, printed(FLATS), plain) == "403 EUR"
    columns = tuple(replace(column, scale=Decimal(1000)) for column in plain.columns)
    assert told(question, printed(FLATS), replace(plain, columns=columns)) == ""
    dated = tuple(replace(column, period="2031") for column in plain.columns)
    assert told(question, printed(FLATS), replace(plain, columns=dated)) == ""


def test_two_lists_that_differ_leave_it_open() -> None:
    other = replace(printed(FLATS.replace("403", "410"), "b.csv"), id="other")
    assert told("What is the rent of Vogt & Sons?", printed(FLATS), other) == ""


def test_too_few_rows_and_a_missing_header_make_no_list() -> None:
    few = "\n".join(FLATS.splitlines()[:3])
    assert told("What is the rent of Vogt & Sons?", printed(few)) == ""
    bare = printed(FLATS)
    bare = replace(bare, columns=(*bare.columns[:-1], replace(bare.columns[-1], name="")))
    assert told("What is the rent of Vogt & Sons?", bare) == ""


@pytest.mark.parametrize(
    ("question", "row", "is_part"),
    [
        ("What is the rent per square metre of flat 1.03?", "1.03 — Rent per month: 252", True),
        (
            "What is the rent per square metre of flat 1.03?",
            "1.03 — Rent per square metre: 14",
            False,
        ),
        ("What is the rent of flat 1.03?", "1.03 — Rent per month: 252", False),
        ("What was the income per visitor?", "2031 — Visitors: 9; Income: 27", True),
    ],
)
def test_a_rent_a_month_is_none_per_square_metre(question: str, row: str, is_part: bool) -> None:
    assert is_only_a_part(question, row, is_row=True) is is_part


@pytest.mark.parametrize(
    ("question", "told_of", "lacks"),
    [
        ("What is the revenue per unit in the north in 2031?", "North Units", True),
        ("What is the revenue per unit in the north in 2031?", "North Revenue per unit", False),
        ("What is the fee per lesson?", "Fee/lesson", False),
        ("What were the earnings per share in 2031?", "Earnings 2031", False),
        ("What is the rent per month?", "Rent", False),
        ("What is the growth in per cent?", "Growth", False),
    ],
)
def test_units_are_no_revenue_per_unit(question: str, told_of: str, lacks: bool) -> None:
    assert lacks_per(question, told_of) is lacks


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("Which flats does Ida Kern have?", "1.01, 2.01"),
        ("Which flats belong to Ida Kern?", "1.01, 2.01"),
        ("Which flats are there?", ""),  # a printed list need not hold all
        ("Which flats belong to Ida Brand?", ""),
    ],
)
def test_the_rows_that_have_a_value_are_told_of_a_printed_list(question: str, answer: str) -> None:
    assert told(question, printed(FLATS)) == answer
