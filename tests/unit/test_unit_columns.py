"""Lists that say the unit of their figures in a column of its own, and figures of one piece."""

from __future__ import annotations

import pytest

from backend.tasks.calculate.programs.column_operations import calculate_columns
from backend.tasks.calculate.programs.column_words import says_of_one
from backend.types.calculations import Calculation
from backend.types.tables import CellKind
from tests.unit.test_column_spending import Columns, listed

PARCELS: Columns = (("Unit", CellKind.TEXT, ""), ("Parcels", CellKind.NUMBER, ""))
GOODS: Columns = (("Unit", CellKind.TEXT, ""), ("Quantity", CellKind.NUMBER, ""))
HELD = (("Flour", "kg", "16"), ("Rye", "kg", "4"), ("Oil", "l", "5"), ("Jam", "box", "7"))


@pytest.mark.parametrize(
    ("question", "figure"),
    [
        ("How many parcels did Flat A get?", "20"),  # 16 + 4
        ("What is the total number of parcels?", "25"),  # 16 + 4 + 5
        ("What is the total number of parcels per unit?", "Flat A: 20; Flat B: 5"),
    ],
)
def test_a_flat_is_no_unit_of_measure(question: str, figure: str) -> None:
    rows = (("P-1", "Flat A", "16"), ("P-2", "Flat A", "4"), ("P-3", "Flat B", "5"))
    made = calculate_columns(question, (listed(rows, PARCELS, "Porter"),), "Post")
    assert isinstance(made, Calculation), made
    assert made.figure == figure


@pytest.mark.parametrize(
    ("question", "figure"),
    [
        ("What is the total quantity of flour?", "16 kg"),
        ("What is the quantity of jam?", "7 box"),
        ("What is the total quantity of kg?", "20 kg"),  # 16 + 4
        ("What is the total quantity?", None),  # kilograms, litres and boxes
        ("What is the total quantity per unit?", "kg: 20; box: 7; l: 5"),
    ],
)
def test_a_column_of_units_says_what_figures_are_in(question: str, figure: str | None) -> None:
    made = calculate_columns(question, (listed(HELD, GOODS, "Good"),), "Stock")
    assert (made.figure if isinstance(made, Calculation) else None) == figure, made


@pytest.mark.parametrize(
    ("header", "is_of_one"),
    [
        ("Weight per box", True),
        ("Weight (kg), each", True),
        ("EUR/kg", True),
        ("Price/crate", True),
        ("Weight/piece", True),
        ("Fee per month", False),
        ("Persons", False),
        ("Permits", False),
        ("Performances", False),
        ("Percent", False),
        ("Tax per cent", False),
        ("Amount as per contract", False),
        ("Income/Expense", False),
        ("Amount/EUR", False),
        ("Entries M/F", False),
        ("Km/hour", False),
    ],
)
def test_a_header_says_whether_figures_are_of_one_piece(header: str, is_of_one: bool) -> None:
    assert says_of_one(header) is is_of_one


def test_persons_and_income_are_added_up() -> None:
    columns: Columns = (
        ("Customer", CellKind.TEXT, ""),
        ("Persons", CellKind.NUMBER, ""),
        ("Income/Expense", CellKind.NUMBER, "EUR"),
    )
    table = listed((("B-1", "Reed", "3", "30"), ("B-2", "Reed", "4", "40")), columns, "Booking")
    for question, figure in (
        ("What is the total number of persons?", "7"),
        ("What is the total income/expense?", "70 EUR"),
    ):
        made = calculate_columns(question, (table,), "Bookings")
        assert isinstance(made, Calculation), question
        assert made.figure == figure
