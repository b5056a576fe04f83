"""Rankings in which several have one figure."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal

from hypothesis import given
from hypothesis import strategies as st

from backend.evidence.calculation_check import check_calculation
from backend.tasks.calculate.programs.column_operations import calculate_columns
from backend.tasks.calculate.programs.ties import Ranks, ranks_of
from backend.types import Chunk
from backend.types.calculations import Calculation, Refusal
from backend.types.tables import CellKind
from components.calculation import CalculationView, as_plain
from tests.unit.test_column_spending import Columns, listed

TOLLS: Columns = (("Bridge", CellKind.TEXT, ""), ("Carts", CellKind.NUMBER, ""))
ROWS = (
    ("D1", "Upper", "4"),
    ("D2", "Lower", "9"),
    ("D3", "Upper", "5"),
    ("D4", "Old", "3"),
    ("D5", "New", "1"),
)


def asked(question: str) -> Calculation | Refusal | None:
    return calculate_columns(question, (listed(ROWS, TOLLS, "Day sheet"),), "Tolls")


def told(question: str) -> Calculation:
    made = asked(question)
    assert isinstance(made, Calculation), made
    return made


def supported(made: Calculation) -> bool:
    texts = " ".join(operand.text for operand in made.operands)
    held = Chunk("c", "d", "s", 0, texts, 0, max(len(texts), 9), (0,), "row")
    return check_calculation(made, [held]).supported is True


def test_one_place_that_several_share_is_a_tie() -> None:
    made = told("Which bridge has the highest total carts?")
    assert made.figure == "Upper and Lower (a tie)"  # 4 + 5 and 9
    assert made.listed == (("Upper", "9"), ("Lower", "9"), ("Old", "3"), ("New", "1"))
    assert supported(made)


def test_several_that_are_asked_for_are_told_alone() -> None:
    made = told("Which two bridges have the highest total carts?")
    assert made.figure == "Upper, Lower"
    assert made.listed == (("Upper", "9"), ("Lower", "9"))
    assert "Old" not in made.sentence
    assert len(made.operands) == len(ROWS)  # it rests on the others, too
    assert supported(made)
    shown = as_plain(CalculationView(made))
    assert "Old" not in str([shown["listed"], shown["chips"]])


def test_a_ranking_is_not_supported_where_another_group_lies_before() -> None:
    made = told("Which two bridges have the highest total carts?")
    others = [
        replace(operand, value=Decimal(9), text="9") if operand.label == "Old" else operand
        for operand in made.operands
    ]
    assert not supported(replace(made, operands=tuple(others)))


def test_a_tie_for_the_last_place_is_said() -> None:
    made = told("Which bridge has the most rows?")
    assert made.figure == "Upper"  # two rows
    ranks = ranks_of(["Upper", "Lower", "Old"], [Decimal(2), Decimal(1), Decimal(1)], 2)
    assert isinstance(ranks, Ranks)
    assert ranks.answer == "Upper, Lower and Old (a tie for place 2)"


def test_where_all_have_one_figure_none_has_the_most() -> None:
    ranks = ranks_of(["a", "b", "c"], [Decimal(1)] * 3, 1)
    assert isinstance(ranks, Refusal)
    assert ranks.reason == "All 3 of them have the same figure."


@given(st.lists(st.integers(0, 4), min_size=2, max_size=9), st.integers(1, 4))
def test_no_one_left_out_has_a_figure_of_those_told(figures: list[int], most: int) -> None:
    values = sorted(map(Decimal, figures), reverse=True)
    names = [f"n{at}" for at in range(len(values))]
    if most > len(values):
        return
    ranks = ranks_of(names, values, most)
    if isinstance(ranks, Ranks):
        left = [values[at] for at in range(len(values)) if at not in ranks.best]
        assert len(ranks.best) >= most
        assert all(each < min(values[at] for at in ranks.best) for each in left)
