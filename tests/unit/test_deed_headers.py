"""What was done with a thing stands under the deed, and not under the thing."""

from __future__ import annotations

import pytest

from backend.tasks.calculate.programs.column_operations import calculate_columns
from backend.types import Calculation, Refusal
from tests.unit.csv_lists import list_of

CISTERNS = (
    "Day,Cistern,Cider litres,Sold litres,Takings\n"
    "2031-05-01,North,1200,100,300\n2031-05-02,North,1100,150,450\n2031-05-03,South,950,120,360\n"
)


@pytest.mark.parametrize(
    "question",
    ["How much cider was sold?", "How much cider did we sell?", "How much cider has been sold?"],
)
def test_what_was_sold_is_not_what_was_there(question: str) -> None:
    made = calculate_columns(question, [list_of(CISTERNS, "cisterns.csv")], "cisterns")
    assert isinstance(made, Refusal)
    assert made.is_open
    assert made.reason == "The question may mean what stands under “Sold litres”."


def test_sales_in_money_are_not_how_much_was_sold() -> None:
    table = list_of(CISTERNS.replace("Sold litres", "Sales EUR"), "cisterns.csv")
    made = calculate_columns("How much cider was sold?", [table], "cisterns")
    assert isinstance(made, Calculation)
    assert made.value == 3250
