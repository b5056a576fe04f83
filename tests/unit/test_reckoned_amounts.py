"""Amounts that sentences name are added up, or set against each other."""

from __future__ import annotations

from decimal import Decimal

import pytest

from backend.tasks.answer.extractive.named_amounts import named_amounts
from backend.tasks.answer.extractive.reckoned_amounts import reckoned_amounts, tells_one_alone
from backend.tasks.answer.extractive.units import cut_hits
from backend.types import Verdict
from tests.unit.test_addressed_text import judged_first
from tests.unit.test_local_reader import hit

BOATS = (
    "A new mast would cost about £1,400, the red sail £350.50, and the four oars £80.\n\n"
    "Varnish would cost £120. A berth costs £12 a month and a locker £3 a month.\n\n"
    "The crane may cost up to £900. The ladder for the mast costs £40."
)


def line(question: str, text: str = BOATS) -> str:
    reckoned = reckoned_amounts(question, [hit(text)])
    return reckoned.line if reckoned else ""


@pytest.mark.parametrize(
    ("question", "said"),
    [
        ("What would the new mast and the varnish cost together?", "£1,400 + £120 = about £1,520"),
        ("What do the red sail and varnish cost in total?", "£350.50 + £120 = £470.50"),
        ("What is the total cost of the red sail and varnish?", "£350.50 + £120 = £470.50"),
        ("How much dearer is a new mast than the red sail?", "£1,400 − £350.50 = about £1,049.50"),
        ("How much cheaper is varnish than the red sail?", "£350.50 − £120 = £230.50"),
        (
            "What do a berth and a locker cost together?",
            "£12 per month + £3 per month = £15 per month",
        ),
        # another way round than the question takes for granted
        ("How much cheaper is the new mast than the red sail?", ""),
        # named nowhere, of something else, two units, a bound, several of a thing, one alone
        ("What do the red sail and the anchor cost together?", ""),
        ("What do the mast and varnish cost together?", ""),
        ("What do a berth and the red sail cost together?", ""),
        ("What do the crane and the red sail cost together?", ""),
        ("What do two red sails and varnish cost together?", ""),
        ("What does the red sail cost?", ""),
        ("Are the red sail and varnish kept together?", ""),
    ],
)
def test_two_prices_are_reckoned_as_asked(question: str, said: str) -> None:
    assert line(question) == said


@pytest.mark.parametrize(
    "further",
    [
        "The red sail costs £300 elsewhere.",
        "The old red sail cost £500.",
    ],
)
def test_a_name_with_two_amounts_is_open(further: str) -> None:
    text = f"{BOATS}\n\n{further}"
    assert line("What do the red sail and varnish cost in total?", text) == ""


def test_the_sentences_of_both_are_quoted_in_their_order() -> None:
    reckoned = reckoned_amounts("What do varnish and the red sail cost together?", [hit(BOATS)])
    assert reckoned is not None
    assert [unit.text[:6] for unit in reckoned.units] == ["A new ", "Varnis"]


@pytest.mark.parametrize(
    ("text", "amounts"),
    [
        (
            "A mast costs £1.4 million and a sail €350.",
            [("£", "1400000", {"mast"}), ("€", "350", {"sail"})],
        ),
        (
            "We paid £90 for paint, £40 for rope and £5 for tea.",
            [("£", "90", {"paint"}), ("£", "40", {"rope"}), ("£", "5", {"tea"})],
        ),
        ("A rope costs £3k.", [("£", "3000", {"rope"})]),
        ("Berths cost between £10 and £20.", []),
        ("The roof was insured for £80,000 at a cost of £40.", []),
        ("The roof cost £400 more than expected.", []),
        ("The roof did not cost £400.", []),
        ("The shed and the fence cost £650 together.", []),
        ("In 2031 the roof cost £400.", []),
        ("The club has £90 and the choir £40.", []),
        ("The red rope is 25 m long.", []),
    ],
)
def test_prices_have_the_names_beside_them(
    text: str, amounts: list[tuple[str, str, set[str]]]
) -> None:
    (sentence,) = cut_hits([hit(text)])
    found = [(each.unit, each.value, set(each.name)) for each in named_amounts(sentence)]
    assert found == [(unit, Decimal(value), name) for unit, value, name in amounts]


@pytest.mark.parametrize(
    ("question", "text", "alone"),
    [
        ("What do the mast and the sail cost together?", "The mast costs £90.", True),
        ("What do the mast and the sail cost together?", "Both cost £90.", False),
        ("What do the mast and the sail cost together?", "The mast for both boats is £90.", True),
        ("What do the mast and the sail cost together?", "The mast £90, the sail £40.", False),
        ("What do the mast and the sail cost together?", "For mast and sail it is £90.", False),
        ("What do the mast and the sail cost together?", "A sail for nine, a mast for two.", False),
        ("What does the mast cost?", "The mast costs £90.", False),
    ],
)
def test_the_amount_of_one_is_not_told_for_two(question: str, text: str, alone: bool) -> None:
    assert tells_one_alone(question, text) is alone


def test_the_amount_of_one_is_at_most_among_the_closest() -> None:
    alone = "A new mast costs £90."
    assert judged_first("What does a new mast cost?", alone, alone) is Verdict.DIRECT
    asked = "What do a new mast and the oars cost together?"
    assert judged_first(asked, alone, alone) is Verdict.CLOSEST
