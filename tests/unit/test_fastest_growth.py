"""Which row of one kind grew most is told with its working, or refused."""

from __future__ import annotations

import pytest

from backend.tasks.calculate.programs.calculation import calculate
from backend.types import Calculation, Operation, Refusal, StoredTable
from tests.unit.small_ledgers import ledger

YEARS = (("2022", "2022"), ("2021", "2021"))


def company(lowland: str = "130") -> StoredTable:
    rows = (
        (("Net sales",), "Lowland", (lowland, "100")),
        (("Net sales",), "Upland", ("220", "200")),
        (("Net sales",), "Corporate", ("9", "1")),
        (("Profit",), "Lowland", ("11", "10")),
        (("Profit",), "Upland", ("40", "20")),
    )
    return ledger(YEARS, rows, title="Divisions")


@pytest.mark.parametrize(
    ("question", "name", "rate"),
    [
        ("Which division grew fastest in 2022?", "Lowland", "30"),
        ("Which division had the highest growth in profit in 2022?", "Upland", "100"),
        ("Which division's sales grew the most from 2021 to 2022?", "Lowland", "30"),
    ],
)
def test_the_fastest_is_told(question: str, name: str, rate: str) -> None:
    made = calculate(question, [company()])
    assert isinstance(made, Calculation), made
    assert (made.operation, made.answer, str(made.value)) == (Operation.GROWTH, name, rate)
    assert made.operands[0].label == made.answer
    assert "Corporate" not in {operand.label for operand in made.operands}


@pytest.mark.parametrize(
    ("question", "table"),
    [
        ("Which division grew fastest in 2022?", company("110")),  # both by a tenth
        ("Which division grew fastest in 2022?", company("(5)")),
        ("Which division grew fastest in 2020?", company()),
        ("Which division fell most in 2022?", company()),
    ],
)
def test_what_is_open_is_refused(question: str, table: StoredTable) -> None:
    assert isinstance(calculate(question, [table]), Refusal)
