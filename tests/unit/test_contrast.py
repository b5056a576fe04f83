"""Where the difference of two things is asked for, both are told."""

from __future__ import annotations

import numpy as np
import pytest

from backend.tasks.answer.extractive.contrast import one_of_each
from backend.tasks.answer.extractive.contrasted import contrasted
from backend.tasks.answer.extractive.judging import Judgement
from backend.tasks.answer.extractive.shown import shown_units
from backend.types import Verdict
from tests.unit.test_complete_quotes import reading_of

OARS = (
    "The club has sculls and sweep oars for its members.\n\n"
    "Sculls are short and each rower holds two of them.\n\n"
    "Everybody rows on Sundays.\n\n"
    "Sweep oars are long, and each rower holds a single one with both hands."
)
ASKED = "What is the difference between sculls and sweep oars?"


@pytest.mark.parametrize(
    ("question", "things"),
    [
        (ASKED, ("sculls", "sweep oars")),
        ("How do sculls differ from sweep oars?", ("sculls", "sweep oars")),
        ("Was ist der Unterschied zwischen Skulls und Riemen?", ("Skulls", "Riemen")),
        ("Quelle est la différence entre l'aviron et la rame ?", ("l'aviron", "rame")),
        ("Compare sculls with sweep oars.", ("sculls", "sweep oars")),
        ("What is the difference to last year?", None),
        ("Who rows with sculls and sweep oars?", None),
    ],
)
def test_two_things_are_read_from_the_question(question: str, things: object) -> None:
    assert contrasted(question) == things


def test_a_sentence_of_each_is_told_whatever_is_best() -> None:
    reading = reading_of(OARS, ASKED)
    club, sculls, sundays, sweeps = reading.candidates
    scores = np.array([0.9, 0.2, 0.4, 0.1])
    assert one_of_each(reading, scores) == (sculls, sweeps)
    likely = Judgement(Verdict.LIKELY, "", (club, sundays), scores, 0.5, 0.9)
    assert shown_units(reading, likely) == (club, sculls, sweeps)
    closest = Judgement(Verdict.CLOSEST, "", (club, sundays), scores, 0.1, 0.9)
    assert shown_units(reading, closest) == (sculls, club, sweeps)


def test_where_one_thing_is_not_spoken_of_nothing_is_preferred() -> None:
    reading = reading_of(OARS, "What is the difference between sculls and paddles?")
    assert one_of_each(reading, np.ones(4)) == ()


def test_the_entry_of_each_is_told_though_it_names_the_other() -> None:
    reading = reading_of(
        "The winch is oiled each spring.\n\nunreef Undoes what reef has done and sets all sail.\n\n"
        "reef Makes the sail smaller, so that a later unreef has something to do.",
        "What is the difference between reef and unreef?",
    )
    left, right = one_of_each(reading, np.array([0.9, 0.4, 0.3]))
    assert left.text.startswith("reef Makes")
    assert right.text.startswith("unreef Undoes")
