"""Columns that are marked in the row that a question names."""

from __future__ import annotations

import pytest

from backend.tasks.calculate.programs.marked_columns import marked_columns
from backend.types import Calculation
from tests.unit.csv_lists import list_of

LAMPS = (
    "Stage,Red lamp,Green lamp,White lamp,Crew\n"
    "0,No,No,Yes,2\n1,Yes,No,Yes,3\n2,No,No,No,3\n12,Yes,Yes,No,4\n"
)
BOATS = "Boat,Sail,Oar sail,Storm sail\nTern,✓,–,✓\nGull,–,✓,✓\nOld Tern,✓,✓,–\n"


def told(question: str, text: str) -> str:
    made = marked_columns(question, [list_of(text)], "Manual")
    return made.answer if isinstance(made, Calculation) else ""


@pytest.mark.parametrize(
    ("question", "text", "answer"),
    [
        ("Which lamps are lit at stage 1?", LAMPS, "Red lamp, White lamp"),
        ("Which of the lamps are lit in stage 12?", LAMPS, "Red lamp, Green lamp"),
        ("What lamp is on at stage 0?", LAMPS, "White lamp"),
        ("Which lamps are lit at stage 2?", LAMPS, ""),  # none
        ("Which lamps are not lit at stage 1?", LAMPS, ""),
        ("Which lamps are lit?", LAMPS, ""),
        ("Which lamps are lit at night with 1 man?", LAMPS, ""),  # a number of something else
        ("Which lamps are lit at stage 1.2?", LAMPS, ""),
        ("Which flags are shown at stage 1?", LAMPS, ""),
        ("Which crew is needed at stage 1?", LAMPS, ""),
        ("How many lamps are lit at stage 1?", LAMPS, ""),
        ("Which sails does the Gull have?", BOATS, "Oar sail, Storm sail"),
        ("Which sails does the Old Tern have?", BOATS, "Sail, Oar sail"),
        ("Which sails do Gull and Tern have?", BOATS, ""),
        # a word that is not accounted for may turn it round
        ("Which lamps are broken at stage 1?", LAMPS, ""),
        ("Which lamps are unlit at stage 1?", LAMPS, ""),
        ("Which lamps are lit before stage 1?", LAMPS, ""),
        ("Which lamps are lit after stage 0?", LAMPS, ""),
        ("Which lamps are lit at stages 1 and 12?", LAMPS, ""),
        ("Which lamps are lit at stage 0 to 12?", LAMPS, ""),
        ("Which sails does the Gull still need?", BOATS, ""),
        ("Which sails did the Gull lose?", BOATS, ""),
        ("Which sails does the Gull's owner have?", BOATS, ""),
        ("Which sails did the Gull have in 2029?", BOATS, ""),
        ("Which sails has everyone but the Gull?", BOATS, ""),
        ("Which sails may I use?", BOATS.replace("Gull", "May"), ""),
        ("Which sails are used in May?", BOATS.replace("Gull", "May"), "Oar sail, Storm sail"),
    ],
)
def test_the_marked_columns_of_a_row_are_told(question: str, text: str, answer: str) -> None:
    assert told(question, text) == answer


def test_every_mark_of_the_row_is_looked_at() -> None:
    made = marked_columns("Which lamps are lit at stage 1?", [list_of(LAMPS)], "Manual")
    assert made is not None
    assert [cell.text for cell in made.operands] == ["Yes", "No", "Yes"]


def test_columns_of_more_than_marks_are_none() -> None:
    assert told("Which lamps are lit at stage 1?", LAMPS.replace("2,No,No,No", "2,No,dim,No")) == (
        "Red lamp, White lamp"  # of the two that are left
    )
    text = LAMPS.replace("2,No,No,No", "2,No,dim,dim")
    assert told("Which lamps are lit at stage 1?", text) == ""
