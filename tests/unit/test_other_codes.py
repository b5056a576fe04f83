"""What is said of version 3.2 is not told of version 3.1."""

from __future__ import annotations

import pytest

from backend.tasks.answer.extractive.other_codes import is_of_another_code, names_another
from backend.types import Verdict
from tests.unit.test_addressed_text import judged_first


@pytest.mark.parametrize(
    ("question", "text", "over", "another"),
    [
        ("When did version 3.1 appear?", "Version 3.2 appeared on 4 May.", "", True),
        ("Who sits in room B2?", "Ada Finch sits in room C4.", "", True),
        ("Who sits in room B2?", "Ada Finch sits in room C4, Tom Reed in B2.", "", False),
        ("When did version 3.1 appear?", "Version 3.1 appeared on 4 May.", "", False),
        ("When did version 3.1 appear?", "Versions 3.1. 3.2 and 3.3 appeared in May.", "", False),
        ("When did version 3.1 appear?", "It appeared after version 3.0.", "Version 3.1", False),
        ("When did version 3.1 appear?", "It appeared on 4 May.", "", False),
        # another word before the number, another kind of number
        ("When did version 3.1 appear?", "See section 3.2 for what appeared.", "", False),
        ("Who sits in room B2?", "Whoever is in room 14a sits still.", "", False),
        # plain numbers may be counted, or lie in a span
        ("What does court 3 cost?", "Courts 1 to 4 cost £6.", "", False),
    ],
)
def test_codes(question: str, text: str, over: str, another: bool) -> None:
    assert is_of_another_code(question, text, over) is another


def test_the_verdict_follows() -> None:
    text = "Version 3.2 was released on 4 May."
    assert judged_first("When was version 3.2 released?", text, text) is Verdict.DIRECT
    earlier = f"{text} It replaces version 3.1."
    assert judged_first("When was version 3.1 released?", earlier, text) is Verdict.CLOSEST


@pytest.mark.parametrize(
    ("text", "is_another"),
    [
        ("Dr. Orr leads the autumn cruise, MS24-09.", True),
        ("Dr. Orr leads MS24-06 and MS24-09.", False),
        ("Dr. Orr leads the autumn cruise.", False),
        ("Dr. Orr wrote report MR24-09.", False),
    ],
)
def test_a_code_of_capitals_is_of_one_thing(text, is_another):
    assert names_another("Who leads MS24-06?", text) is is_another


def test_units_and_single_letters_are_no_codes_of_things():
    assert not names_another("How much is F2 at 12 MB?", "F1 holds 24 MB.")
