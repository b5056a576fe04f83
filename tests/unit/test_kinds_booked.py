"""What went out and came in by the kind that the entries of a cashbook are booked under."""

from __future__ import annotations

import pytest

from backend.tasks.calculate.programs.column_operations import calculate_columns
from backend.types.calculations import Calculation, Operation, Refusal
from tests.unit.csv_lists import list_of

BOOK = (
    "Date,Text,Category,In,Out,Entered by,State\n"
    "2031-01-04,Balance brought forward,Balance,900.00,,Falk,cleared\n"
    "2031-02-11,Mooring rope,Rope,,41.50,Falk,cleared\n"
    "2031-03-02,Dues of February,Dues,120.00,,Ines,cleared\n"
    "2031-04-19,Anchor line,Rope,,58.25,Ines,pending\n"
    "2031-05-03,Regatta tickets,Regattas,310.00,,Falk,cleared\n"
    "2031-05-04,Regatta tents,Regattas,,85.00,Falk,cleared\n"
    "2031-06-01,Dues of May,Dues,95.00,,Ines,cleared\n"
    "2031-06-09,Tar and oakum,Tar and oakum,,19.00,Falk,cleared\n"
    "2031-07-01,Cleats,Fittings,,12.00,Falk,cleared\n"
)


def outcome(question: str, text: str = BOOK, name: str = "cashbook.csv") -> object:
    return calculate_columns(question, [list_of(text, name)], name.partition(".")[0])


def answer(question: str, text: str = BOOK, name: str = "cashbook.csv") -> str:
    made = outcome(question, text, name)
    return made.answer if isinstance(made, Calculation) else ""


@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("How much have we spent on rope?", "99.75"),
        ("What did we spend on rope?", "99.75"),
        ("How much money was spent on rope in total?", "99.75"),
        ("How much went on rope?", "99.75"),
        ("How much has rope cost us so far?", "99.75"),
        ("What was our total spending on rope?", "99.75"),
        ("How much did we spend on rope in April?", "58.25"),
        ("How much did we spend on rope since March 2031?", "58.25"),
        ("How much did we spend on rope in the first quarter?", "41.50"),
        ("How much did we spend on rope in 2031?", "99.75"),
        ("How much did we spend on rope in 2030?", ""),
        ("How much did we spend on tar and oakum?", "19.00"),
        ("How much did we spend on tar?", ""),  # a part of what the kind is called
        ("How much came in from dues?", "215.00"),
        ("How much did we receive from dues in March?", "120.00"),
        ("How much did we spend on dues?", ""),  # nothing went out
        ("How much came in from rope?", ""),
        ("How much did we spend on the regattas?", "85.00"),
        ("How much did the regatta cost?", ""),  # one of them
        ("How much did we pay Falk?", ""),  # who wrote it down
        ("How much did we spend on sails?", ""),
        ("How much did we spend on rope and fittings?", ""),
    ],
)
def test_entries_of_a_kind_are_added_up_on_the_side_that_is_asked_for(
    question: str, told: str
) -> None:
    assert answer(question) == told


@pytest.mark.parametrize(
    ("out", "into"),
    [
        ("Debit", "Credit"),
        ("Paid out", "Paid in"),
        ("Money out (£)", "Money in (£)"),
        ("Payments", "Receipts"),
        ("Expenditure", "Income"),
        ("Spent £", "Received £"),
    ],
)
def test_the_sides_may_be_called_otherwise(out: str, into: str) -> None:
    text = BOOK.replace("In,Out", f"{into},{out}")
    assert answer("How much did we spend on rope?", text).startswith("99.75")
    assert answer("How much came in from dues?", text).startswith("215")


def test_what_came_in_is_not_what_was_paid() -> None:
    for question in ("How much did we pay in dues?", "How much did we spend on dues?"):
        made = outcome(question, BOOK.replace("In,Out", "Money in,Money out"))
        assert isinstance(made, Refusal)
        assert made.is_open
        assert made.reason == "No entry of that kind has a figure under Money out."


def test_what_went_the_other_way_is_said() -> None:
    made = outcome("How much did we spend on regattas?")
    assert isinstance(made, Calculation)
    assert (made.answer, made.operation) == ("85.00", Operation.SUM)
    assert made.formula.endswith("(not taken off: 310.00 under In)")
    double = BOOK.replace("In,Out", "Credit,Debit")
    assert answer("How much did we spend on regattas?", double) == ""
    back = BOOK.replace("Regatta tickets", "Tents returned")
    assert answer("How much did we spend on regattas?", back) == ""


@pytest.mark.parametrize("said", ["Tent deposit back", "Return of a tent", "Tent credit"])
def test_what_may_have_been_given_back_leaves_it_open(said: str) -> None:
    text = BOOK.replace("Regatta tickets", said)
    assert answer("How much did we spend on regattas?", text) == ""


def test_what_came_from_one_who_was_paid_for_the_same_leaves_it_open() -> None:
    text = BOOK.replace("Entered by", "Payee")  # Falk has both of the regattas
    assert answer("How much did we spend on regattas?", text) == ""
    other = text.replace("310.00,,Falk", "310.00,,Ines")
    assert answer("How much did we spend on regattas?", other) == "85.00"
    nobody = text.replace("310.00,,Falk", "310.00,,").replace(",85.00,Falk", ",85.00,")
    assert answer("How much did we spend on regattas?", nobody) == "85.00"


def test_this_year_is_that_of_all_days() -> None:
    made = outcome("How much have we spent on rope this year?")
    assert isinstance(made, Calculation)
    assert made.answer == "99.75"
    assert made.formula.endswith("(this year: 2031)")
    later = f"{BOOK}2032-01-05,Hawser,Rope,,70.00,Falk,cleared\n"
    assert answer("How much have we spent on rope this year?", later) == ""
    assert answer("How much have we spent on rope?", later) == "169.75"
    assert answer("How much have we spent on rope in 2032?", later) == "70.00"
    assert answer("How much have we spent on rope this year?", BOOK, "cashbook 2032.csv") == ""


def test_this_year_is_that_of_the_name_where_the_list_has_no_days() -> None:
    lines = [line.partition(",")[2] for line in BOOK.splitlines()]
    plain = "\n".join(lines)
    made = outcome("How much have we spent on rope this year?", plain, "cashbook 2031.csv")
    assert isinstance(made, Calculation)
    assert made.answer == "99.75"
    assert made.formula.endswith("(this year: 2031)")
    assert answer("How much have we spent on rope this year?", plain) == ""
    both = "cashbook 2031-2032.csv"
    assert answer("How much have we spent on rope this year?", plain, both) == ""


def test_goods_that_went_in_and_out_are_not_spent() -> None:
    stock = "Day,Text,Category,In,Out\n2031-01-04,a,Rope,,4\n2031-01-05,b,Rope,,6\n"
    stock += "2031-01-06,c,Rope,9,\n2031-01-07,d,Tar,3,\n"
    assert answer("How much did we spend on rope?", stock, "store.csv") == ""


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("Cleats,Fittings", "Rope cleats,Fittings"),  # rope as well
        ("Ines,pending", "Ines,cancelled"),
        ("Out,Entered by", "Out,Type"),
    ],
)
def test_nothing_is_told_where_it_is_open_which_entries_count(old: str, new: str) -> None:
    text = BOOK.replace(old, new)
    if new.endswith("Type"):  # two columns of kinds have the value
        text = text.replace("Falk,cleared", "Rope,cleared")
    assert answer("How much did we spend on rope?", text) == ""


def test_those_who_were_paid_are_named_in_a_column_of_their_own() -> None:
    text = BOOK.replace("Entered by", "Payee")
    assert answer("How much did we pay Falk?", text) == "157.50"
    assert answer("How much did we pay Falk in May?", text) == "85.00"


def test_a_month_of_a_list_of_several_years_is_open() -> None:
    later = f"{BOOK}2032-04-05,Hawser,Rope,,70.00,Falk,cleared\n"
    assert isinstance(outcome("How much did we spend on rope in April?", later), Refusal)
