"""Everyday wordings over lists: money, shares of rows, yes and no, and what is left unsaid."""

from __future__ import annotations

from decimal import Decimal

import pytest

from backend.evidence.calculation_check import check_calculation
from backend.tasks.calculate.programs.column_operations import calculate_columns
from backend.tasks.calculate.programs.wanted_work import (
    asks_share,
    compares,
    counts,
    leaves_unsaid,
    says_share,
    says_what_is_wanted,
    says_work,
    wants_work,
)
from backend.types import Chunk
from backend.types.calculations import Calculation
from backend.types.tables import Cell, CellKind, Column, StoredRow, StoredTable

SALES = (
    ("S1", "2024-01-10", "Otter Ltd", "Rope", "2", "30", "60", "Yes", "Ada"),
    ("S2", "2024-04-02", "Finch & Co", "Buoy", "1", "200", "200", "No", "Ben"),
    ("S3", "2024-05-20", "Otter Ltd", "Buoy", "2", "200", "400", "Yes", "Ada"),
    ("S4", "2024-06-30", "Heron", "Rope", "4", "30", "120", "Yes", "Cleo"),
    ("S5", "2024-08-01", "Finch & Co", "Anchor", "1", "500", "500", "No", "Ben"),
)
COLUMNS = (
    ("Date", CellKind.DATE, ""),
    ("Customer", CellKind.TEXT, ""),
    ("Article", CellKind.TEXT, ""),
    ("Quantity", CellKind.NUMBER, ""),
    ("Unit price", CellKind.NUMBER, "EUR"),
    ("Total", CellKind.NUMBER, "EUR"),
    ("Paid in time", CellKind.TEXT, ""),
    ("Packer", CellKind.TEXT, ""),
)


def made_cell(text: str, kind: CellKind) -> Cell | None:
    value = Decimal(text) if text and kind is CellKind.NUMBER else None
    return Cell(text, kind, value, 0, len(text), 0, None) if text else None


def listed(rows=SALES, columns=COLUMNS) -> StoredTable:  # type: ignore[no-untyped-def]
    return StoredTable(
        "t",
        "d",
        (0,),
        None,
        (),
        "",
        "",
        tuple(Column(name, (name,), kind, unit, Decimal(1), "") for name, kind, unit in columns),
        tuple(
            StoredRow(
                row[0],
                (),
                tuple(
                    made_cell(text, kind)
                    for text, (_, kind, _) in zip(row[1:], columns, strict=True)
                ),
                False,
                made_cell(row[0], CellKind.TEXT),
            )
            for row in rows
        ),
        "Order",
    )


def figure_of(question: str, table: StoredTable | None = None) -> str | None:
    found = calculate_columns(question, [table or listed()])
    return found.figure if isinstance(found, Calculation) else None


@pytest.mark.parametrize(
    ("question", "figure"),
    [
        ("What is the total order value for Otter Ltd?", "460 EUR"),  # 60 + 400
        ("What is the average order value?", "256 EUR"),  # 1,280 / 5
        ("Which customer spent the most?", "Finch & Co"),  # 700 against 460 and 120
        ("Which article brought in the least money?", "Rope"),  # 180
        ("Which article brought in the most money in the second quarter of 2024?", "Buoy"),
        ("What share of the orders are for buoys?", "40 %"),
        ("What share of the orders have a quantity of 2?", "40 %"),
        ("What percentage of the orders were packed by Ada?", "40 %"),
        ("How many orders did Ada pack?", "2"),
        ("How many orders were paid in time?", "3"),
        ("What share of orders were paid in time?", "60 %"),
        ("How many orders of Otter Ltd were paid in time?", "2"),
        ("How many different customers ordered buoys?", "2"),
    ],
)
def test_answers_worked_out_by_hand(question: str, figure: str) -> None:
    assert figure_of(question) == figure


def test_a_share_holds_before_the_check_of_the_answer() -> None:
    found = calculate_columns("What percentage of the orders were packed by Ada?", [listed()])
    assert isinstance(found, Calculation)
    assert found.formula == "2 ÷ 5 = 40 %"
    chunk = Chunk("c", "d", "s", 0, "Ada", 0, 3, (0,), "table_row")
    assert check_calculation(found, [chunk]).supported


@pytest.mark.parametrize(
    "question",
    [
        "What share of the orders of Otter Ltd were packed by Ada?",  # of which rows is open
        "What share of the orders were packed in red?",
        "How many orders were not paid in time by Ben at noon?",
        "Which customer weighed the most?",
        "What is the total paid to Otter Ltd?",  # which column is open
        "What is the total of the buoys that were lost?",
    ],
)
def test_what_is_not_wholly_understood_is_no_figure(question: str) -> None:
    assert figure_of(question) is None


def test_with_two_columns_of_money_of_one_kind_none_is_meant_by_value() -> None:
    columns = (*COLUMNS, ("Total with tax", CellKind.NUMBER, "EUR"))
    rows = tuple((*row, str(int(row[6]) + 1)) for row in SALES)
    assert figure_of("What is the average order value?", listed(rows, columns)) is None


def test_a_share_where_rows_have_no_entry_is_left_open() -> None:
    rows = (*SALES, ("S6", "2024-09-01", "Heron", "Rope", "1", "30", "30", "No", ""))
    assert figure_of("What percentage of the orders were packed by Ada?", listed(rows)) is None


def test_a_word_for_a_quantity_needs_a_column_that_is_named_in_full() -> None:
    months = (("January", "98", "300"), ("February", "117", "250"))
    columns = (("Gas", CellKind.NUMBER, "kWh"), ("Power cost", CellKind.NUMBER, "EUR"))
    table = listed(months, columns)
    assert figure_of("What is the total gas consumption?", table) == "215 kWh"
    assert figure_of("What is the total power consumption?", table) is None


# --- what has to be worked out -------------------------------------------------------------------


@pytest.mark.parametrize(
    ("question", "is_work"),
    [
        ("What is the total order value for Otter Ltd?", True),
        ("By how much did Marketing exceed its budget in 2024?", True),
        ("Which items are below their reorder level?", True),
        ("Which customer spent the most?", True),
        ("What was net revenue in 2022?", False),
        ("Which country is the head office in?", False),
        ("How many stores were there at the end of 2022?", False),
    ],
)
def test_which_questions_want_more_than_a_printed_figure(question: str, is_work: bool) -> None:
    assert wants_work(question) is is_work


def test_a_row_that_calls_its_figure_a_total_or_a_change_may_answer() -> None:
    assert says_work("Total assets: 1,500")
    assert says_work("Rooms: 38%")
    assert not says_work("Marketing — Actual 2023: 410; Budget 2024: 450")


@pytest.mark.parametrize(
    ("question", "said", "is_said"),
    [
        ("What was the change in rents from 2021 to 2022?", "Rents — Change: 12", True),
        ("What was the change in rents from 2021 to 2022?", "Total rents — 2022: 310", False),
        ("By how many per cent did the rate rise from 2021 to 2022?", "Rate — 2022: 4 %", False),
        ("By how many per cent did rents rise from 2021 to 2022?", "Rents — Growth: 4 %", True),
        ("What was the ratio of rents to sales in 2022?", "Total rents — 2022: 310", False),
        ("What was the ratio of rents to sales in 2022?", "Rents to sales — Ratio: 0.3", True),
        ("What was the total of rents in 2021 and 2022?", "Total rents — 2022: 310", False),
        ("What was the total of rents in 2021 and 2022?", "Rents — Total 2021 and 2022: 6", True),
        ("What was the average of rents in 2021 and 2022?", "Rents — Average: 305", True),
        ("What was the total of rents in 2022?", "Total rents — 2022: 310", True),
    ],
)
def test_a_row_says_that_its_figure_was_worked_out_as_is_wanted(
    question: str, said: str, is_said: bool
) -> None:
    assert wants_work(question)
    assert says_what_is_wanted(question, said) is is_said


@pytest.mark.parametrize(
    ("question", "said", "is_said"),
    [
        ("What is the percentage of leases in all debts?", "Leases, Total: 50 million EUR", False),
        ("What is the share of leases in all debts?", "Leases — Share of debts 2022: 40", True),
        ("What is the share of leases in all debts?", "Leases are 40 % of all debts", True),
        ("What percentage of debts are leases?", "Leases (%) — 2022: 40", True),
        ("What percentage of debts are leases?", "Leases — 2022: 40", False),
    ],
)
def test_a_share_is_said_in_per_cent_or_called_one(question: str, said: str, is_said: bool) -> None:
    assert asks_share(question)
    assert says_share(question, said) is is_said


def test_what_is_asked_for_together_or_by_number_is_known() -> None:
    assert wants_work("How much revenue did Europe and Asia have together?")
    assert counts("How many orders are open?")
    assert not counts("How much was ordered?")
    assert compares("How did Europe compare with Asia?")
    assert not compares("What was revenue in Europe?")


@pytest.mark.parametrize(
    ("question", "said", "is_unsaid"),
    [
        ("What was the busiest month for the Wren?", "Wren — Month: July", True),
        ("What was the busiest month for the Wren?", "Busiest month — Wren: July", False),
        ("What is the total of Hull for the first quarter?", "Hull — Total: 660", True),
        ("What is the total of Hull for the first quarter?", "Total, first quarter: 160", False),
        ("What is the interest on the harvest in Budapest?", "Interest: 4 %", False),
        ("Who baked the most rolls?", "Ivo Lang — Baked: 33", True),
        ("Which is the most recent batch?", "R-3", False),
        ("What is the revenue of Hull in the first quarter?", "Hull — Q1: 4", False),  # one cell
    ],
)
def test_a_row_that_picks_none_of_several_is_no_answer(
    question: str, said: str, is_unsaid: bool
) -> None:
    assert leaves_unsaid(question, said) is is_unsaid
