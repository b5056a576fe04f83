"""The amount of the very thing is told by the sentence that states it."""

from __future__ import annotations

import pytest

from backend.tasks.answer.extractive.stated_amounts import FIT, states_amount
from backend.types import Verdict
from tests.unit.test_addressed_text import judged_first

ASKED = "How high is the sail fund?"


@pytest.mark.parametrize(
    ("question", "text", "states"),
    [
        (ASKED, "Ada said that the sail fund stands at £900.", True),
        (ASKED, "The sail fund is now 900 pounds.", True),
        (ASKED, "The sail fund has grown to £900.", True),
        (ASKED, "The sail fund was £900.", False),  # it was
        ("How high was the sail fund?", "The sail fund stood at £900 in May.", True),
        (ASKED, "The old sail fund stands at £900.", False),
        (ASKED, "The fund stands at £900.", False),
        (ASKED, "The fee for the sail fund is £9.", False),
        (ASKED, "If all pay, the sail fund is £900.", False),
        (ASKED, "The sail fund is £900 or more.", False),
        (ASKED, "The sail fund is £900 and the boat fund is £30.", False),
        (ASKED, "The sail fund is not £900.", False),
        (ASKED, "The sail fund is for all members.", False),
        ("How long is the sail?", "The sail is 9 m long.", False),
    ],
)
def test_the_thing_is_named_as_in_the_question(question: str, text: str, states: bool) -> None:
    assert states_amount(question, text) == (FIT if states else 0.0)


def test_such_a_sentence_is_likely_the_answer() -> None:
    text = "Ada said that the sail fund stands at £900."
    assert judged_first(ASKED, text, text) in {Verdict.DIRECT, Verdict.LIKELY}
