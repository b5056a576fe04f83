"""What was done about a trouble is not told by the sentence that only reports it."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from backend.tasks.answer.extractive.complete import complete_one
from backend.tasks.answer.extractive.done_about import (
    deed_told,
    only_reports_it,
    tells_deed,
    trouble_asked,
    with_deed_first,
)
from backend.tasks.answer.extractive.features import unit_features
from backend.tasks.answer.extractive.judging import judge
from backend.tasks.answer.extractive.verdicts import Thresholds
from backend.tasks.answer.extractive.weights import load_weights
from backend.types import Verdict
from tests.unit.test_addressed_text import judged_first
from tests.unit.test_local_reader import hit
from tests.unit.test_signposts import reading_of

ASKED = "What was done about the rust on the slipway?"
REPORTED = "In May a diver found rust on the slipway below the boat house."
DONE = "The crew painted forty metres of rail with tar."

WORST, ENEMY = "It was worst at the end.", "Rust is the enemy of rails."


@pytest.mark.parametrize(
    ("question", "trouble"),
    [
        (ASKED, {"rust"}),
        ("What has been done to stop the leaks in the organ loft?", {"leak"}),
        ("What did the choir do about the noise from the road?", {"nois"}),
        ("What does the club do against weeds?", {"weed"}),
        ("What steps were taken against the rats in the orchard?", {"rat"}),
        ("What action did the committee take in response to the flood?", {"flood"}),
        ("What was found on the slipway?", set()),
        ("What can be done with the slipway?", set()),
        ("When was the slipway done?", set()),
        ("What did the diver find?", set()),
    ],
)
def test_the_trouble_is_read_from_the_question(question: str, trouble: set[str]) -> None:
    assert trouble_asked(question) == trouble


@pytest.mark.parametrize(
    ("question", "text", "deed"),
    [
        (ASKED, DONE, True),
        (ASKED, "Forty metres of rail were then painted.", True),
        (ASKED, "We froze the ropes.", True),
        (ASKED, "Ada Finch has hired a welder.", True),
        (ASKED, "It was noted again in June, and the crew scraped the rail.", True),
        (ASKED, "Nothing was done.", True),
        (ASKED, REPORTED, False),
        (ASKED, "The affected rail is nine metres long.", False),
        (ASKED, "The rail was damaged and two bolts were lost.", False),
        (ASKED, "The diver inspected the rail.", False),
        (ASKED, "Ada Finch answered that the yard had painted it.", False),
        (ASKED, "No boat was harmed by it.", True),  # by its form
        (ASKED, "There were sixteen boats.", False),
        ("What do you do about weeds?", "We pull them up by hand.", True),
        ("What did you do about weeds?", "We pull them up by hand.", False),
    ],
)
def test_deeds_are_told_by_their_verbs(question: str, text: str, deed: bool) -> None:
    assert tells_deed(question, text) is deed


@pytest.mark.parametrize(
    ("question", "text", "only"),
    [
        (ASKED, REPORTED, True),
        (ASKED, "Rust was seen on the slipway in May.", True),
        (ASKED, "Rust is the worst problem of the slipway.", True),
        (ASKED, "The rust on the slipway was scraped off in June.", False),
        (ASKED, "A diver found rust, and we painted the rail.", False),
        (ASKED, "Bo Rask reported that rust had eaten the slipway.", True),
        (ASKED, "Bo Rask asked why there was rust on the slipway.", True),
        ("What was done about the oars breaking?", "Bo asked why so many oars broke.", True),
        (ASKED, "We found a firm in Ely that takes away rust.", False),
        (ASKED, "Rust on a slipway is the harbour master's business.", False),
        (ASKED, "A diver found weed on the slipway.", False),
        ("What was found on the slipway?", REPORTED, False),
    ],
)
def test_a_report_tells_no_deed(question: str, text: str, only: bool) -> None:
    assert only_reports_it(reading_of(question, hit(text)).question, text) is only


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (f"{REPORTED} {DONE} No boat was lost.", f"{REPORTED} {DONE}"),
        (
            f"{REPORTED} It was worst at the end. {DONE}",
            f"{REPORTED} It was worst at the end. {DONE}",
        ),
        (
            f"{REPORTED} Rust is the enemy of rails. {DONE}",
            f"{REPORTED} Rust is the enemy of rails. {DONE}",
        ),
        # it goes on with something else, or in another paragraph
        (f"{REPORTED} The choir is small. {DONE}", REPORTED),
        (f"{REPORTED}\n\n{DONE}", REPORTED),
        (f"{REPORTED} {WORST}", REPORTED),
    ],
)
def test_the_report_is_quoted_with_what_was_done(text: str, told: str) -> None:
    reading = reading_of(ASKED, hit(text))
    whole = complete_one(reading, reading.units[0])
    assert whole.text == told
    assert deed_told(reading.question, reading.units[0], whole) == (DONE if DONE in told else "")


def test_the_first_line_tells_what_was_done_and_no_more_than_likely() -> None:
    reading = reading_of(ASKED, hit(f"{REPORTED} {DONE}"))
    weights = load_weights()
    features = unit_features(reading)
    bounds = Thresholds(0.0, 0.0, 0.0, 0.0)
    judged = judge(reading, features, replace(weights, thresholds=bounds), {}, missing=False)
    assert (judged.verdict, judged.line) == (Verdict.LIKELY, DONE)


def test_a_report_alone_is_held_back() -> None:
    assert judged_first(ASKED, REPORTED, REPORTED) is Verdict.CLOSEST
    told = "The rust on the slipway was scraped off in June."
    assert judged_first(ASKED, told, told) in {Verdict.DIRECT, Verdict.LIKELY}


def test_what_names_the_trouble_with_the_deed_goes_first() -> None:
    told = "The rust was scraped off in June."
    reading = reading_of(ASKED, hit(f"{REPORTED}\n\nThe choir sang.\n\n{told}"))
    assert [each.text for each in reading.candidates] == [REPORTED, "The choir sang.", told]
    assert with_deed_first(reading, np.array([0.8, 0.4, 0.3])).argmax() == 2
    assert with_deed_first(reading, np.array([0.8, 0.4, 0.1])).argmax() == 0
    assert with_deed_first(reading, np.array([0.3, 0.8, 0.4])).argmax() == 1
