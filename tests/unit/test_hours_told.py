"""“What time” asks for an hour, which a date is not."""

from __future__ import annotations

import pytest

from backend.tasks.answer.extractive.hours_told import asks_for_hour, tells_hour
from backend.types import Verdict
from tests.unit.test_local_reader import ask, hit


@pytest.mark.parametrize(
    ("question", "asks"),
    [
        ("What time does the ferry leave?", True),
        ("At what time is the race?", True),
        ("Until which time is the kiosk open?", True),
        ("What time zone is used?", False),
        ("What time of the year is best?", False),
        ("When does the ferry leave?", False),
        ("When does the first ferry leave?", True),
        ("When does the last tram arrive at the mill?", True),
        ("When does the first course start?", False),
    ],
)
def test_a_question_asks_for_an_hour(question: str, asks: bool) -> None:
    assert asks_for_hour(question) is asks


@pytest.mark.parametrize(
    "text",
    [
        *("It leaves at 10:35.", "We start at 8.45 and end at 4.15.", "Doors open at 7 pm."),
        *("Open from nine to five", "at half past seven", "between 9 and 11", "until noon"),
        "It opens an hour before the race.",
        *("at eleven o'clock", "by 6."),
    ],
)
def test_an_hour(text: str) -> None:
    assert tells_hour(text)


@pytest.mark.parametrize(
    "text",
    [
        *("Sunday 8 June 2031", "It costs £8.45.", "a beam of 2.45 m", "from two boats"),
        *("at three hundred metres", "Flight 762 from Elm", "by 6.5 per cent"),
    ],
)
def test_no_hour(text: str) -> None:
    assert not tells_hour(text)


def test_a_day_alone_is_no_answer_to_what_time() -> None:
    question = "What time does the ferry to Gull leave?"
    day = "The ferry to Gull leaves on Sunday 8 June 2031."
    assert ask(question, [hit(day)])[1].verdict not in {Verdict.DIRECT, Verdict.LIKELY}
    both = f"{day[:-1]} at 10:35 from the pier."
    draft = ask(question, [hit(both)])[1]
    assert draft.verdict in {Verdict.DIRECT, Verdict.LIKELY}
    assert "10:35" in draft.short
