"""One amount by itself is no answer to how much more it is than another."""

from __future__ import annotations

import pytest

from backend.tasks.answer.extractive.told_differences import (
    asks_for_difference,
    tells_difference,
    tells_only_difference,
)
from backend.types import Verdict
from tests.unit.test_addressed_text import judged_first

ONE = "From 24 June 2025 the yearly rent of the shed is 960 pounds."


@pytest.mark.parametrize(
    ("question", "asks"),
    [
        ("How much more is the new rent?", True),
        ("How many more boats came in May?", True),
        ("How many boats more came in May?", True),
        ("By how much did the rent rise?", True),
        ("How far did it fall by?", False),
        ("How much longer is the new pier than the old one?", True),
        ("How much longer may I keep the boat?", False),
        ("What was the difference in rent between 2023 and 2024?", True),
        ("What is the difference between a pier and a quay?", False),
        ("How much is the rent?", False),
        ("How many more than 3 boats may lie here?", False),
        ("How much does the larger boat cost?", False),
    ],
)
def test_a_difference_is_asked_for(question: str, asks: bool) -> None:
    assert asks_for_difference(question) is asks


@pytest.mark.parametrize(
    ("text", "tells"),
    [
        (ONE, False),
        ("The rent rises to 960 pounds.", True),
        ("The rent is 960 pounds, and was 900 until then.", True),
        ("The rent is 60 pounds more.", True),
        ("The rent went up by 60 pounds.", True),
        ("Rent is paid by 3 June at the office.", True),  # looked at no closer
        ("The rent is paid by the club: 960 pounds on June 24, 2025.", False),
        ("The rent is the same.", True),
        ("The lease runs for another 12 years.", True),
        ("The tower stands 30 metres above the quay.", True),
        ("For the lower berth there is a surcharge of 60 pounds.", True),
        ("In winter the berth is 20 % cheaper.", True),
    ],
)
def test_a_text_may_tell_it(text: str, tells: bool) -> None:
    assert tells_difference(text) is tells


def test_a_single_amount_is_not_told_as_a_difference() -> None:
    assert judged_first("How much is the rent of the shed?", ONE, ONE) is Verdict.DIRECT
    assert judged_first("How much more is the rent of the shed?", ONE, ONE) is Verdict.CLOSEST
    both = "The rent of the shed is 960 pounds, 60 more than before."
    assert judged_first("How much more is the rent of the shed?", both, both) is Verdict.DIRECT


@pytest.mark.parametrize(
    ("question", "text", "only"),
    [
        ("How much does the gig weigh?", "The gig is red and weighs 60 kilos more.", True),
        ("How heavy is the gig?", "The gig is 60 kg heavier.", True),
        ("How heavy is the gig?", "The gig weighs 260 kg, 60 kg more than the skiff.", False),
        ("How much more does the gig weigh?", "The gig weighs 60 kilos more.", False),
        ("How heavy is the gig?", "The gig weighs 260 kg.", False),
        ("How heavy is the gig?", "The gig is heavier.", False),
        ("Why is the gig heavy?", "The gig is 60 kg heavier.", False),
    ],
)
def test_how_much_more_does_not_tell_how_much(question: str, text: str, only: bool) -> None:
    assert tells_only_difference(question, text) is only


def test_the_verdict_on_a_difference_alone_follows() -> None:
    text = "The gig is red and weighs 60 kilos more."
    assert judged_first("How much does the gig weigh?", text, text) is Verdict.CLOSEST
