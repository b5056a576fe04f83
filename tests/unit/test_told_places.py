"""Days and hours alone do not say where something is."""

from __future__ import annotations

import pytest

from backend.tasks.answer.extractive.background import Background
from backend.tasks.answer.extractive.question import read_question
from backend.tasks.answer.extractive.told_places import tells_no_place
from backend.types import Verdict
from tests.unit.test_addressed_text import judged_first

HOURS = "Surgery: Mondays 10 to 12 (Dr Finch), Fridays 9 to 11 (Dr Reed)"


@pytest.mark.parametrize(
    ("question", "text", "none"),
    [
        ("Where is the surgery of Dr Finch?", HOURS, True),
        ("When is the surgery of Dr Finch?", HOURS, False),
        ("Where is the surgery?", "Surgery: Mondays 10 to 12, room 4", False),
        ("Where is the surgery?", "Surgery on Mondays in the barn", False),
        ("Where is the surgery?", "Surgery: Mondays 10 to 12, Elm Barn", False),
        ("Where is the surgery?", "The surgery has moved.", False),
        ("Where do we meet?", "We meet at 10.30 at the lock.", False),
    ],
)
def test_a_place_is_named_or_stands_behind_a_word_for_one(
    question: str, text: str, none: bool
) -> None:
    assert tells_no_place(read_question(question, Background({}, 1000)), text) is none


def test_hours_are_not_told_as_a_place() -> None:
    assert judged_first("When is the surgery of Dr Finch?", HOURS, HOURS) is not Verdict.CLOSEST
    assert judged_first("Where is the surgery of Dr Finch?", HOURS, HOURS) is Verdict.CLOSEST
