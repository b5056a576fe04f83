"""Whose duty something is, is told by a part without a name."""

from __future__ import annotations

import pytest

from backend.tasks.answer.extractive.duties import duty_fit
from tests.unit.test_local_reader import hit
from tests.unit.test_signposts import reading_of

KEEPS = "4.1 The Owner shall keep the jetty and the steps in good repair and insure the barge."


@pytest.mark.parametrize(
    ("question", "text", "fits"),
    [
        ("Who repairs the jetty?", KEEPS, True),
        ("Who must insure the barge?", KEEPS, True),
        ("Who repairs the barge?", KEEPS, False),
        ("Who insures the jetty?", KEEPS, False),
        ("Who paints the jetty?", KEEPS, False),
        ("Who repairs the jetty?", "The Owner shall not repair the jetty.", False),
        ("Who repairs the jetty?", "The Hirer shall tell the Owner who repairs the jetty.", False),
        ("Who cleans the galley?", "Each crew must clean the galley on Sundays.", True),
        ("When is the galley cleaned?", "Each crew must clean the galley on Sundays.", False),
        ("Who cleans the galley?", "The galley is cleaned on Sundays.", False),
    ],
)
def test_the_one_who_shall_do_it(question: str, text: str, fits: bool) -> None:
    assert bool(duty_fit(reading_of(question, hit(text)).question, text)) is fits
