"""What holds on other days is not told for the day that is named."""

from __future__ import annotations

import pytest

from backend.tasks.answer.extractive.background import Background
from backend.tasks.answer.extractive.question import read_question
from backend.tasks.answer.extractive.weekdays_named import is_of_other_days
from backend.types import Verdict
from tests.unit.test_addressed_text import judged_first

MOORING = "Mooring costs 3 pounds on weekdays and is free on Sundays."


@pytest.mark.parametrize(
    ("question", "text", "other"),
    [
        ("How much does mooring cost on Saturdays?", MOORING, True),
        ("How much does mooring cost on Fridays?", MOORING, False),
        ("How much does mooring cost at the weekend?", MOORING, False),
        ("How much does mooring cost?", MOORING, False),
        ("When does it open on Sunday?", "It opens at 9 from Friday to Monday.", False),
        ("When does it open on Wednesday?", "It opens at 9 from Friday to Monday.", True),
        ("When does it open on Sunday?", "It opens at 9 daily, on Friday at 10.", False),
        ("Is it open on Sunday?", "It is open Monday to Saturday.", False),  # that decides it
        ("Who rows on Monday?", "Ada rows on Tuesdays, Tom on the other days.", False),
        ("Is there a tram on Sunday?", "There is no tram on Boxing Day.", True),
        ("Is there a tram on Sunday?", "No trams on Sundays and public holidays.", False),
        ("Is there a tram on Sunday?", "There is no tram at all.", False),
    ],
)
def test_days_are_told_apart(question: str, text: str, other: bool) -> None:
    assert is_of_other_days(read_question(question, Background({}, 1000)), text) is other


def test_the_verdict_follows() -> None:
    asked = "How much does mooring cost on {}?"
    assert judged_first(asked.format("Sundays"), MOORING, MOORING) is not Verdict.CLOSEST
    assert judged_first(asked.format("Saturdays"), MOORING, MOORING) is Verdict.CLOSEST
