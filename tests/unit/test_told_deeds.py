"""What a thing covers is told by the sentence that has it as the one who does."""

from __future__ import annotations

import pytest

from backend.tasks.answer.extractive.fit import FIT
from backend.tasks.answer.extractive.told_deeds import deed_fit
from backend.types import Verdict
from tests.unit.test_local_reader import ask, hit
from tests.unit.test_signposts import reading_of

MOORINGS = "A mooring costs £90 a season. The fee covers the tow and the lamp."


def fit(question: str, text: str) -> float:
    reading = reading_of(question, hit(text))
    unit = reading.units[-1]
    return deed_fit(reading.question, unit, reading.above(unit), frozenset())


@pytest.mark.parametrize(
    ("question", "text", "fits"),
    [
        ("What does the mooring fee cover?", MOORINGS, True),
        ("What does the fee cover?", "The fee covers the tow and the lamp.", True),
        ("What does the mooring fee include?", MOORINGS, False),  # another deed
        ("What does the crane fee cover?", MOORINGS, False),  # nothing speaks of a crane
        ("What does the mooring lease cover?", MOORINGS, False),  # another thing
        ("What does the mooring fee cover?", MOORINGS.replace("The fee", "The crane fee"), False),
        ("What does the mooring fee cover?", "A mooring is dear. The fee covers it.", False),
        ("Who covers the mooring fee?", MOORINGS, False),
    ],
)
def test_the_thing_is_the_one_who_does(question: str, text: str, fits: bool) -> None:
    assert fit(question, text) == (FIT if fits else 0.0)


def test_what_the_fee_covers_is_told() -> None:
    _, draft = ask("What does the mooring fee cover?", [hit(MOORINGS)])
    assert draft.verdict in {Verdict.DIRECT, Verdict.LIKELY}
    assert "the tow and the lamp" in draft.short
    assert "£90" not in draft.short
