"""What has the most in each of several groups of a list."""

from __future__ import annotations

from dataclasses import replace

import pytest

from backend.evidence.calculation_check import check_calculation
from backend.tasks.calculate.programs.column_operations import calculate_columns
from backend.types import Chunk
from backend.types.calculations import Calculation, Operation, Refusal
from backend.types.tables import CellKind
from tests.unit.test_column_spending import Columns, listed

PICKED: Columns = (
    ("Picker", CellKind.TEXT, ""),
    ("Orchard", CellKind.TEXT, ""),
    ("Crates", CellKind.NUMBER, ""),
)
ROWS = (
    ("2024-08-30", "Signe", "Upper", "7"),
    ("2024-08-31", "Tom", "Upper", "9"),
    ("2024-08-31", "Signe", "Lower", "4"),
    ("2024-09-02", "Signe", "Upper", "5"),
    ("2024-09-03", "Ada", "Lower", "8"),
    ("2024-09-04", "Tom", "Lower", "3"),
)


def asked(question: str, rows: tuple[tuple[str, ...], ...] = ROWS) -> Calculation | Refusal | None:
    return calculate_columns(question, (listed(rows, PICKED, "Day"),), "Picked fruit")


def supports(made: Calculation) -> bool:
    texts = " ".join(operand.text for operand in made.operands)
    held = Chunk("c", "d", "s", 0, texts, 0, max(len(texts), 9), (0,), "row")
    return check_calculation(made, [held]).supported is True


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        # Upper: Signe 7 + 5, Tom 9; Lower: Signe 4, Ada 8, Tom 3
        ("Which picker has the most crates per orchard?", "Upper: Signe (12); Lower: Ada (8)"),
        ("What is the top picker by crates in each orchard?", "Upper: Signe (12); Lower: Ada (8)"),
        # August: Signe 7 + 4, Tom 9; September: Signe 5, Ada 8, Tom 3
        (
            "Which picker has the most crates in each month?",
            "August 2024: Signe (11); September 2024: Ada (8)",
        ),
    ],
)
def test_each_group_has_its_own(question: str, answer: str) -> None:
    made = asked(question)
    assert isinstance(made, Calculation), made
    assert made.operation is Operation.LEADERS_PER_GROUP
    assert made.figure == answer
    assert len(made.operands) == len(ROWS)
    assert supports(made)


def test_what_is_named_must_lead_its_own_group() -> None:
    made = asked("Which picker has the most crates per orchard?")
    assert isinstance(made, Calculation)
    (upper, lower) = made.listed
    assert (upper, lower) == (("Upper › Signe", "12"), ("Lower › Ada", "8"))
    assert not supports(replace(made, listed=(("Upper › Tom", "9"), lower)))
    assert not supports(replace(made, listed=(("Upper › Signe", "13"), lower)))
    assert not supports(replace(made, listed=(upper,)))


def test_as_many_lead_as_are_asked_for() -> None:
    rows = (
        *(("2024-08-01", who, "Upper", crates) for who, crates in zip("abcd", "9771", strict=True)),
        *(("2024-08-01", who, "Lower", crates) for who, crates in zip("abcd", "5431", strict=True)),
    )
    made = asked("Which three pickers have the most crates per orchard?", rows)
    assert isinstance(made, Calculation)
    assert made.figure == "Upper: a (9), b (7), c (7); Lower: a (5), b (4), c (3)"
    assert supports(made)
    assert not supports(replace(made, listed=made.listed[:-1]))  # two of the lower orchard
    # b and c tie for the second place of the upper orchard
    tied = asked("Which two pickers have the most crates per orchard?", rows)
    assert not isinstance(tied, Calculation)


def test_where_a_group_has_no_answer_none_is_told() -> None:
    alone = (*ROWS[:3], ROWS[3])  # in September there is Signe alone
    made = asked("Which picker has the most crates in each month?", alone)
    assert isinstance(made, Refusal)
    assert "September 2024" in made.reason


def test_who_has_none_in_a_group_leaves_the_fewest_open() -> None:
    assert isinstance(asked("Which picker has the fewest crates per orchard?"), Refusal)  # Ada


@pytest.mark.parametrize(
    "question",
    ["How many crates were there per orchard?", "Which picker has the most crates?"],
)
def test_other_rankings_stay_as_they_were(question: str) -> None:
    made = asked(question)
    assert not isinstance(made, Calculation) or made.operation is not Operation.LEADERS_PER_GROUP
