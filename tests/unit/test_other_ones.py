"""Sentences about those that are not what a question asks about."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from backend.tasks.answer.extractive.forms import tells_past_date
from backend.tasks.answer.extractive.other_ones import tells_of_others

GUARDS = "What does a guard boat pay?"


@pytest.mark.parametrize(
    ("question", "text"),
    [
        (GUARDS, "A boat that is not a guard boat pays the toll at the weir."),
        (GUARDS, "Boats which are not guard boats pay the toll."),
        (GUARDS, "Boats other than guard boats pay the toll."),
        (GUARDS, "A ferry that isn't a guard boat pays the toll."),
        ("What does a member pay?", "Someone who is not a member, pays three crowns."),
        ("When may pilots land?", "Whoever is one of those who are not pilots."),
    ],
)
def test_what_is_said_of_the_others_is_told_apart(question: str, text: str) -> None:
    assert tells_of_others(question, text)


@pytest.mark.parametrize(
    ("question", "text"),
    [
        (GUARDS, "A guard boat pays no toll."),
        # the sentence says it of both
        (GUARDS, "A guard boat pays nothing, and one that is not a guard boat pays the toll."),
        # the question asks about the others
        ("What does a boat that is not a guard boat pay?", "What is not a guard boat pays."),
        ("What do boats other than guard boats pay?", "Boats other than guard boats pay 3."),
        # a member state is no member
        ("What does a member pay?", "Who comes from a state that is not a member state pays 3."),
        # nothing of what is left out is asked about
        (GUARDS, "A guard boat that is not at its mooring pays the toll."),
        # it is denied, and nobody is left out
        (GUARDS, "A ferry is not a guard boat."),
    ],
)
def test_what_is_said_of_what_is_asked_about_is_not(question: str, text: str) -> None:
    assert not tells_of_others(question, text)


def test_of_two_that_are_left_out_each_counts() -> None:
    text = "A boat that is not a guard boat, and a raft that is not a night raft, waits."
    assert tells_of_others("How long does a guard boat wait?", text)
    assert tells_of_others("How long does a night raft wait?", text)
    assert not tells_of_others("How long does a ferry wait?", text)


@given(st.text(max_size=80), st.text(max_size=120))
def test_any_text_is_read(question: str, text: str) -> None:
    assert tells_of_others(question, text) in (True, False)


@given(st.text(max_size=120))
def test_a_question_with_a_negation_is_left_alone(text: str) -> None:
    assert not tells_of_others("Which boats are not guard boats?", text)


@pytest.mark.parametrize(
    ("text", "tells"),
    [
        ("The ferry has sailed since the flood.", True),
        ("It is new since 2.4.", False),
        ("Tables are drawn anew since version 4.0.", False),
        ("It was mended before release 1.2 came out.", False),
        ("It was mended before the second race.", True),
        ("What is new in Sailmaker version 2.24.1 since 2.22.", False),
        ("Version 2.24 came out in 2021.", True),
        ("It sailed at 9.30.", True),
    ],
)
def test_a_version_is_no_time(text: str, tells: bool) -> None:
    assert tells_past_date(text) is tells
