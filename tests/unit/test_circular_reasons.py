"""A reason that only names the event which is asked about is the reason of something else."""

from __future__ import annotations

import numpy as np
import pytest

from backend.tasks.answer.extractive.circular_reasons import (
    event_asked,
    only_names_the_event,
    tells_what_led_to_it,
    with_event_told_first,
)
from backend.types import Verdict
from tests.unit.test_addressed_text import judged_first
from tests.unit.test_local_reader import hit
from tests.unit.test_signposts import reading_of

ASKED = "Why did the Elm Chapel have to close last spring?"
CIRCULAR = "The choir of Elm Chapel lost singers because of its nine-week closure in the spring."
TOLD = "The ceiling of the chapel came down in May, and we shut it the same day."


@pytest.mark.parametrize(
    ("question", "text", "only"),
    [
        (ASKED, CIRCULAR, True),
        (ASKED, "Because of the long closure, Elm Chapel lost singers.", True),
        (ASKED, "Singers left Elm Chapel because it was shut, but the bells rang on.", True),
        ("Why was the ferry cancelled?", "We drove, because the ferry was called off.", True),
        ("Why did the price of cider fall?", "Two presses stood still due to the drop.", True),
        # something new is said of it
        (ASKED, "Elm Chapel lost singers because the hall was closed.", False),
        (ASKED, "Elm Chapel lost singers because of the closure after the fire.", False),
        ("Why did the press stop?", "The press stood still because two belts failed.", False),
        ("Why did takings fall?", "Takings were lower because of falling demand.", False),
        # it gives the reason of the event itself, or none
        (ASKED, "Elm Chapel was closed because of the closure order.", False),
        (ASKED, "Elm Chapel closed because the ceiling came down.", False),
        (ASKED, TOLD, False),
        ("Why is the choir small?", CIRCULAR, False),
        ("When did the Elm Chapel close?", CIRCULAR, False),
    ],
)
def test_the_event_is_no_reason_of_itself(question: str, text: str, only: bool) -> None:
    assert only_names_the_event(reading_of(question, hit(text)).question, text) is only


def test_of_two_events_none_is_meant_for_sure() -> None:
    text = "Why was the ferry cancelled and the quay closed?"
    assert event_asked(reading_of(text, hit(TOLD)).question) is None


def test_the_sentence_that_tells_the_event_goes_first() -> None:
    reading = reading_of(ASKED, hit(f"{CIRCULAR} It has a new organ. {TOLD}"))
    circular, organ, told = (each.text for each in reading.candidates)
    assert (circular, organ, told) == (CIRCULAR, "It has a new organ.", TOLD)
    assert with_event_told_first(reading, np.array([0.8, 0.7, 0.4])).argmax() == 2
    assert with_event_told_first(reading, np.array([0.8, 0.7, 0.2])).argmax() == 0
    assert with_event_told_first(reading, np.array([0.3, 0.7, 0.4])).argmax() == 1


def test_a_circular_reason_is_held_back() -> None:
    assert judged_first(ASKED, CIRCULAR, CIRCULAR) is Verdict.CLOSEST
    assert judged_first(ASKED, TOLD, TOLD) is Verdict.LIKELY


@pytest.mark.parametrize(
    ("question", "before", "text", "led"),
    [
        ("Why did the Elm Chapel close?", "We love Elm Chapel.", TOLD, True),
        ("Why was the quay shut?", "", "The crane had split; the quay was closed at noon.", True),
        ("Why did the Elm Chapel close?", "We love Ash Chapel.", TOLD, False),
        ("Why was the quay shut?", "", "The crane had split, and the road was closed.", False),
        ("Why was the quay shut?", "", "The quay was closed, and the crane was mended.", False),
        ("Why was the quay shut?", "", "The crane had split, and the quay never closed.", False),
        ("Why was the quay not shut?", "", "The crane had split, and the quay was closed.", False),
        ("Why was the quay shut on 3 May?", "", "It rained on 9 June, and the quay shut.", False),
        ("How was the quay shut?", "", "The crane had split, and the quay was closed.", False),
    ],
)
def test_what_led_to_an_event_stands_before_it(
    question: str, before: str, text: str, led: bool
) -> None:
    reading = reading_of(question, hit(f"{before} {text}".strip()))
    assert tells_what_led_to_it(reading, reading.units[-1]) is led
