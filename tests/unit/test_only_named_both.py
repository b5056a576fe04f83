"""A sentence that only names two things does not say how they differ."""

from __future__ import annotations

import pytest

from backend.tasks.answer.extractive.only_named_both import only_names_both
from backend.types import Verdict
from tests.unit.test_addressed_text import judged_first

ASKED = "What is the difference between fixed and swinging berths?"


@pytest.mark.parametrize(
    ("question", "text", "only"),
    [
        (ASKED, "The club has two kinds of berths: fixed berths and swinging berths.", True),
        (ASKED, "Berths are let in different ways: swinging berths or fixed berths.", True),
        (ASKED, "Both fixed and swinging berths are let.", True),
        (ASKED, "Of the two kinds the fixed berths lie at the pier, swinging ones do not.", False),
        (
            ASKED,
            "There are two kinds, fixed berths at the pier and swinging berths out on the "
            "water at a buoy.",
            False,
        ),
        (ASKED, "Fixed berths lie at the pier.", False),
        (ASKED, "Both are let, fixed berths until May, swinging berths until June.", False),
        (ASKED, "A swinging berth is at a buoy, a fixed berth is at the pier.", False),
        ("Which berths are there?", "There are two kinds: fixed and swinging berths.", False),
    ],
)
def test_what_only_names_both_tells_no_difference(question: str, text: str, only: bool) -> None:
    assert only_names_both(question, text) is only


def test_a_sentence_that_only_names_both_is_at_most_among_the_closest() -> None:
    named = "The club has two kinds of berths: fixed berths and swinging berths."
    assert judged_first(ASKED, named, named) is Verdict.CLOSEST
