"""The sentence that says again what “why” asks about, and gives its reason."""

from __future__ import annotations

from dataclasses import replace

import pytest

from backend.tasks.answer.extractive.question import read_question
from backend.tasks.answer.extractive.reason_clauses import (
    FIT,
    gives_reason_of_another,
    reason_fit,
)
from tests.unit.test_first_line import NOTHING_KNOWN, unit

WHY = "Why did Alder Ferries' fare income rise in the second quarter?"


@pytest.mark.parametrize(
    ("text", "heading", "fits"),
    [
        ("Fare income rose 4 % to EUR 3 million, due to longer summer sailings.", "Q2", False),
        ("Fare income will rise, due to longer sailings.", "The second quarter of 2025", True),
        ("In the second quarter fare income did rise because of the regatta.", "", True),
        ("Fare income did rise because of the regatta.", "The full year", False),
        ("Fare income slowly rises in the second quarter because of the regatta.", "", True),
        ("Fare income did rise in the second quarter.", "", False),  # no reason
        (
            "As a share of fare income, fuel did rise in the second quarter due to prices.",
            "",
            False,
        ),
    ],
)
def test_what_is_asked_about_opens_the_sentence(text: str, heading: str, fits: bool) -> None:
    question = read_question(WHY, NOTHING_KNOWN)
    assert reason_fit(question, replace(unit(text), heading=heading)) == (FIT if fits else 0.0)


@pytest.mark.parametrize(
    ("text", "of_another"),
    [
        ("As a share of fare income, fuel costs rise due to prices.", True),
        ("Fare income did rise because of the regatta.", False),
        ("Fare income slightly rises because of the regatta.", False),
        ("The regatta brought more passengers.", False),
    ],
)
def test_what_else_rose_gives_no_reason(text: str, of_another: bool) -> None:
    question = read_question(WHY, NOTHING_KNOWN)
    assert gives_reason_of_another(question, unit(text)) is of_another
    assert not gives_reason_of_another(read_question("What rose?", NOTHING_KNOWN), unit(text))


def test_a_sentence_in_other_words_is_of_the_same() -> None:
    question = read_question("Why did the well run dry?", NOTHING_KNOWN)
    assert not gives_reason_of_another(question, unit("The well ran dry because of the nursery."))


def test_where_the_last_word_may_be_no_verb_nothing_is_held_against_a_sentence() -> None:
    for text in ("Why is the list of guests given to the porter?", "Why did it go to the porter?"):
        question = read_question(text, NOTHING_KNOWN)
        assert not gives_reason_of_another(
            question, unit("Only so that the porter can greet them.")
        )
