"""Lists with a column for each quarter."""

from __future__ import annotations

from dataclasses import replace

import pytest

from backend.evidence.calculation_check import check_calculation
from backend.tasks.calculate.programs.column_operations import calculate_columns
from backend.types import Chunk
from backend.types.calculations import Calculation
from backend.types.tables import CellKind
from tests.unit.test_column_spending import Columns, listed

QUARTERS: Columns = (
    ("Unit", CellKind.TEXT, ""),
    ("Q1 2025", CellKind.NUMBER, ""),
    ("Q2 2025", CellKind.NUMBER, ""),
    ("Q3 2025", CellKind.NUMBER, ""),
)
PRICES = (
    ("Barley", "EUR per kg", "1.20", "1.30", "1.10"),
    ("Hops", "EUR per kg", "9.00", "9.60", "9.90"),
    ("Bottles", "EUR per crate", "3.00", "3.00", "3.40"),
)


HARVESTED = (
    ("Barley", "t", "5", "7", "9"),
    ("Hops", "t", "1", "2", "3"),
)


def told(
    question: str,
    about: str = "Price list",
    rows: tuple[tuple[str, ...], ...] = PRICES,
) -> str | None:
    """What is told, checked by its cells; nothing where nothing is."""
    table = listed(rows, QUARTERS, "Product")
    dated = tuple(
        replace(column, period=f"2025-{column.name[:2]}") if column.name.startswith("Q") else column
        for column in table.columns
    )
    made = calculate_columns(question, (replace(table, columns=dated),), about)
    if not isinstance(made, Calculation):
        return None
    texts = " ".join(operand.text for operand in made.operands)
    held = Chunk("c", "d", "s", 0, texts, 0, max(len(texts), 12), (0,), "row")
    assert check_calculation(made, [held]).supported, made
    return made.figure


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("What did barley cost in Q2 2025?", "1.30 EUR per kg"),
        ("What did barley cost in the second quarter?", "1.30 EUR per kg"),
        ("What is the price of hops in Q3?", "9.90 EUR per kg"),
        ("What was the average price of barley in 2025?", "1.2 EUR per kg"),  # 3.60 ÷ 3
        ("How much did hops cost on average?", "9.5 EUR per kg"),  # 28.50 ÷ 3
        ("By how much did the price of hops rise from Q1 to Q3 2025?", "0.90 EUR per kg"),
        ("By how much did the price of barley rise from Q1 to Q3 2025?", None),  # it fell
        ("By how much did the price of barley fall from Q1 to Q3 2025?", "0.10 EUR per kg"),
        ("What did barley cost in Q4 2025?", None),
        ("What did barley cost in Q2 2024?", None),
        ("What did barley cost in 2025?", None),  # prices are not added up
        ("What was the total price of barley in 2025?", None),
        ("Which product was the most expensive in Q1 2025?", None),  # of different units
        ("How much barley did we buy in Q2 2025?", None),
    ],
)
def test_a_quarter_is_a_day_of_its_figures(question: str, answer: str | None) -> None:
    assert told(question) == answer


@pytest.mark.parametrize(
    ("about", "question", "answer"),
    [
        ("Costs", "What did barley cost in Q2 2025?", "7 t"),
        ("Harvest", "What did barley cost in Q2 2025?", None),
        ("Members", "What did barley cost in Q2 2025?", None),
        ("Sales", "How much did barley cost in Q2 2025?", None),
        ("Total harvest", "What did barley cost in 2025?", None),
        ("Harvest", "What is the total harvest of barley in 2025?", "21 t"),  # 5 + 7 + 9
        ("Staff", "What was the total staff of barley in 2025?", None),
        ("Staff", "What was the average staff of barley in 2025?", "7 t"),  # 21 ÷ 3
    ],
)
def test_only_prices_and_costs_say_what_something_cost(
    about: str, question: str, answer: str | None
) -> None:
    assert told(question, about, HARVESTED) == answer
