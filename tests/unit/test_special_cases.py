"""A case that is told apart is told by the sentence that does so."""

from __future__ import annotations

import pytest

from backend.tasks.answer.extractive.special_cases import is_of_other_case, special_case_fit
from backend.types import Verdict
from tests.unit.test_addressed_text import judged_first
from tests.unit.test_local_reader import hit
from tests.unit.test_signposts import best_of, reading_of

ALL = "A deposit of 30 pounds is taken."
ONE = "For keelboats it is 50 pounds."


@pytest.mark.parametrize(
    ("question", "text", "fits"),
    [
        ("How much is the deposit for a keelboat?", f"{ALL} {ONE}", True),
        (
            "How much is the deposit for keelboats?",
            f"{ALL} Keelboats of other clubs pay half.",
            True,
        ),
        (
            "How much is the deposit for guests?",
            f"{ALL} Keelboats of other clubs pay half.",
            False,
        ),
        ("How much is the deposit for a punt?", f"{ALL} {ONE}", False),
        ("How much is the deposit for a keelboat?", f"{ALL} Keelboats are 50 pounds.", True),
        ("How much is the deposit for a keelboat?", f"{ALL} Keelboats are nine metres.", False),
        ("How much is the deposit?", f"{ALL} {ONE}", False),
        ("How much is the deposit for a keelboat?", f"The key is lent. {ONE}", False),
        ("How much is the deposit for a keelboat?", f"{ALL} For keelboats it is dear.", False),
        ("Why is there a deposit for a keelboat?", f"{ALL} {ONE}", False),
        ("How much is the deposit for a keelboat?", f"{ALL} For old keelboats it is 9.", False),
    ],
)
def test_the_very_case_is_told(question: str, text: str, fits: bool) -> None:
    reading = reading_of(question, hit(text))
    *above, unit = reading.units
    assert bool(special_case_fit(reading.question, unit, above)) is fits


def test_it_stands_above_what_is_told_of_all() -> None:
    question = "How much is the deposit for a keelboat?"
    assert best_of(reading_of(question, hit(f"{ALL} {ONE}"))) == ONE
    assert best_of(reading_of("How much is the deposit for a punt?", hit(f"{ALL} {ONE}"))) == ALL
    assert judged_first(question, f"{ALL} {ONE}", ONE) in {Verdict.DIRECT, Verdict.LIKELY}


@pytest.mark.parametrize(
    ("question", "text", "other"),
    [
        ("How much does a lamp cost?", ONE, True),
        ("How much is the deposit for a keelboat?", ONE, False),
        ("How much is the deposit for boats?", "A keelboat is 50 pounds.", False),
        ("How much does a lamp cost?", "For guests the lamp is 5 pounds.", False),
        ("What is a lamp?", ONE, False),
    ],
)
def test_another_case_is_not_told(question: str, text: str, other: bool) -> None:
    assert is_of_other_case(reading_of(question, hit(text)).question, text) is other
