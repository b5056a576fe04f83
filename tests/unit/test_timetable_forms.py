"""Short forms of timetables stand for the words that are asked for."""

from __future__ import annotations

import pytest

from backend.tasks.answer.extractive.timetable_forms import with_timetable_forms
from backend.types import Verdict
from tests.unit.test_local_reader import ask, hit
from tests.unit.test_signposts import reading_of


@pytest.mark.parametrize(
    ("question", "text", "held"),
    [
        ("What time does the ferry leave?", "Ferry to Gull, dep. 10:35, two hours.", {"leav"}),
        ("What time does the ferry arrive?", "Ferry to Gull, dep. 10:35, arr. 12:40.", {"arriv"}),
        ("What time does the ferry arrive?", "Ferry to Gull, dep. 10:35.", set()),
        ("What time does the ferry leave?", "The dep. manager writes at 10:35.", set()),
        ("What time is lunch?", "Ferry to Gull, dep. 10:35.", set()),
    ],
)
def test_an_hour_behind_a_short_form(question: str, text: str, held: set[str]) -> None:
    reading = reading_of(question, hit(text))
    plain = {"ferri", "gull", "hour"}
    found = with_timetable_forms(reading.question, reading.units)[0].term_set
    assert (found & reading.question.weights.keys()) - plain - {"time"} == held


def test_the_ferry_that_is_asked_for_is_told() -> None:
    plan = hit("Ferry to Gull, dep. 10:35, arr. 12:40. Bus to Elm, dep. 14:05, arr. 15:00.")
    _, draft = ask("What time does the ferry to Gull leave?", [plan])
    assert draft.verdict in {Verdict.DIRECT, Verdict.LIKELY}
    assert draft.short.startswith("Ferry to Gull, dep. 10:35")
