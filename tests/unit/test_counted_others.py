"""A number of other things does not tell how many there are."""

from __future__ import annotations

import pytest

from backend.tasks.answer.extractive.counted_others import (
    counts_only_others,
    counts_only_the_place,
)
from backend.types import Verdict
from tests.unit.test_addressed_text import judged_first
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


@pytest.mark.parametrize(
    ("question", "text", "only"),
    [
        ("How many rowers have been hurt on the jetties?", "The club owns nine jetties.", True),
        ("How many choirs were invited to the halls in May?", "We let 14 old halls.", True),
        (
            "How many jars were broken in the orchards since 2031?",
            "In 2031 we had 3 orchards.",
            True,
        ),
        (
            "How many rowers have been hurt on the jetties?",
            "On nine jetties four were hurt.",
            False,
        ),
        ("How many rowers have been hurt on the jetties?", "Nine jetties hurt nobody.", False),
        # they may be called otherwise, or counted without a word for them
        ("How many rowers have been hurt on the jetties?", "Two men fell off nine jetties.", False),
        ("How many rowers have been hurt on the jetties?", "The nine jetties saw 4 falls.", False),
        ("How many rowers have been hurt on the jetties?", "Nine jetties, 7 rowers in all.", False),
        ("How many jetties have been mended?", "The club owns nine jetties.", False),
        ("How many rowers are there on the jetties?", "The club owns nine jetties.", False),
        ("How many jars were left in the orchards?", "Of the orchards, 12 were full.", False),
        ("How many ferries were cancelled in nine weeks?", "Over nine weeks there was fog.", False),
        ("How much was paid for the jetties?", "The club owns nine jetties.", False),
    ],
)
def test_how_many_places_there_are_is_not_to_how_many_it_happened(
    question: str, text: str, only: bool
) -> None:
    assert counts_only_the_place(reading_of(question, hit(text)).question, text) is only


def test_how_many_places_there_are_is_not_told_however_probable() -> None:
    question, text = "How many rowers have been hurt on the jetties?", "The club owns nine jetties."
    assert judged_first(question, text, text) is Verdict.CLOSEST
    told = "Four rowers have been hurt on the jetties."
    assert judged_first(question, told, told) is not Verdict.CLOSEST
