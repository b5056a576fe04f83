"""Columns of yes and no that a verb of the question stands for."""

from __future__ import annotations

import pytest

from backend.tasks.calculate.programs.column_operations import calculate_columns
from backend.types import Calculation
from tests.unit.csv_lists import list_of

CREW = list_of(
    "Sailor,Cooking,Night watch,Diving,Wage (EUR)\nAda Finch,yes,no,yes,20\nBo Rask,no,yes,yes,22\n"
    "Cy Dean,yes,yes,no,18\nDi Moss,no,no,no,15\n",
    "crew.csv",
)


def told(question: str) -> str:
    made = calculate_columns(question, [CREW], "crew")
    return made.answer if isinstance(made, Calculation) else ""


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("Who can cook?", "Ada Finch, Cy Dean"),
        ("Who is able to dive?", "Ada Finch, Bo Rask"),
        ("Which sailors cannot dive?", "Cy Dean, Di Moss"),
        ("How many sailors can do the night watch?", "2"),
        ("Which sailors have no night watch?", "Ada Finch, Di Moss"),
        ("Who has both cooking and night watch?", "Cy Dean"),
        ("Can Bo Rask cook?", "no"),
        ("Is Cy Dean able to cook?", "yes"),
        ("Can Bo Rask cook for guests?", ""),
        ("Can Eve Hart cook?", ""),
        ("Who can watch?", ""),  # not the whole header
        ("Who can cook and dive?", "Ada Finch"),
        ("Who can cook and sail?", ""),
        ("Who cannot cook and dive?", ""),
        ("Can sailors take the night watch off?", ""),
        ("Who cannot cook well?", ""),
        ("May Ada Finch cook on Sundays?", ""),
    ],
)
def test_a_verb_stands_for_the_column_of_yes_and_no(question: str, answer: str) -> None:
    assert told(question) == answer


def test_a_header_may_say_can_itself() -> None:
    pupils = list_of("Pupil,Can row,Pays (EUR)\nAda,yes,2\nBo,no,2\nCy,no,3\n", "pupils.csv")
    made = calculate_columns("Who cannot row?", [pupils], "pupils")
    assert isinstance(made, Calculation)
    assert made.answer == "Bo, Cy"
