"""When something ends is not told by when it begins."""

from __future__ import annotations

import pytest

from backend.tasks.answer.extractive.opposite_deeds import tells_the_opposite_deed
from backend.types import Verdict
from tests.unit.test_addressed_text import judged_first


@pytest.mark.parametrize(
    ("question", "text", "opposite"),
    [
        ("When does the café close?", "The café opens at nine.", True),
        ("At what time does the café open?", "The café shuts at six.", True),
        ("When does the concert end?", "The concert starts at 8 pm.", True),
        ("When was the pier built?", "The pier was taken down in 1962.", True),
        ("When does the ferry leave?", "The ferry arrives at noon.", True),
        # both ends are told, or how long it takes
        ("When does the café close?", "The café is open from nine to 6 pm.", False),
        ("When does the café close?", "The café is open on weekdays until dusk.", False),
        ("When does the café close?", "The café opens at nine and shuts at six.", False),
        ("When does the season end?", "It opens on 3 May and closes like the other.", True),
        ("When does the season open?", "It opens on 3 May and closes like the other.", False),
        ("When does the café close?", "Opening hours: 9.30–17.00", False),
        ("When does the concert end?", "The concert starts at 8 pm and takes two hours.", False),
        # the same deed, in one word or another
        ("When does the café open?", "The café opens at nine.", False),
        ("When does the concert begin?", "The concert starts at 8 pm.", False),
        ("When does the café close?", "Last orders are taken at half past five.", False),
        # the deed of something else
        ("When may a café that opens late ring?", "Bells stop when the cafés close.", False),
        # not asked for a time
        ("Who closes the café?", "Ada Finch opens the café.", False),
        ("When may I leave the door open?", "Leave it open when the fan runs.", False),
        ("When does the café open and close?", "The café opens at nine.", False),
    ],
)
def test_opposite_deeds(question: str, text: str, opposite: bool) -> None:
    assert tells_the_opposite_deed(question, text) is opposite


def test_the_verdict_follows() -> None:
    opens = "The café opens at 9 am on weekdays."
    assert judged_first("When does the café open?", opens, opens) is Verdict.DIRECT
    assert judged_first("When does the café close?", opens, opens) is Verdict.CLOSEST
