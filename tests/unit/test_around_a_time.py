"""What holds until a day says nothing of the time after it; the next sentence may."""

from __future__ import annotations

import pytest

from backend.tasks.answer.extractive.around_a_time import (
    goes_on_after,
    is_of_another_side,
    only_tells_when,
)
from backend.tasks.answer.extractive.background import Background
from backend.tasks.answer.extractive.question import Question, read_question
from backend.tasks.answer.extractive.units import cut_hits
from backend.types import Verdict
from tests.unit.test_addressed_text import judged_first
from tests.unit.test_local_reader import hit

TRIAL = "The first two months are a trial, during which the fee is 4 pounds."
THEN = "Afterwards the fee is 9 pounds."


def asked(text: str) -> Question:
    return read_question(text, Background({}, 1000))


@pytest.mark.parametrize(
    ("question", "text", "other"),
    [
        ("How much is the fee after the trial?", TRIAL, True),
        ("How much is the fee during the trial?", TRIAL, False),
        ("How much is the fee after the trial?", "After the trial the fee is 9 pounds.", False),
        ("How much is the toll after 3 May?", "The toll is waived until 3 May.", True),
        ("How much is the toll after 3 May?", "From 3 May the toll is 2 pounds.", False),
        ("How much is the toll after 3 May?", "The toll is 2 pounds.", False),
        ("How much was the toll before the flood?", "Since the flood the toll is £3.", True),
        ("How much was the toll before the flood?", "Until the flood the toll was £1.", False),
        ("Who keeps the key during the regatta?", "After the regatta Tom Reed keeps it.", True),
        ("What is the fare during the trial?", "After the trial the fare is 9 pounds.", True),
        ("What is the fare during the trial?", "For the trial the fare is 9 pounds.", False),
        ("Is the shop open after six?", "The shop is open until six.", False),  # it decides that
        ("What does he do after he has eaten?", "He sleeps until he has eaten.", False),
    ],
)
def test_a_time_has_sides(question: str, text: str, other: bool) -> None:
    assert is_of_another_side(asked(question), text) is other


def test_what_goes_on_after_the_time_answers() -> None:
    question = asked("How much is the fee after the trial?")
    before, then = cut_hits([hit(f"{TRIAL} {THEN}")])
    assert goes_on_after(question, then, before) > 0
    assert goes_on_after(question, then, None) == 0
    assert goes_on_after(asked("How much is the fee during the trial?"), then, before) == 0
    before, other = cut_hits([hit(f"{TRIAL} Afterwards we have tea.")])
    assert goes_on_after(question, other, before) == 0
    before, then = cut_hits([hit(f"The crew meets in May. {THEN}")])
    assert goes_on_after(question, then, before) == 0


def test_it_is_told_in_place_of_the_other_side() -> None:
    question, passage = "How much is the fee after the trial?", f"{TRIAL} {THEN}"
    assert judged_first(question, passage, TRIAL) is Verdict.CLOSEST
    assert judged_first(question, passage, THEN) is Verdict.DIRECT


@pytest.mark.parametrize(
    ("question", "text", "only"),
    [
        ("How long is the trial?", "After the trial the fee is due in nine days.", True),
        ("How long does the trial last?", "The notice during the trial is nine days.", True),
        ("How long is the trial?", "The first two months are a trial.", False),
        ("How long is the trial?", "During the trial, which lasts a month, all is free.", True),
        ("How long is the trial?", "The trial is a month; after the trial you pay.", False),
        ("How long is the trial?", "Nine days are free.", False),
        ("How much is the trial?", "After the trial the fee is due in nine days.", False),
    ],
)
def test_what_is_after_something_does_not_say_how_long_it_is(
    question: str, text: str, only: bool
) -> None:
    assert only_tells_when(asked(question), text) is only
