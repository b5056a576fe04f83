"""Whom “I” ask for is named to “you”."""

from __future__ import annotations

import pytest

from backend.tasks.answer.extractive.background import Background
from backend.tasks.answer.extractive.question import read_question
from backend.tasks.answer.extractive.told_to_you import told_to_them
from backend.tasks.answer.extractive.units import cut_hits
from tests.unit.test_local_reader import hit


@pytest.mark.parametrize(
    ("question", "text", "told"),
    [
        ("Who will I row with?", "You would row with Ada Finch, the stroke.", True),
        ("Who do I row with in Elm?", "You row with our stroke Ada Finch.", True),
        ("Who do I row with in Wren?", "You row with our stroke Ada Finch.", False),
        ("Who do I row for?", "You row with Ada Finch.", False),
        ("Who do I row with?", "You row with care.", False),
        ("Who do I row with?", "They row with Ada Finch.", False),
        ("Who do I write to?", "You row with Ada Finch.", False),
        ("When do I row with Ada?", "You row with Ada Finch.", False),
    ],
)
def test_the_one_is_named_behind_the_same_verb(question: str, text: str, told: bool) -> None:
    (unit,) = cut_hits([hit(text)])
    found = told_to_them(
        read_question(question, Background({}, 1000)), unit, unit.term_set | {"elm"}
    )
    assert bool(found) is told
