"""A number of other things does not tell how many there are."""

from __future__ import annotations

import pytest

from backend.tasks.answer.extractive.counted_others import counts_only_others
from tests.unit.test_local_reader import hit
from tests.unit.test_signposts import reading_of


@pytest.mark.parametrize(
    ("question", "text", "others"),
    [
        ("How many sheds may a crew use?", "2.3 At most one key per rower is handed out.", True),
        ("How many sheds may a crew use?", "At most one shed per crew is handed out.", False),
        ("How many sheds may a crew use?", "Each crew gets one key.", False),  # it may be meant
        ("How many oars were split?", "I paid for the oars that were split (90 pounds).", True),
        ("How many oars were split?", "Of the oars, at 9 pounds each, four were split.", False),
        ("How many oars were split?", "Some 46 of them, worth 90 pounds, were split.", False),
        ("How many oars were split?", "We bought 12 ash oars for 90 pounds.", False),
        ("How many boat sheds are there?", "Two sheds are ours, at 9 pounds a year.", False),
        ("How many boats may be there?", "Nine rowers may be there.", True),
        ("How many people row there?", "The club has nine boats.", False),
        ("How many sheds are there?", "They have one key.", False),
        ("How much is the shed?", "One key is 9 pounds.", False),
    ],
)
def test_other_things_are_counted(question: str, text: str, others: bool) -> None:
    assert counts_only_others(reading_of(question, hit(text)).question, text) is others
