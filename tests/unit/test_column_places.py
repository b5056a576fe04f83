"""Lists of things: where they stand, when they came, what they cost together, how long they ran."""

from __future__ import annotations

from decimal import Decimal

import pytest

from backend.tasks.calculate.programs.column_operations import calculate_columns
from backend.types.calculations import Calculation, Refusal
from backend.types.tables import Cell, CellKind, Column, StoredRow, StoredTable

BOATS = (
    ("Tern", "North pier", "2014", "5200", "310"),
    ("Gannet", "North pier", "2021", "8900", "120"),
    ("Dunlin", "Slipway", "2014", "1100", "45"),
    ("Curlew", "South pier", "2019", "3000", "280"),
)
COLUMNS = (
    ("Mooring", CellKind.TEXT, "", ""),
    ("Bought", CellKind.NUMBER, "", ""),
    ("Price (EUR)", CellKind.NUMBER, "EUR", ""),
    ("Hours in 2025", CellKind.NUMBER, "", "2025"),
)


def held(text: str, kind: CellKind) -> Cell:
    value = Decimal(text) if kind is CellKind.NUMBER else None
    return Cell(text, kind, value, 0, len(text), 0, None)


def boats() -> StoredTable:
    columns = tuple(
        Column(name, (name,), kind, unit, Decimal(1), period)
        for name, kind, unit, period in COLUMNS
    )
    rows = tuple(
        StoredRow(
            label,
            (),
            tuple(held(text, column[1]) for text, column in zip(texts, COLUMNS, strict=True)),
            False,
            held(label, CellKind.TEXT),
        )
        for label, *texts in BOATS
    )
    return StoredTable("t", "d", (0,), None, (), "", "", columns, rows, "Boat")


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("How many boats lie at the North pier?", "2"),
        ("Which mooring holds the most boats?", "North pier"),
        ("When was the Curlew bought?", "2019"),
        ("In which year was the Tern bought?", "2014"),
        ("At what price was the Dunlin bought?", None),
        ("What did the Gannet cost?", "8,900 EUR"),
        ("How much did all the boats cost together?", "18,200 EUR"),
        ("What did all boats at the North pier cost in total?", "14,100 EUR"),
        ("What is the total cost of the boats at the North pier?", "14,100 EUR"),
        ("How many hours did the boats at the North pier run in 2025?", "430"),
        ("In which mooring does the Dunlin lie?", "Slipway"),
        ("Which boats were bought before 2019?", "Tern, Dunlin"),
    ],
)
def test_things_of_a_list(question: str, answer: str | None) -> None:
    made = calculate_columns(question, [boats()])
    if answer is None:
        assert not isinstance(made, Calculation)
        return
    assert isinstance(made, Calculation), made
    assert made.figure == answer


def test_years_are_written_as_years() -> None:
    made = calculate_columns("Which boats were bought before 2019?", [boats()])
    assert isinstance(made, Calculation)
    assert "Bought < 2019" in made.sentence


def test_several_prices_are_offered_together_and_one_by_one() -> None:
    made = calculate_columns("How much did the boats at the North pier cost?", [boats()])
    assert isinstance(made, Refusal)
    assert made.is_open
    assert [reading.label for reading in made.readings] == [
        "All together",
        "Boat Tern",
        "Boat Gannet",
    ]
    together = calculate_columns(
        "How much did the boats at the North pier cost together?", [boats()]
    )
    assert isinstance(together, Calculation)
    assert made.readings[0].cells == frozenset(operand.place for operand in together.operands)
