"""A deposit, a fine and the like are told by the sentence that has them."""

from __future__ import annotations

import pytest

from backend.tasks.answer.extractive.priced_things import sum_asked, tells_sum, thing_asked
from backend.types import Verdict
from tests.unit.test_addressed_text import judged_first

ASKED = "How much is the deposit for a punt?"


def test_the_sum_and_what_it_is_for_are_read() -> None:
    assert sum_asked(ASKED) == ("deposit", "punt")
    assert sum_asked("How much does a punt cost?") == ("", "")
    assert thing_asked("How much is the entry to the mill?") == "entry"


@pytest.mark.parametrize(
    ("text", "tells"),
    [
        ("A deposit of £9 is taken.", True),
        ("The deposit for a punt is £9.", True),
        ("The deposit for a key is £9.", False),
        ("A punt costs £9.", False),
    ],
)
def test_the_very_sum_is_told(text: str, tells: bool) -> None:
    assert tells_sum(ASKED, text) is tells


def test_what_the_thing_costs_is_not_the_deposit() -> None:
    price, deposit = "A punt costs £9 an hour.", "A deposit of £20 is taken."
    assert judged_first(ASKED, f"{price} {deposit}", price) is Verdict.CLOSEST
    assert judged_first(ASKED, f"{price} {deposit}", deposit) is not Verdict.CLOSEST
