"""What a bicycle lamp costs is not told for a bicycle."""

from __future__ import annotations

import pytest

from backend.tasks.answer.extractive.compound_things import (
    is_of_compound,
    is_of_first_part,
    is_price_of_another,
)
from backend.types import Verdict
from tests.unit.test_addressed_text import judged_first

SLEDGE = "How much does a sledge cost?"


@pytest.mark.parametrize(
    ("question", "text", "other"),
    [
        (SLEDGE, "A sledge bell costs 9 pounds.", True),
        (SLEDGE, "Sledge bells cost 9 pounds each.", True),
        ("What does a sledge cost?", "The sledge bell strap is now 9 pounds.", True),
        ("How much is the sledge?", "The sledge bell costs £9.", True),
        (SLEDGE, "A sledge costs 9 pounds.", False),
        (SLEDGE, "A wooden sledge is 9 pounds.", False),
        (SLEDGE, "A sledge for two costs 9 pounds.", False),
        (SLEDGE, "Sledge hire costs 9 pounds a day.", False),
        (SLEDGE, "The sledge fee is 9 pounds.", False),
        (SLEDGE, "A bell for the sledge costs 9 pounds.", False),
        (SLEDGE, "A sledge bell costs 9 pounds, a sledge 80.", False),
        (SLEDGE, "Sledge rides are 9 pounds.", False),
        ("How much does sledging cost?", "The sledging hill costs 9 pounds.", False),
        ("How much does a sledge bell cost?", "A sledge bell costs 9 pounds.", False),
        ("How much does a new sledge cost?", "The sledge fee is 9 pounds.", True),
        ("How much does a new sledge cost?", "A new sledge costs 9 pounds.", False),
        ("How many sledges are there?", "A sledge bell costs 9 pounds.", False),
    ],
)
def test_the_first_word_of_a_name_is_another_thing(question: str, text: str, other: bool) -> None:
    assert is_of_compound(question, text) is other


@pytest.mark.parametrize(
    ("question", "text", "first"),
    [
        ("How much does a sledge bell cost?", "A sledge costs 9 pounds.", True),
        ("How much does a sledge bell cost?", "A bell for a sledge costs 9 pounds.", False),
        ("How much does a sledge ride cost?", "A sledge costs 9 pounds.", False),
        ("How much does a tin bell cost?", "A tin costs 9 pounds.", False),  # it is named nowhere
        ("How much does a sledge cost?", "A sledge costs 9 pounds.", False),
        ("What is a sledge bell?", "A sledge costs 9 pounds.", False),
    ],
)
def test_the_thing_is_not_what_a_part_of_it_costs(question: str, text: str, first: bool) -> None:
    beside = f"{text} The sledge bell is made of brass. The sledge ride is long."
    assert is_of_first_part(question, text, beside) is first


def test_the_verdict_follows() -> None:
    bell = "A sledge bell costs 9 pounds."
    assert judged_first(SLEDGE, bell, bell) is Verdict.CLOSEST
    sledge = "A sledge costs 9 pounds."
    both = f"{sledge} The sledge bell rings."
    assert judged_first("How much does a sledge bell cost?", both, sledge) is Verdict.CLOSEST
    assert judged_first(SLEDGE, sledge, sledge) is Verdict.DIRECT


@pytest.mark.parametrize(
    ("question", "text", "beside", "other"),
    [
        ("How much does sea insurance cost?", "A second oar costs £9.", "Sea insurance.", True),
        ("How much does sea insurance cost?", "A second oar costs £9.", "Oars.", False),
        ("How much does sea insurance cost?", "The insurance costs £9.", "Sea insurance.", False),
        ("How much does sea insurance cost?", "It costs £9.", "Sea insurance.", False),
        ("How much does sea insurance cost?", "The premium is £9.", "Sea insurance.", False),
        ("How much does a new lamp cost?", "A spare costs £9.", "The new lamp.", False),
        ("How much does gas cost?", "A berth costs £9.", "Gas is charged by weight.", True),
        ("How much does gas cost?", "A berth costs £9.", "Gas is sold by Tom Reed.", False),
        ("How much does insurance cost?", "A second oar costs £9.", "Insurance.", False),
    ],
)
def test_another_thing_with_its_own_price(
    question: str, text: str, beside: str, other: bool
) -> None:
    assert is_price_of_another(question, text, beside) is other
