"""What a question says of a tax chooses among the columns that have it and those that do not."""

from __future__ import annotations

import pytest

from backend.tasks.calculate.composed.taxed_columns import taxed_columns
from backend.tasks.calculate.composed.word_meanings import Meanings
from tests.unit.csv_lists import list_of

BILLS = list_of(
    "Bill,Firm,Net £,VAT £,Total £\n1,Elm,100,20,120\n2,Moor,50,10,60\n3,Elm,30,6,36\n", "bills.csv"
)
NET, TAX, TOTAL = 1, 2, 3


@pytest.mark.parametrize(
    ("question", "meant", "others"),
    [
        ("What does Elm come to, VAT included?", TOTAL, {NET, TAX}),
        ("How much did Elm charge with VAT?", TOTAL, {NET, TAX}),
        ("How much did Elm charge incl. VAT?", TOTAL, {NET, TAX}),
        ("What is the gross amount for Elm?", TOTAL, {NET, TAX}),
        ("How much did Elm charge before VAT?", NET, {TOTAL, TAX}),
        ("How much did Elm charge excluding the VAT?", NET, {TOTAL, TAX}),
        ("What is the net amount for Elm?", NET, {TOTAL, TAX}),
    ],
)
def test_one_of_the_columns_is_meant(question: str, meant: int, others: set[int]) -> None:
    found = taxed_columns(question, BILLS)
    assert found is not None
    assert (found.meant, found.others) == (meant, others)
    mentions = Meanings(question, BILLS, "bills")
    assert [each.column for each in mentions.columns if each.column in (NET, TAX, TOTAL)] == [meant]


@pytest.mark.parametrize(
    "question",
    [
        "How much VAT did Elm charge?",
        "How much VAT in total?",
        "What is the VAT in total, with VAT of Moor?",
        "What was the VAT in January?",
        "What is the total for Elm?",
        "How much did we pay for the cargo net?",
        "Is Elm cheaper with VAT than Moor without VAT?",
    ],
)
def test_nothing_is_chosen_where_nothing_is_said_or_both(question: str) -> None:
    assert taxed_columns(question, BILLS) is None


def test_what_is_taken_off_a_wage_is_no_tax_on_top() -> None:
    pay = list_of("Month,Gross,Tax,Net\n1,300,60,240\n2,300,60,240\n3,200,40,160\n", "pay.csv")
    assert taxed_columns("How much did I earn before tax?", pay) is None
    assert taxed_columns("How much did I earn with tax?", pay) is None


def test_nothing_is_chosen_over_a_list_without_all_three() -> None:
    plain = list_of("Bill,Firm,Amount,VAT\n1,Elm,100,20\n2,Moor,50,10\n", "bills.csv")
    assert taxed_columns("What does Elm come to, VAT included?", plain) is None


def test_a_rate_is_no_tax() -> None:
    rates = list_of("Bill,Net,VAT %,VAT,Gross\n1,100,20,20,120\n2,50,20,10,60\n", "bills.csv")
    found = taxed_columns("How much did we bill before VAT?", rates)
    assert found is not None
    assert (found.meant, found.others) == (0, {2, 3})
