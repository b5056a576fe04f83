"""How much rows changed from a column "Before" to a column "After"."""

from __future__ import annotations

from dataclasses import replace

import pytest

from backend.evidence.calculation_check import check_calculation
from backend.tasks.calculate.programs.before_after import WHICH_IS_BETTER
from backend.tasks.calculate.programs.column_operations import calculate_columns
from backend.types import Chunk
from backend.types.calculations import Calculation, Refusal
from backend.types.tables import CellKind, StoredTable
from tests.unit.test_column_spending import Columns, listed

PAIR: Columns = (("Before", CellKind.NUMBER, ""), ("After", CellKind.NUMBER, ""))
ROWS = (
    ("Ada", "10", "16"),
    ("Ben", "14", "11"),
    ("Cid", "8", "8"),
    ("Dot", "7", "9"),
)


def course(title: str = "Spelling test", columns: Columns = PAIR) -> StoredTable:
    return replace(listed(ROWS, columns, "Pupil"), title=title)


def asked(question: str, table: StoredTable | None = None) -> Calculation | Refusal | None:
    return calculate_columns(question, (table or course(),), "School")


@pytest.mark.parametrize(
    ("question", "figure"),
    [
        ("How much did Ada improve?", "6"),
        ("By how much did Ben fall from before to after?", "3"),
        ("How much did Cid change?", "0"),
        ("What was the change of Ben?", "−3"),
        ("What was the average improvement?", "1.25"),  # (6 - 3 + 0 + 2) / 4
        ("By how much did Dot rise?", "2"),
        ("What was the difference between before and after for Ada?", "6"),
        ("Who improved the most?", "Ada"),
        ("Which pupil fell the most?", "Ben"),
        ("Who got worse?", "Ben"),
        ("Who did not improve?", "Ben, Cid"),
        ("How many pupils improved?", "2"),
    ],
)
def test_changes_are_differences_of_the_two_columns(question: str, figure: str) -> None:
    made = asked(question)
    assert isinstance(made, Calculation), made
    assert made.figure == figure
    texts = " ".join(operand.text for operand in made.operands)
    held = Chunk("c", "d", "s", 0, texts, 0, max(len(texts), 9), (0,), "row")
    assert check_calculation(made, [held]).supported is True


def test_both_cells_stand_in_the_formula() -> None:
    made = asked("How much did Ada improve?")
    assert isinstance(made, Calculation)
    assert made.formula.endswith(": 16 − 10 = 6")
    assert [operand.text for operand in made.operands] == ["16", "10"]


@pytest.mark.parametrize(
    "question",
    ["By how much did Ada fall?", "How much did Ben improve?", "Which pupil improved the least?"],
)
def test_a_change_the_other_way_is_none(question: str) -> None:
    refused = asked(question)
    assert isinstance(refused, Refusal)
    assert refused.is_open
    assert "do not say" in refused.reason


def test_less_is_better_where_the_figures_are_times() -> None:
    minutes: Columns = (
        ("Before", CellKind.NUMBER, "min"),
        ("After", CellKind.NUMBER, "min"),
    )
    made = asked("How much did Ben improve?", course("Running", minutes))
    assert isinstance(made, Calculation)
    assert made.figure == "3 min"


def test_which_way_is_better_is_open_where_nothing_says() -> None:
    assert asked("How much did Ada improve?", course("Figures")) == WHICH_IS_BETTER
    risen = asked("How much did Ada rise?", course("Figures"))
    assert isinstance(risen, Calculation)
    assert risen.figure == "6"


def test_columns_of_two_units_are_no_pair() -> None:
    mixed: Columns = (("Before", CellKind.NUMBER, "kg"), ("After", CellKind.NUMBER, "min"))
    assert not isinstance(asked("How much did Ada rise?", course("Figures", mixed)), Calculation)
