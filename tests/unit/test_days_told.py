"""A day is not told by hours, nor the last one by any other."""

from __future__ import annotations

import numpy as np
import pytest

from backend.tasks.answer.extractive.days_told import (
    asks_for_day,
    tells_day,
    tells_end_on_a_day,
    tells_only_hours,
)
from backend.tasks.answer.extractive.picked_out import picks_the_same
from backend.tasks.answer.extractive.rule_scores import without_debris
from backend.types import Verdict
from tests.unit.test_addressed_text import judged_first
from tests.unit.test_local_reader import hit
from tests.unit.test_signposts import reading_of

LAST = "When is the last day the cider press is open?"
HOURS = "The cider press is open until 5.30 pm, and the last apples are taken at five o'clock."


@pytest.mark.parametrize(
    ("question", "asks"),
    [
        (LAST, True),
        ("By what date must the organ be tuned?", True),
        ("On which day does the choir rehearse?", True),
        ("What is the closing date for the regatta?", True),
        ("When does the last ferry leave?", False),
        ("What time does the press open?", False),
        ("On which day of the week does the choir sing?", False),
        ("How many days is the press open?", False),
        ("What is the day ticket?", False),
        ("When is the day trip to the orchard?", False),
    ],
)
def test_a_day_is_asked_for_by_its_word(question: str, asks: bool) -> None:
    assert asks_for_day(question) is asks


@pytest.mark.parametrize(
    ("text", "tells"),
    [
        ("The organ is tuned on 3 May.", True),
        ("The choir sings on Fridays at six.", True),
        ("Fri 18:00 choir", True),
        ("It closes two days after the fair.", True),
        ("The press stops on 28.9.2031.", True),
        ("It opens at 6.10 pm.", False),
        ("It opens at noon, half an hour later.", False),
    ],
)
def test_days_are_told_in_many_ways(text: str, tells: bool) -> None:
    assert tells_day(text) is tells


@pytest.mark.parametrize(
    ("question", "text", "only"),
    [
        (LAST, HOURS, True),
        (LAST, "On Sundays the cider press closes at noon.", True),
        (LAST, "The cider press closes on Sunday 12 October at noon.", False),
        (LAST, "The cider press will close for good.", False),
        ("On which day does the choir sing?", "The choir sings on Sundays at noon.", False),
        ("On which day does the choir sing?", "The choir sings at noon.", True),
        ("When does the choir sing?", "The choir sings at noon.", False),
    ],
)
def test_hours_alone_tell_no_day(question: str, text: str, only: bool) -> None:
    assert tells_only_hours(question, text) is only


@pytest.mark.parametrize(
    ("question", "text", "tells"),
    [
        (LAST, "We stop pressing on Sunday 12 October.", True),
        (LAST, "The press is open through 12 October.", True),
        (LAST, "The press is open from 3 to 12 October.", True),
        (LAST, "The new press will be here by the end of October.", False),
        (LAST, "Last week, on 3 May, the press was oiled.", False),
        (LAST, "The last apples are taken at five.", False),
        ("What is the last day to enter the regatta?", "Entries are due by 3 May.", True),
        ("When is the press oiled?", "We stop pressing on Sunday 12 October.", False),
    ],
)
def test_the_last_day_is_told_by_an_end(question: str, text: str, tells: bool) -> None:
    assert tells_end_on_a_day(question, text) is tells


def test_the_day_goes_before_the_hours() -> None:
    ends = "We shall stop pressing cider on Sunday 12 October."
    reading = reading_of(LAST, hit(f"{HOURS} The new cider press comes on 3 May. {ends}"))
    texts = [candidate.text for candidate in reading.candidates]
    scores = without_debris(reading, np.full(len(texts), 0.5), {})
    assert texts[int(np.argmax(scores))] == ends
    assert texts[int(np.argmin(scores))] == HOURS


def test_hours_are_not_told_for_a_day() -> None:
    assert judged_first(LAST, HOURS, HOURS) is Verdict.CLOSEST
    told = "The last day on which the cider press is open is 12 October."
    assert judged_first(LAST, told, told) in {Verdict.DIRECT, Verdict.LIKELY}


def test_of_the_last_day_a_day_is_picked_out() -> None:
    question = reading_of("When is the last day Plover sails?", hit(HOURS)).question
    assert not picks_the_same(question, "The last skiff from Plover leaves at six.")
    assert picks_the_same(question, "Their last day is 3 May.") is True
