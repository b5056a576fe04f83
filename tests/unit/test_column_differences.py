"""How far a figure of a list moved, by how much one exceeds another, and which one is largest."""

from __future__ import annotations

import pytest

from backend.tasks.calculate.programs.column_operations import calculate_columns
from backend.types.calculations import Calculation
from backend.types.tables import CellKind, StoredTable
from tests.unit.test_column_spending import Columns, listed
from tests.unit.test_quarter_lists import told


def figure(question: str, table: StoredTable, about: str) -> str | None:
    made = calculate_columns(question, (table,), about)
    return made.figure if isinstance(made, Calculation) else None


@pytest.mark.parametrize(
    ("question", "said"),
    [
        ("How much longer is the Mill than the Barn?", "4 m"),  # 14 − 10
        ("How much shorter is the Barn than the Mill?", "4 m"),
        ("How much shorter is the Mill than the Barn?", None),  # it is longer
        ("How much longer is the Barn than the Mill?", None),
    ],
)
def test_what_is_not_so_has_no_figure(question: str, said: str | None) -> None:
    columns: Columns = (("Length (m)", CellKind.NUMBER, "m"),)
    table = listed((("Mill", "14"), ("Barn", "10")), columns, "Building")
    assert figure(question, table, "Buildings") == said


@pytest.mark.parametrize(
    ("question", "said"),
    [
        # 1.20 in the first quarter, 1.10 in the third
        ("By how much did the price of barley change from Q1 to Q3 2025?", "0.10 EUR per kg"),
        ("By how much did the price of barley fall from Q1 to Q3 2025?", "0.10 EUR per kg"),
        ("By how much did the price of barley rise from Q1 to Q3 2025?", None),
        ("By how much did the price of hops change from Q1 to Q3 2025?", "0.90 EUR per kg"),
    ],
)
def test_a_change_may_go_either_way(question: str, said: str | None) -> None:
    assert told(question) == said


@pytest.mark.parametrize(
    ("question", "said"),
    [
        ("What is the largest invoice?", "250 EUR"),
        ("What was the largest invoice of Holm?", "100 EUR"),
        ("What is the smallest invoice?", "80 EUR"),
        ("What is the highest total?", "250 EUR"),
    ],
)
def test_the_largest_invoice_is_what_it_comes_to(question: str, said: str) -> None:
    columns: Columns = (
        ("Customer", CellKind.TEXT, ""),
        ("Total (EUR)", CellKind.NUMBER, "EUR"),
    )
    rows = (("I-1", "Holm", "100"), ("I-2", "Bask", "250"), ("I-3", "Holm", "80"))
    assert figure(question, listed(rows, columns, "Invoice"), "Invoices") == said
