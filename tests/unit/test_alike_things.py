"""What is told of two things alike tells no difference of them."""

from __future__ import annotations

import pytest

from backend.tasks.answer.extractive.alike import is_told_of_both_alike
from backend.tasks.answer.extractive.fitting import fitting_by_form
from backend.tasks.answer.extractive.holding_back import held_back
from backend.types import Verdict
from tests.unit.test_local_reader import hit
from tests.unit.test_signposts import reading_of

ASKED = "What is the difference between a skiff and a racing gig?"


@pytest.mark.parametrize(
    ("question", "text", "alike"),
    [
        (ASKED, "For skiffs and racing gigs use a short oar.", True),
        (ASKED, "Both gigs and racing skiffs are rowed.", False),
        (ASKED, "Figure 2.1: Skiffs and racing gigs.", True),
        (ASKED, "A racing gig (six oars) or a skiff is lent on Sunday.", True),
        (ASKED, "Skiffs and racing gigs differ in length.", False),
        (ASKED, "Skiffs and racing gigs have one and six rowers respectively.", False),
        (ASKED, "A skiff is short, while a racing gig is long.", False),
        (ASKED, "A racing gig is longer than a skiff.", False),
        ("What is a skiff?", "For skiffs and racing gigs use a short oar.", False),
        (
            "What is the difference between -q and -Q?",
            "The options -q and -Q are for quiet boats.",
            False,
        ),
    ],
)
def test_what_names_both_beside_each_other_tells_them_alike(
    question: str, text: str, alike: bool
) -> None:
    assert is_told_of_both_alike(question, text) is alike


def test_a_sentence_of_both_alike_counts_less_and_is_no_answer() -> None:
    both = "For skiffs and racing gigs use a short oar."
    reading = reading_of(ASKED, hit(f"A skiff has one rower. A racing gig has six. {both}"))
    told = [
        [unit.text for unit, fits in zip(reading.candidates, fitting, strict=True) if not fits]
        for fitting, _ in fitting_by_form(reading)
    ]
    assert [both] in told
    at = next(i for i, candidate in enumerate(reading.candidates) if candidate.text == both)
    assert held_back(reading, at, Verdict.DIRECT, pointed=False) is Verdict.CLOSEST


@pytest.mark.parametrize(
    ("text", "alike"),
    [
        ("Boats: lends skiffs, racing gigs and punts.", True),
        ("We lend skiffs, tubs, racing gigs or punts.", True),
        ("Skiffs: one rower; racing gigs: six.", False),
        ("In skiffs, racing gigs are not followed.", False),
        ("Skiffs have one rower, racing gigs six.", False),
    ],
)
def test_a_list_of_both_tells_none(text: str, alike: bool) -> None:
    assert is_told_of_both_alike(ASKED, text) is alike
