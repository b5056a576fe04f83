"""Money that was given, raised or billed, and what columns say was paid or worked."""

from __future__ import annotations

import pytest

from backend.tasks.calculate.programs.column_operations import calculate_columns
from backend.types import Calculation, Refusal
from tests.unit.csv_lists import list_of

GIFTS = (
    "Date,Donor,Amount (EUR),Purpose\n2031-01-04,Ann Wren,5,Roof\n2031-01-05,Bob,6,Roof\n"
    "2031-02-03,Cyd,100,Choir\n2031-02-09,Ann Wren,40,Roof\n"
)
BILLS = "Invoice,Client,Amount (EUR),State\n7,Holm,50,Paid\n8,Vale,70,Refunded\n9,Holm,30,Open\n"
LOAN = (
    "No.,Due,Interest,Principal,Balance\n1,2031-01-28,60,1000,5000\n2,2031-02-28,50,1000,4000\n"
    "3,2031-03-28,40,1000,3000\n"
)
ROSTER = "Day,Name,Hours,Station\nMon,Ann,8,Desk\nMon,Bob,6,Kitchen\nTue,Ann,4,Desk\n"


def answer(text: str, question: str, about: str) -> str:
    made = calculate_columns(question, [list_of(text, "list.csv")], about)
    if isinstance(made, Refusal):
        return "open" if made.is_open else ""
    return made.figure if isinstance(made, Calculation) else ""


@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("How much was donated in total?", "151 EUR"),
        ("How much did Ann Wren donate?", "45 EUR"),
        ("How much was given for the roof?", "51 EUR"),
        ("How much did we raise for the choir?", "100 EUR"),
        ("Who gave the most?", "Cyd"),
        ("Who donated the least?", "Bob"),
        ("How much was lent?", ""),
        ("How much was refunded?", ""),
        ("How much did Dee donate?", ""),
    ],
)
def test_gifts_are_money_that_was_given(question: str, told: str) -> None:
    assert answer(GIFTS, question, "donations") == told


@pytest.mark.parametrize(
    ("text", "question", "told"),
    [
        (BILLS, "How much was billed to Holm?", "80 EUR"),
        (BILLS, "How much was refunded?", ""),
        (BILLS, "How much has been collected?", ""),
        (
            "Date,What,Amount (EUR),Refunded\n2031-01-02,Tea,4,yes\n2031-01-03,Oil,9,no\n",
            "How much was refunded?",
            "",
        ),
        (
            "Date,Donor,Pledged (EUR),Given (EUR)\n2031-01-02,Ann,40,30\n2031-01-03,Bob,9,9\n",
            "How much did Ann give?",
            "open",
        ),
    ],
)
def test_a_deed_of_some_rows_is_not_that_of_all(text: str, question: str, told: str) -> None:
    assert answer(text, question, "invoices") == told


@pytest.mark.parametrize(
    ("text", "question", "told"),
    [
        (LOAN, "How much interest is paid in total?", "150"),
        (LOAN, "How much interest is paid in February?", "50"),
        (LOAN, "How much balance is paid?", ""),
        (ROSTER, "How many hours are worked at the desk?", "12 h"),
        (ROSTER, "How many hours were worked in total?", "18 h"),
        (ROSTER, "How many days were worked?", ""),
        ("Room,Rent,Paid\n1,300,yes\n2,400,no\n", "How much rent is paid in total?", ""),
        ("Room,Rent,Paid on\n1,300,2031-01-02\n2,400,\n", "How much rent was paid?", "open"),
    ],
)
def test_what_a_column_is_called_by_was_paid_or_worked(text: str, question: str, told: str) -> None:
    assert answer(text, question, "list") == told


def test_members_of_a_type_are_counted_beside_their_numbers() -> None:
    members = "Member no.,Name,Type,Fee\n7,Ann,Adult,5\n8,Bob,Junior,3\n9,Cyd,Adult,5\n"
    assert answer(members, "How many adults are there?", "members") == "2"
    twice = members.replace("Cyd", "Ann")
    assert answer(twice, "How many adults are there?", "members") == ""


def test_a_share_of_the_total_is_one_of_the_money() -> None:
    spent = "Date,What,Category,Amount (EUR)\n2031-05-03,Tea,Food,4\n2031-05-05,Inn,Lodging,12\n"
    question = "What share of the total was spent on lodging?"
    assert answer(spent, question, "expenses") == "75 %"
