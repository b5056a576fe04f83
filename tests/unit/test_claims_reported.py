"""What somebody claims is not yet so."""

from __future__ import annotations

import pytest

from backend.tasks.answer.extractive.claims_reported import answers_claim, claimed
from backend.types import Verdict
from tests.unit.test_addressed_text import judged_first
from tests.unit.test_local_reader import hit
from tests.unit.test_signposts import best_of, reading_of

CLAIM = "Some of the rowers have said that no bell was rung."


@pytest.mark.parametrize(
    ("question", "text", "is_claim"),
    [
        ("Was the bell rung?", CLAIM, True),
        ("Was the bell rung?", "MS VALE: The rowers claim that no bell was rung.", True),
        ("Was the bell rung?", "The bell was rung at noon.", False),
        ("Was the bell heavy?", CLAIM, False),
        ("Did they say that the bell was rung?", CLAIM, False),
        ("Why was the bell rung?", CLAIM, False),
    ],
)
def test_a_claim_is_known(question: str, text: str, is_claim: bool) -> None:
    assert claimed(reading_of(question, hit(text)).question, text) is is_claim


@pytest.mark.parametrize(
    ("reply", "answers"),
    [
        ("It was rung.", True),
        ("CAPT ORR: It was rung twice.", True),
        ("No, that is wrong.", True),
        ("The quay was empty.", False),
        ("It was a cold day.", False),
        ("Was it rung?", False),
    ],
)
def test_what_replies_to_a_claim(reply: str, answers: bool) -> None:
    reading = reading_of("Was the bell rung?", hit(f"{CLAIM} {reply}"))
    claim, unit = reading.units[:2]
    assert answers_claim(reading.question, unit, claim) is answers


def test_the_reply_stands_above_the_claim() -> None:
    question = "Was the bell rung?"
    assert best_of(reading_of(question, hit(f"{CLAIM} It was rung."))) == "It was rung."
    assert judged_first(question, CLAIM, CLAIM) is not Verdict.DIRECT
