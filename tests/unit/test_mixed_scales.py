"""Figures that are stated in thousands and in millions are brought to one scale in the open."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from backend.evidence.calculation_check import check_calculation
from backend.tasks.calculate.programs.arithmetic import CannotComputeError
from backend.tasks.calculate.programs.asked_rounding import AskedRounding
from backend.tasks.calculate.programs.calculation import calculate
from backend.tasks.calculate.programs.rounded_results import rounded_as_asked
from backend.tasks.calculate.programs.telling import told
from backend.tasks.calculate.ranking.fastest_growth import fastest_growth
from backend.types import Chunk
from backend.types.calculations import Calculation, Operand, Operation, Refusal
from tests.unit.small_ledgers import ledger

THOUSAND, MILLION = Decimal(1000), Decimal(10**6)


def figure(text: str, scale: Decimal, label: str = "Sales", unit: str = "EUR") -> Operand:
    value = Decimal(text.replace(",", ""))
    return Operand(
        *("d", "t", 0, 0, label, "2024", "2024", text, value, scale, unit),
        *(10, 10 + len(text), 2, None),
    )


def is_supported(made: Calculation) -> bool:
    texts = " ".join(operand.text for operand in made.operands)
    return check_calculation(made, [Chunk("c", "d", "s", 0, texts, 0, 99, (0,), "row")]).supported


SHIPS, BARGES = figure("1.2", MILLION, "Ships"), figure("400", THOUSAND, "Barges")


@pytest.mark.parametrize(
    ("operation", "formula"),
    [
        (Operation.SUM, "1,200 + 400 = 1,600 thousand EUR"),
        (Operation.DIFFERENCE, "1,200 − 400 = 800 thousand EUR"),
        (Operation.MEAN, "(1,200 + 400) ÷ 2 = 800 thousand EUR"),
        (Operation.SHARE, "1,200 ÷ 400 = 300 %"),
        (Operation.RATIO, "1,200 ÷ 400 = 3"),
        (Operation.CHANGE, "1,200 ÷ 400 − 1 = 200 %"),
    ],
)
def test_the_formula_shows_what_each_figure_is_in_one_scale(
    operation: Operation, formula: str
) -> None:
    made = told(operation, [SHIPS, BARGES], 1.0)
    assert made.formula == f"1.2 million EUR = 1,200 thousand EUR; {formula}"
    assert [operand.text for operand in made.operands] == ["1.2", "400"]
    assert is_supported(made)
    assert not is_supported(replace(made, value=made.value * 1000))
    assert not is_supported(replace(made, operands=(SHIPS, replace(BARGES, scale=Decimal(10**9)))))


def test_what_is_rounded_goes_by_the_figures_in_one_scale() -> None:
    made = told(Operation.SUM, [SHIPS, BARGES], 1.0)
    rounded = rounded_as_asked(made, AskedRounding(MILLION, of_amount=True))
    assert isinstance(rounded, Calculation)
    assert rounded.figure == "2 million EUR"
    assert rounded.formula.endswith("1,200 + 400 = 1,600 thousand EUR ≈ 2 million EUR")
    assert is_supported(rounded)


@pytest.mark.parametrize(
    "operands",
    [
        (SHIPS, figure("400", Decimal(1))),  # a scale that is not stated may be millions, too
        (SHIPS, figure("400", THOUSAND, unit="USD")),
        (figure("3", THOUSAND, unit="%"), figure("4", Decimal(1), unit="%")),
    ],
)
def test_scales_that_are_not_stated_and_other_units_are_not_put_together(
    operands: tuple[Operand, ...],
) -> None:
    with pytest.raises(CannotComputeError):
        told(Operation.SUM, operands, 1.0)


def test_the_largest_of_figures_in_several_scales_is_not_told() -> None:
    with pytest.raises(CannotComputeError):
        told(Operation.LARGEST, [figure("400", THOUSAND), figure("1.2", MILLION)], 1.0)


TOLLS = ledger(
    (("2024", "2024"), ("2023", "2023")),
    (((), "Harbour dues", ("2,500", "2,000")), ((), "Lock tolls", ("700", "650"))),
    title="Income",
)


def test_columns_of_two_scales_are_compared_by_what_they_mean() -> None:
    earlier = replace(TOLLS.columns[1], scale=MILLION)
    rows = ledger(
        (("2024", "2024"), ("2023", "2023")), (((), "Harbour dues", ("2,500", "2")),)
    ).rows
    table = replace(TOLLS, columns=(TOLLS.columns[0], earlier), rows=rows)
    made = calculate("By how much did harbour dues change from 2023 to 2024?", [table])
    assert isinstance(made, Calculation), made
    assert made.formula == "2 million = 2,000 thousand; 2,500 − 2,000 = 500 thousand"


def test_what_grew_fastest_over_columns_of_two_scales_is_not_told() -> None:
    table = replace(
        ledger(
            (("2024", "2024"), ("2023", "2023")),
            (
                (("Net revenue",), "Harbour", ("2,500", "2,000")),
                (("Net revenue",), "Locks", ("700", "650")),
            ),
        ),
    )
    question = "Which division grew fastest in 2024?"
    assert isinstance(fastest_growth(question, [table]), Calculation)
    mixed = replace(table, columns=(table.columns[0], replace(table.columns[1], scale=MILLION)))
    assert isinstance(fastest_growth(question, [mixed]), Refusal)


@given(st.integers(1, 10**9), st.integers(1, 10**9))
def test_a_sum_over_scales_is_the_sum_of_what_the_figures_mean(one: int, other: int) -> None:
    made = told(Operation.SUM, [figure(str(one), MILLION), figure(str(other), THOUSAND)], 1.0)
    assert made.value * made.scale == one * 10**6 + other * 1000
    assert is_supported(made)
