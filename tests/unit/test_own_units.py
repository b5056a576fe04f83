"""A list of properties has a unit for each of them, and no unit of its column stands for all."""

from __future__ import annotations

import pytest

from backend.readers.delimited import read_delimited
from backend.tables.stored_tables import stored_tables
from backend.tasks.calculate.programs.calculation import calculate
from backend.tasks.calculate.programs.column_operations import calculate_columns
from backend.types.calculations import Calculation
from backend.types.tables import StoredTable

LAMP = "Property,Value\nPower,750 W\nFlow,40 l/h\nReach,38 m\nWeight,9.4 kg\nCable,10 m\n"
SHELF = "Board,Length\nTop,38 m\nSide,12\nBack,10 m\n"


def table_of(text: str) -> StoredTable:
    (table,) = stored_tables(read_delimited(text, "things.csv"), (), "d")
    return table


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("What is the weight?", "9.4 kg"),
        ("What is the power?", "750 W"),
        ("What is the flow?", "40 l/h"),
        ("What is the cable?", "10 m"),
    ],
)
def test_a_property_keeps_the_unit_that_stands_behind_its_number(
    question: str, answer: str
) -> None:
    found = calculate(question, [table_of(LAMP)])
    assert isinstance(found, Calculation)
    assert found.figure == answer


def test_figures_of_different_units_are_not_added_up() -> None:
    assert not isinstance(
        calculate_columns("What is the total value?", [table_of(LAMP)]), Calculation
    )


def test_a_figure_without_a_unit_has_that_of_its_column() -> None:
    found = calculate_columns("What is the total length?", [table_of(SHELF)])
    assert isinstance(found, Calculation)
    assert found.figure == "60 m"


def test_a_row_that_is_called_by_all_that_is_asked_is_told_where_it_has_one_figure() -> None:
    found = calculate("What is the reach?", [table_of(LAMP)])
    assert isinstance(found, Calculation)
    assert found.figure == "38 m"
    assert not isinstance(
        calculate("What is the reach of the cable drum?", [table_of(LAMP)]), Calculation
    )
