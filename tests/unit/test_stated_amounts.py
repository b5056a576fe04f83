"""The amount of the very thing is told by the sentence that states it."""

from __future__ import annotations

import pytest

from backend.tasks.answer.extractive.fit import FIT
from backend.tasks.answer.extractive.stated_amounts import (
    amount_of_what_goes_there,
    states_amount,
)
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


@pytest.mark.parametrize(
    ("question", "text", "other"),
    [
        (ASKED, "The fee for the sail fund is £9.", True),
        ("How much is in the sail fund?", "A gift of £9 went to the sail fund.", True),
        ("How much is the sail fund?", "The gift to the sail fund was £9.", True),
        ("How much is the sail fund?", "The level of the sail fund is £9.", False),
        ("How much is the sail fund?", "The sail fund is £9.", False),
        (
            "How much is the sail fund?",
            "The sail fund has £9; a gift to the sail fund £1.",
            False,
        ),
        ("How much is the mast?", "The grant for the mast is £9.", True),
        ("How much is the sail?", "The fee for the sail is £9.", False),  # it is what one pays
    ],
)
def test_what_is_paid_into_a_fund_is_not_the_fund(question: str, text: str, other: bool) -> None:
    assert amount_of_what_goes_there(question, text) is other


def test_the_fund_itself_is_told() -> None:
    gift, fund = "The gift to the sail fund is £9 a year.", "The sail fund stands at £900."
    asked = "How much is the sail fund?"
    assert judged_first(asked, gift, gift) is Verdict.CLOSEST
    assert judged_first(asked, f"{gift} {fund}", fund) in {Verdict.DIRECT, Verdict.LIKELY}


def test_such_a_sentence_is_likely_the_answer() -> None:
    text = "Ada said that the sail fund stands at £900."
    assert judged_first(ASKED, text, text) in {Verdict.DIRECT, Verdict.LIKELY}
