"""The rows that close a bill are told by their names, and are none of what was bought."""

from __future__ import annotations

import pytest

from backend.evidence.calculation_check import check_calculation
from backend.tasks.calculate.programs.column_operations import calculate_columns
from backend.tasks.calculate.programs.column_rows import closing_rows
from backend.types import Calculation, Chunk, Refusal, StoredTable
from tests.unit.csv_lists import list_of

HEAD = "Pos.,Work,Days,Rate (EUR),Amount (EUR)\n"
WORKS = "1,Tarring,2,150.00,300.00\n2,Caulking,3,120.00,360.00\n3,Towing,1,90.00,90.00\n"
BILL = list_of(
    f"{HEAD}{WORKS},Subtotal,,,750.00\n,VAT 10 %,,,75.00\n,Amount due,,,825.00\n", "bill.csv"
)


def answer(table: StoredTable, question: str) -> str:
    """What is told; empty where nothing is."""
    made = calculate_columns(question, [table], "bill")
    return made.answer if isinstance(made, Calculation) else ""


@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("How much is the VAT?", "75.00 EUR"),
        ("How much VAT is on the bill?", "75.00 EUR"),
        ("What is the subtotal?", "750.00 EUR"),
        ("What is the amount due?", "825.00 EUR"),
        ("What is the average amount?", "250"),  # 750 by three
        ("What is the highest amount?", "360.00 EUR"),
        ("What is the amount of the towing?", "90.00 EUR"),
        ("How much is the discount?", ""),
        ("How much is the VAT of the towing?", ""),
    ],
)
def test_what_closes_a_bill_is_told_by_its_name_alone(question: str, told: str) -> None:
    assert answer(BILL, question) == told


def test_the_check_reads_the_cell_of_the_row() -> None:
    made = calculate_columns("How much is the VAT?", [BILL], "bill")
    assert isinstance(made, Calculation)
    assert made.formula == "Amount (EUR) of VAT 10 % = 75.00 EUR"
    cited = Chunk("c", "d", "s", 0, "VAT 10 % 75.00", 0, 10_000, (0,), "row")
    assert check_calculation(made, [cited]).supported


@pytest.mark.parametrize(
    ("rows", "closing"),
    [
        (f"{WORKS},Subtotal,,,750.00\n,VAT 10 %,,,75.00\n,Total due:,,,825.00\n", 3),
        (f"{WORKS},Subtotal,,,750.00\n,Postage,,,5.00\n,Total incl. VAT,,,755.00\n", 3),
        (f"{WORKS},Subtotal,,,750.00\n4,Rope,1,5.00,5.00\n,Total,,,755.00\n", 0),  # it goes on
        (f"{WORKS},Postage,,,5.00\n", 0),
        (WORKS, 0),
        ("1,Tarring,2,150.00,300.00\n,Subtotal,,,300.00\n,VAT,,,30.00\n", 0),  # one row above
    ],
)
def test_rows_close_a_bill_from_the_first_sum_to_the_end(rows: str, closing: int) -> None:
    table = list_of(HEAD + rows, "bill.csv")
    assert len(closing_rows(table)) == closing
    assert list(closing_rows(table)) == list(range(len(table.rows)))[len(table.rows) - closing :]


@pytest.mark.parametrize("tax", ["VAT 10 %", "10 % MwSt", "plus sales tax"])
def test_a_tax_that_fills_every_column_of_a_short_bill_is_no_entry(tax: str) -> None:
    table = list_of(f"Work,Amount\nTarring,300\nTowing,90\nTotal,390\n{tax},39\nTotal due,429\n")
    assert answer(table, "What is the average amount?") == "195"
    other = list_of("Work,Amount\nTarring,300\nTowing,90\nTotal,390\nRope,39\nTotal due,429\n")
    assert len(closing_rows(other)) == 0


def test_the_total_below_a_list_is_what_its_rows_come_to() -> None:
    table = list_of("Boat,Crew,Bill\nOtter,4,12\nHeron,3,9\nTotal,7,\n", "bill.csv")
    made = calculate_columns("What is the total crew?", [table], "bill")
    assert isinstance(made, Calculation)
    assert made.formula == "sum of Crew of 2 rows: 4 + 3 = 7 (1 of totals left out)"


OFFER = "Pos.,Work,Quantity,Unit price (EUR),Total (EUR)\n1,Tarring,26,95,2470\n2,Crane,1,300,300\n"
CLOSE = ",Net total,,,2770\n,VAT 10 %,,,277\n,Gross total,,,3047\n"


@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("How much does the tarring cost?", ""),  # 95 for one, or 2,470 for all
        ("What did the tarring cost in total?", "2,470 EUR"),
        ("How much does the crane cost?", "300 EUR"),
        ("What is the unit price of the tarring?", "95 EUR"),
        ("What is the gross total?", "3,047 EUR"),
    ],
)
def test_the_price_of_one_is_not_told_for_that_of_all(question: str, told: str) -> None:
    assert answer(list_of(OFFER + CLOSE, "offer.csv"), question) == told


def test_an_order_that_is_named_cost_what_it_came_to() -> None:
    head = "Order,Work,Quantity,Unit price (EUR),Total (EUR)\n"
    table = list_of(f"{head}K-1,Tarring,26,95,2470\nK-2,Towing,2,30,60\n", "orders.csv")
    assert answer(table, "What did K-1 cost?") == "2,470 EUR"
    assert answer(table, "What did the tarring cost?") == ""
    works = list_of("Work,Quantity,Unit price (EUR),Total (EUR)\nTarring,26,95,2470\nTow,2,30,60\n")
    assert answer(works, "What did the tarring cost?") == ""


def test_the_price_of_one_and_that_of_all_are_both_offered() -> None:
    made = calculate_columns("What did the tarring cost?", [list_of(OFFER, "offer.csv")], "offer")
    assert isinstance(made, Refusal)
    assert [reading.label for reading in made.readings] == ["Unit price (EUR)", "Total (EUR)"]
    one, whole = (reading.wordings[0][0] for reading in made.readings)
    assert answer(list_of(OFFER, "offer.csv"), one[1]) == "95 EUR"
    assert whole == ("", " in total")


def test_a_list_of_prices_alone_tells_them() -> None:
    table = list_of("Work,Unit price (EUR)\nTarring,95\nCrane,300\n", "prices.csv")
    assert answer(table, "How much does the tarring cost?") == "95 EUR"
