"""What holds with a thing is not told for what holds without it."""

from __future__ import annotations

import pytest

from backend.tasks.answer.extractive.with_or_without import is_of_the_other_state
from tests.unit.test_fitting import ranked

WITHOUT = "Which pier is used without a pilot?"


@pytest.mark.parametrize(
    ("question", "text", "other"),
    [
        (WITHOUT, "Where a pilot is used, the pier is the third.", True),
        (WITHOUT, "With a pilot you use the third pier.", True),
        (WITHOUT, "Boats without a pilot use the second pier.", False),
        (WITHOUT, "If no pilot comes, use the second pier.", False),
        (WITHOUT, "If the pilot does not come, use the second pier.", False),
        (WITHOUT, "Boats use the second pier.", False),
        ("What does a berth with a lamp cost?", "A berth without a lamp is 40 pounds.", True),
        ("What does a berth with a lamp cost?", "A berth with a lamp is 50 pounds.", False),
        ("What does a berth with a lamp cost?", "A berth is 40 pounds.", False),
        ("When does the pier open?", "Without a pilot the pier stays closed.", False),
    ],
)
def test_the_other_state_is_known(question: str, text: str, other: bool) -> None:
    assert is_of_the_other_state(question, text) is other


def test_what_holds_without_it_stands_first() -> None:
    text = "Where a pilot is used, the pier is the third. Boats come to the second pier."
    assert ranked(WITHOUT, text, (0.6, 0.5)).startswith("Boats")
