"""A list of orders, asked about in the words of those who keep it."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal

import pytest

from backend.evidence.calculation_check import check_calculation
from backend.tasks.calculate.programs.column_operations import calculate_columns
from backend.types import Chunk
from backend.types.calculations import Calculation, Operation, Refusal
from backend.types.tables import CellKind
from tests.unit.test_column_spending import Columns, listed

ORDERED: Columns = (
    ("Date", CellKind.DATE, ""),
    ("Supplier", CellKind.TEXT, ""),
    ("Item", CellKind.TEXT, ""),
    ("Kind", CellKind.TEXT, ""),
    ("Quantity", CellKind.NUMBER, ""),
    ("Unit price (EUR)", CellKind.NUMBER, "EUR"),
    ("Total (EUR)", CellKind.NUMBER, "EUR"),
    ("Paid", CellKind.TEXT, ""),
)
ORDERS = (
    ("B-1", "2026-01-08", "Alder Wool", "Merino yarn red", "Yarn", "20", "6.00", "120.00", "yes"),
    ("B-2", "2026-01-20", "Needleworks", "Circular needle", "Tools", "2", "9.50", "19.00", "no"),
    ("B-3", "2026-02-02", "Alder Wool", "Merino yarn grey", "Yarn", "40", "6.20", "248.00", "no"),
    ("B-4", "2026-02-09", "Needleworks", "Ball winder", "Tools", "1", "58.00", "58.00", "yes"),
)


def answered(question: str) -> Calculation | Refusal | None:
    return calculate_columns(question, (listed(ORDERS, ORDERED, "Order"),), "Orders of the studio")


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        # a part of a name
        ("What does a ball winder cost?", "58.00 EUR"),
        ("What does the winder cost?", "58.00 EUR"),
        ("When did we order the needle?", "2026-01-20"),
        ("When did we return the needle?", None),
        ("How much did we spend on merino?", "368.00 EUR"),
        ("How much did we pay to Alder?", "120.00 EUR"),  # B-3 is not paid
        ("How much did we spend on wool?", None),  # is what a supplier is called, and no thing
        ("What does the green merino yarn cost?", None),
        ("What does the yarn cost?", None),  # two yarns of two prices
        # how many of a thing
        ("How many ball winders did we order?", "1"),
        ("How many merino yarns were ordered?", "60"),
        # who did it
        ("Who supplied the ball winder?", "Needleworks"),
        ("Which supplier delivered the needle?", "Needleworks"),
        ("Who painted the ball winder?", None),
        # what was not done
        ("Which orders are unpaid?", "B-2, B-3"),
        ("Which orders have not been paid yet?", "B-2, B-3"),
        ("Which orders weren't paid?", "B-2, B-3"),
        ("How many orders are not paid?", "2"),
        ("How much is unpaid in total?", "267.00 EUR"),
        ("How much is still outstanding?", "267.00 EUR"),
        ("How much is still owed to Needleworks?", "19.00 EUR"),
        ("Which orders are paid?", "B-1, B-4"),
        # what an order comes to, and what a thing costs
        ("Which order was the most expensive?", "B-3"),
        ("Which item is the most expensive?", "Ball winder"),
        ("What did order B-1 cost?", "120.00 EUR"),
        ("What did B-1 cost?", "120.00 EUR"),
        ("What is the cheapest order?", "B-2"),
        # the difference of two sums
        ("How much more did we spend on yarn than on tools?", "291.00 EUR"),
        ("How much less did we spend on tools than yarn?", "291.00 EUR"),
        ("How much more did we spend on tools than on yarn?", "−291.00 EUR"),
        ("How much more did we spend in February than in January?", "167.00 EUR"),
        ("How much more did we spend on yarn than on paint?", None),
        ("How much more did we spend on yarn than at Alder Wool?", None),
    ],
)
def test_every_question_has_the_answer_of_a_person_who_reads_the_list(
    question: str, answer: str | None
) -> None:
    found = answered(question)
    assert (found.figure if isinstance(found, Calculation) else None) == answer


def test_a_word_in_the_midst_of_several_names_stands_for_none_of_them() -> None:
    held = tuple((order[0], *order[1:3], f"Soft {order[3]}", *order[4:]) for order in ORDERS)
    orders = (listed(held, ORDERED, "Order"),)
    assert isinstance(calculate_columns("How much did we spend on merino?", orders), Refusal)
    found = calculate_columns("How much did we spend on soft merino?", orders)
    assert isinstance(found, Calculation)
    assert found.figure == "368.00 EUR"


def test_a_difference_shows_the_cells_of_both_sums_and_is_checked_by_them() -> None:
    found = answered("How much more did we spend on yarn than on tools?")
    assert isinstance(found, Calculation)
    assert found.operation is Operation.DIFFERENCE
    assert found.formula == "368.00 − 77.00 = 291.00 EUR"
    assert [operand.text for operand in found.operands] == ["120.00", "248.00", "19.00", "58.00"]
    text = " ".join(operand.text for operand in found.operands)
    held = [Chunk("c", "d", "s", 0, text, 0, 99, (), "row")]
    assert check_calculation(found, held).supported is True
    for wrong in (
        replace(found, value=Decimal(290)),
        replace(found, operands=found.operands[:3]),
        replace(found, operands=found.operands[::-1]),
    ):
        assert check_calculation(wrong, held).supported is False


INVOICED: Columns = (
    ("Customer", CellKind.TEXT, ""),
    ("Sent", CellKind.DATE, ""),
    ("Work", CellKind.TEXT, ""),
    ("Hours", CellKind.NUMBER, ""),
    ("Rate", CellKind.NUMBER, ""),
    ("Amount", CellKind.NUMBER, ""),
    ("Settled", CellKind.TEXT, ""),
)
INVOICES = (
    ("31", "Reed & Son Ltd", "2026-01-12", "Roof repair", "10", "50", "500", "Yes"),
    ("32", "Abbey School", "2026-01-19", "Gutters", "4", "40", "160", "No"),
    ("33", "Reed & Son Ltd", "2026-02-02", "Gutters", "6", "40", "240", "No"),
)


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        # amounts are money though no currency is printed, and "No" is a value beside "Invoice No"
        ("Which invoices are not settled?", "32, 33"),
        ("How much is not settled yet?", "400"),
        ("How much does Reed & Son owe us?", "240"),
        ("How much did we invoice Reed & Son in total?", "740"),
        ("Which customer paid the most?", "Reed & Son Ltd"),
        ("How much more did we earn with the roof repair than with gutters?", "100"),
        ("How many hours did we spend on gutters?", "10 h"),
        ("How many days did we spend on gutters?", None),
        ("How much does Abbey House owe us?", None),
    ],
)
def test_invoices_without_a_currency(question: str, answer: str | None) -> None:
    found = calculate_columns(question, (listed(INVOICES, INVOICED, "Invoice No"),), "Invoices")
    assert (found.figure if isinstance(found, Calculation) else None) == answer


LENT: Columns = (
    ("Tool", CellKind.TEXT, ""),
    ("Borrower", CellKind.TEXT, ""),
    ("Borrowed on", CellKind.DATE, ""),
    ("Returned", CellKind.TEXT, ""),
)
LOANS = (
    ("L1", "Tile cutter", "Nora Fell", "2026-04-02", "yes"),
    ("L2", "Pressure washer", "Ivo Banks", "2026-04-05", "no"),
)


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("Who borrowed the cutter?", "Nora Fell"),
        ("Who has not returned their tool?", "Ivo Banks"),
        ("Which tools have not been returned?", "Pressure washer"),
        ("Has the washer been returned?", "no"),
        ("Who sold the cutter?", None),
    ],
)
def test_who_has_what(question: str, answer: str | None) -> None:
    found = calculate_columns(question, (listed(LOANS, LENT, "Loan"),), "Loans of the club")
    assert (found.figure if isinstance(found, Calculation) else None) == answer


def test_totals_are_money_only_beside_what_one_thing_costs() -> None:
    votes: Columns = (("Party", CellKind.TEXT, ""), ("Total", CellKind.NUMBER, ""))
    ballots = (("Station 1", "Reds", "120"), ("Station 2", "Reds", "90"))
    found = calculate_columns(
        "How much did we spend on Reds?", (listed(ballots, votes, "Order"),), "Ballot"
    )
    assert not isinstance(found, Calculation)
