"""The largest figure of a single row, and whose it was."""

from __future__ import annotations

import pytest

from backend.tasks.calculate.programs.column_operations import calculate_columns
from backend.types.calculations import Calculation, Operation
from tests.unit.csv_lists import list_of

CATCHES = (
    "Date,Member,Boat,Herring kg,Share,Landed by\n"
    '2031-05-02,"Falk, Ines",Tern,120,30,Odo\n'
    "2031-05-09,Ada Reuss,Gull,310,25,Odo\n"
    "2031-06-01,Ivo Brahe,Tern,280,42,Ylva\n"
    "2031-06-08,Ivo Brahe,Gull,95,,Ylva\n"
    "TOTAL,,,805,97,\n"
)
BOOK = (
    "Date,Ref,Payee,Details,In,Out\n"
    "2031-01-04,1,,Balance brought forward,900.00,\n"
    "2031-02-11,2,Lund,Mooring rope,,41.50\n"
    "2031-03-02,3,Reuss,Tents,,85.00\n"
    "2031-04-19,4,Lund,Anchor line,,58.25\n"
)


def answer(question: str, text: str = CATCHES, name: str = "Catches.csv") -> str:
    made = calculate_columns(question, [list_of(text, name)], name.partition(".")[0])
    return made.answer if isinstance(made, Calculation) else ""


@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("What was the biggest single catch of herring and whose was it?", "310 kg, Ada Reuss"),
        ("What was the largest catch of herring, and who was it from?", "310 kg, Ada Reuss"),
        ("What was the smallest catch of herring and who did it belong to?", "95 kg, Ivo Brahe"),
        ("What was the biggest catch of herring and when was it?", "310 kg, 2031-05-09"),
        ("What was the biggest catch of herring and which boat was it?", "310 kg, Gull"),
        ("What was the biggest single catch of herring in June and whose was it?", "280 kg, Ivo"),
        ("What was the biggest single catch of herring?", "310 kg"),
        ("What was the biggest catch of cod and whose was it?", ""),
        ("What was the biggest net of herring and whose was it?", ""),
        ("What was the biggest catch of herring and who landed it?", ""),
        ("What was the biggest catch of herring and why?", ""),
        ("What was the largest share and whose was it?", "42, Ivo Brahe"),
    ],
)
def test_the_row_of_the_largest_figure_is_told_with_whose_it_is(question: str, told: str) -> None:
    assert answer(question).startswith(told) if told else not answer(question)


def test_a_name_with_a_comma_stands_apart() -> None:
    more = CATCHES.replace(",120,", ",520,").replace(",805,", ",1205,")
    question = "What was the biggest single catch of herring and whose was it?"
    assert answer(question, more) == "520 kg; Falk, Ines"


def test_the_working_says_of_which_rows_and_leaves_totals_out() -> None:
    question = "What was the biggest single catch of herring this year and whose was it?"
    made = calculate_columns(question, [list_of(CATCHES, "Catches.csv")], "Catches")
    assert isinstance(made, Calculation)
    assert (made.operation, made.value, made.unit) == (Operation.LARGEST, 310, "kg")
    assert made.formula == (
        "largest Herring kg of 4 rows where Date in 2031: 310 kg (Date: 2031-05-09; "
        "Member: Ada Reuss; Boat: Gull) (1 of totals left out) (this year: 2031)"
    )


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (",280,42", ",310,42"),  # two alike
        ("Ada Reuss,Gull", "Ada Reuss,cancelled"),
        ("Ada Reuss,Gull", ",Gull"),
        ("Boat,Herring", "Customer,Herring"),  # two that may own it
        ("Herring kg,Share", "Herring kg,Herring litres"),
        ("Herring kg", "Herring kg each"),
    ],
)
def test_nothing_is_told_where_it_is_open_which_row_or_whose_it_is(old: str, new: str) -> None:
    question = "What was the biggest single catch of herring and whose was it?"
    assert answer(question, CATCHES.replace(old, new)) == ""


def test_what_rows_of_a_name_come_to_may_be_meant_where_no_row_is_named() -> None:
    question = "What was the largest share and whose was it?"
    assert answer(question, CATCHES.replace(",310,25", ",310,60")) == "60, Ada Reuss"
    # two rows of one name come to more than the largest row of another one
    both = CATCHES.replace(",310,25", ",310,60").replace("95,,", "95,40,")
    assert answer(question, both) == ""


@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("What was our largest payment and who to?", "85.00, Reuss"),
        ("What was our largest payment and what was it for?", "85.00, Tents"),
        ("What was the smallest payment and when was it?", "41.50, 2031-02-11"),
        ("What was our largest payment since April and who was it to?", ""),  # one alone
        ("What was our largest donation and who from?", ""),  # the balance is none
    ],
)
def test_a_payment_is_what_went_out(question: str, told: str) -> None:
    assert answer(question, BOOK, "cashbook.csv") == told


def test_a_payment_of_several_lines_is_none_of_them() -> None:
    lines = BOOK.replace("2031-04-19,4", "2031-03-02,3")
    assert answer("What was our largest payment and who to?", lines, "cashbook.csv") == ""


def test_the_money_of_a_list_is_that_of_what_its_title_says() -> None:
    gifts = "Day,Donor,Amount\n2031-01-02,Lund,20\n2031-01-09,Reuss,75\n2031-02-01,Falk,30\n"
    question = "What was the biggest donation and who gave it?"
    assert answer(question, gifts, "Donations.csv") == "75, Reuss"
    assert answer(question, gifts, "Loans.csv") == ""


SALES = (
    "Date,Skipper,Herring kg,Buyer\n2031-05-02,Odo,120,Quay House\n"
    "2031-05-09,Ylva,310,Quay House\n2031-06-01,Odo,280,Weir House\n"
)


def test_a_catch_is_not_that_of_its_buyer() -> None:
    question = "What was the biggest single catch of herring and whose was it?"
    assert answer(question, SALES) == ""
    named = (
        SALES.replace("Skipper", "Helm").replace("Odo", "Odo Lund").replace("Ylva", "Ylva Reuss")
    )
    assert answer(question, named) == ""
    assert answer(question, SALES.replace("Skipper", "Ground")) == "310 kg, Quay House"
    # a customer's may be of a kind that is called as people are
    kinds = named.replace("Helm", "Kind").replace("Buyer", "Customer")
    assert answer(question, kinds) == "310 kg, Quay House"
    which = "What was the biggest single catch of herring and which skipper was it?"
    assert answer(which, SALES) == "310 kg, Ylva"


@pytest.mark.parametrize(
    ("header", "question", "told"),
    [
        ("Donor", "who gave it", "60, Reuss"),
        ("Donor", "who was it from", "60, Reuss"),
        ("Donor", "who was it to", ""),
        ("Recipient", "who was it to", "60, Reuss"),
        ("Recipient", "who was it from", ""),
        ("Recipient", "who gave it", ""),
        ("Donor", "who got it", ""),
    ],
)
def test_who_gave_is_not_who_got(header: str, question: str, told: str) -> None:
    text = f"{header},Date,Amount\nLund,2031-01-04,50\nReuss,2031-02-04,60\nBrahe,2031-03-04,20\n"
    assert answer(f"What was the largest donation and {question}?", text, "Donations.csv") == told


def test_what_was_moved_or_sent_back_is_no_payment() -> None:
    question = "What was our largest payment and what was it for?"
    for said in ("Transfer to savings", "Balance carried forward", "Tents refunded"):
        assert answer(question, BOOK.replace("Tents", said), "cashbook.csv") == ""
    orders = "Order,Client,Item,Amount\n1,Lund,Rope,50\n2,Reuss,Rope,60\n3,Brahe,Cleat,-60\n"
    smallest = "What was the smallest order and who placed it?"
    assert answer(smallest, orders, "Orders.csv") == ""
    assert answer(smallest, orders.replace("-60", "30"), "Orders.csv") == "30, Brahe"
    pledged = orders.replace("Item", "State").replace("Rope,60", "pledged,90")
    assert answer("What was the largest order and who placed it?", pledged, "Orders.csv") == ""
