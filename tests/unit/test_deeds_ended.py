"""The last day of what somebody does is told by when it stops."""

from __future__ import annotations

import pytest

from backend.analysis import term_texts
from backend.tasks.answer.extractive.deeds_ended import deed_ended_fit
from backend.tasks.answer.extractive.fit import FIT
from backend.types import Verdict
from tests.unit.test_addressed_text import judged_first
from tests.unit.test_local_reader import hit
from tests.unit.test_signposts import reading_of

ASKED = "When is the last day you press cider and perry?"
ABOUT = "In autumn we press cider and perry in the yard."
STOPS = "We shall stop pressing both on Sunday 12 October."


@pytest.mark.parametrize(
    ("question", "text", "fits"),
    [
        (ASKED, STOPS, True),
        (ASKED, "We stop pressing cider on Sunday 12 October.", True),
        (ASKED, "The yard ceases pressing all of it on October 12.", True),
        ("What is the last date on which you will press cider?", STOPS, True),
        # of something else, of no day or of none that is sure
        (ASKED, "We stop pressing trousers on Sunday 12 October.", False),
        (ASKED, "We stop selling both on Sunday 12 October.", False),
        (ASKED, "We shall stop pressing both in October.", False),
        (ASKED, "We stop pressing both at noon.", False),
        (ASKED, "We might stop pressing both on Sunday 12 October.", False),
        (ASKED, "We begin pressing both on Sunday 12 October.", False),
        ("When is the last day you press cider and bottle ale?", STOPS, False),
        ("When do you press cider and perry?", STOPS, False),
    ],
)
def test_the_deed_that_is_asked_about_stops_on_a_day(question: str, text: str, fits: bool) -> None:
    reading = reading_of(question, hit(f"{ABOUT} {text}"))
    about = frozenset(term_texts(f"{ABOUT} {text}"))
    assert deed_ended_fit(reading.question, reading.units[-1], about) == (FIT if fits else 0.0)


def test_it_is_told() -> None:
    assert judged_first(ASKED, f"{ABOUT} {STOPS}", STOPS) in {Verdict.DIRECT, Verdict.LIKELY}
