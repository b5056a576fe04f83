"""A change without its periods is that between the only two of the row."""

from __future__ import annotations

import pytest

from backend.tasks.calculate.programs.calculation import calculate
from backend.types import Calculation, StoredTable
from tests.unit.small_ledgers import ledger

TWO = (("2031", "2031"), ("2030", "2030"))
QUARTERS = (("Q3 2031", "2031-Q3"), ("Q3 2030", "2030-Q3"))


def quarry(columns: tuple[tuple[str, str], ...], *figures: str) -> StoredTable:
    rows = (((), "Slate output", figures), ((), "Lime output", figures[::-1]))
    return ledger(columns, rows, title="Output of the quarry")


@pytest.mark.parametrize(
    ("question", "columns", "figure"),
    [
        ("By how much did slate output grow?", TWO, "150"),  # 900 − 750
        ("By how many per cent did slate output grow?", TWO, "20"),
        ("By how much did slate output grow?", QUARTERS, "150"),
        ("What was the change in lime output?", TWO, "−150"),
    ],
)
def test_the_later_of_two_is_compared_with_the_earlier(
    question: str, columns: tuple[tuple[str, str], ...], figure: str
) -> None:
    made = calculate(question, [quarry(columns, "900", "750")])
    assert isinstance(made, Calculation)
    assert made.answer == figure


@pytest.mark.parametrize(
    ("question", "columns", "figures"),
    [
        ("By how much did slate output grow?", (*TWO, ("2029", "2029")), ("900", "750", "700")),
        ("By how much did slate output grow in the first half?", TWO, ("900", "750")),
        ("By how much did slate output grow?", (("2031", "2031"), QUARTERS[1]), ("900", "750")),
    ],
)
def test_of_more_or_other_periods_none_is_taken(
    question: str, columns: tuple[tuple[str, str], ...], figures: tuple[str, ...]
) -> None:
    made = calculate(question, [quarry(columns, *figures)])
    assert not isinstance(made, Calculation)
