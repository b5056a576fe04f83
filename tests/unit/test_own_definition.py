"""Figures that a question defines itself."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal

import pytest

from backend.evidence.calculation_check import check_calculation
from backend.tasks.calculate.programs.calculation import calculate
from backend.tasks.calculate.programs.own_definition import definition_in
from backend.types import Chunk
from backend.types.calculations import Calculation, Refusal
from backend.types.tables import StoredTable
from tests.unit.small_ledgers import ledger

YEARS = (("2024", "2024"), ("2023", "2023"))
BALANCE = ledger(
    YEARS,
    (
        ((), "Cash and cash equivalents", ("120", "100")),
        ((), "Inventories", ("110", "90")),
        ((), "Total assets", ("900", "700")),
        ((), "Accounts payable", ("60", "40")),
    ),
    name="b",
    title="Consolidated balance sheets",
)
INCOME = ledger(
    YEARS,
    (
        ((), "Net sales", ("1,460", "1,200")),
        ((), "Cost of sales", ("980", "800")),
        ((), "Net income", ("(160)", "90")),
    ),
    name="i",
    title="Consolidated statements of income",
)
TABLES = [BALANCE, INCOME]


def in_unit(table: StoredTable, unit: str) -> StoredTable:
    scale = Decimal(1 if unit == "%" else 1000)
    columns = tuple(replace(column, unit=unit, scale=scale) for column in table.columns)
    return replace(table, columns=columns)


def is_supported(made: Calculation) -> bool:
    texts = " ".join(operand.text for operand in made.operands)
    return check_calculation(made, [Chunk("c", "d", "s", 0, texts, 0, 99, (0,), "row")]).supported


@pytest.mark.parametrize(
    ("question", "formula"),
    [
        (
            "What is the FY2024 payables period? Payables period is defined as: 365 * (average "
            "accounts payable between FY2023 and FY2024) / (FY2024 COGS + change in inventory "
            "between FY2023 and FY2024).",
            "365 × ((40 + 60) ÷ 2) ÷ (980 + (110 − 90)) = 18.25",
        ),
        (
            "What was the stock cover in 2024? It is defined as inventories / revenue.",
            "110 ÷ 1,460 = 0.08",
        ),
        (
            "What was the markup in 2024? It is calculated as: revenue - cost of goods sold.",
            "1,460 − 980 = 480 thousand USD",
        ),
        (
            "What was the turn in 2024? It is defined as: 2024 revenue / 2024 inventories.",
            "1,460 ÷ 110 = 13.27",
        ),
        (
            "What was the idle share in 2023? It is calculated as (cash and cash equivalents + "
            "inventories in 2024 - accounts payable) / total assets.",
            "(100 + 110 − 40) ÷ 700 = 0.24",
        ),
    ],
)
def test_a_definition_is_worked_out(question: str, formula: str) -> None:
    made = calculate(question, TABLES)
    assert isinstance(made, Calculation), made
    assert made.formula == formula
    assert "as defined in the question" in made.sentence
    assert is_supported(made)
    assert not is_supported(replace(made, value=made.value + 1))
    doubled = replace(made.operands[0], value=made.operands[0].value * 2)
    assert not is_supported(replace(made, operands=(doubled, *made.operands[1:])))


@pytest.mark.parametrize(
    "definition",
    [
        "inventories / goodwill of the heart",  # no line item
        "inventories / long-term debt",  # no such row
        "inventories / net income",  # a loss
        "3 * inventories / revenue",  # a number that nothing explains
        "inventories / (revenue",  # no arithmetic
        "inventories / revenue + accounts payable",  # an amount and a ratio
        "inventories * revenue",
        "average inventories between 2022 and 2023 / revenue",  # no such year
        "inventories / (cash and cash equivalents in 2024 - cash and cash equivalents in 2024)",
    ],
)
def test_what_is_open_is_refused(definition: str) -> None:
    made = calculate(f"What was the stock cover in 2024? It is defined as {definition}.", TABLES)
    assert isinstance(made, Refusal), made
    assert made.is_open


@pytest.mark.parametrize(
    ("unit", "other"), [("USD", "EUR"), ("USD", "%"), ("%", "%")], ids=["both", "one", "shares"]
)
def test_figures_that_are_no_amounts_of_one_unit_make_none(unit: str, other: str) -> None:
    question = "What was the stock cover in 2024? It is defined as inventories / revenue."
    made = calculate(question, [in_unit(BALANCE, unit), in_unit(INCOME, other)])
    assert isinstance(made, Refusal)
    assert (made.reason, made.is_open) == ("The figures have different units.", True)


def test_a_question_without_a_definition_has_none() -> None:
    assert definition_in("What was the stock cover in 2024?") is None
    named = definition_in("What is a mooring? It is defined as a place for boats.")
    assert named is None or named.unknown


def test_signs_bind_as_in_arithmetic() -> None:
    made = calculate(
        "What was the sum in 2024? It is defined as inventories + accounts payable * 2 - cash and "
        "cash equivalents / 2.",
        TABLES,
    )
    assert isinstance(made, Calculation), made
    assert made.value == Decimal(170)
