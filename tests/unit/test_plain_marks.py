"""What one column says in several forms is one thing, and each cell stays as it is printed."""

from __future__ import annotations

import pytest

from backend.evidence.calculation_check import check_calculation
from backend.tasks.calculate.bound.bound_figures import bound_figure
from backend.tasks.calculate.programs.column_operations import calculate_columns
from backend.tasks.calculate.programs.plain_marks import with_plain_marks
from backend.types import Calculation, StoredTable
from tests.unit.csv_lists import list_of, passage_of

TRIPS = list_of(
    "Trip,Boat,Status,Crewed\n1,Alke,cancelled,yes\n2,Moor,canc,Y\n3,Alke,done,n\n4,Elm,canc.,no\n",
    "trips.csv",
)


def column(table: StoredTable, at: int) -> list[str]:
    return [cell.text for row in table.rows if (cell := row.cells[at]) is not None]


def test_marks_and_states_are_put_in_one_form() -> None:
    plain = with_plain_marks(TRIPS)
    assert column(plain, 1) == ["cancelled", "cancelled", "done", "cancelled"]
    assert column(plain, 2) == ["yes", "yes", "no", "no"]
    assert column(plain, 0) == ["Alke", "Moor", "Alke", "Elm"]
    assert with_plain_marks(plain) is plain


@pytest.mark.parametrize(
    "text",
    [
        "Trip,Kind\n1,car\n2,caravan\n3,bus\n",  # no states
        "Trip,Status\n1,part\n2,partly\n3,partial\n",  # short for one of two
        "Trip,Status\n1,up\n2,upper\n3,on\n",  # too short
        "Book,Status\n1,read\n2,reading\n3,wished\n",  # two words
        "Plant,Stage\n1,seed\n2,seedling\n3,harvest\n",
        "Item,Status\n1,out\n2,outstanding\n3,back\n",
        "Trip,Crewed\n1,yes\n2,maybe\n3,Y\n",
        "Trip,Crewed\n1,yes\n2,no\n3,yes\n",
    ],
)
def test_other_texts_stay(text: str) -> None:
    table = list_of(text, "trips.csv")
    assert with_plain_marks(table) is table


def test_all_are_counted_and_the_cells_are_those_of_the_list() -> None:
    question = "How many trips were cancelled?"
    for made in (calculate_columns(question, [TRIPS]), bound_figure(question, [TRIPS], "trips")):
        if made is None:
            continue
        assert isinstance(made, Calculation)
        assert made.answer == "3"
        assert check_calculation(made, [passage_of(TRIPS)]).supported
    crewed = calculate_columns("How many trips are crewed?", [TRIPS])
    assert isinstance(crewed, Calculation)
    assert [cell.text for cell in crewed.operands] == ["yes", "Y"]
