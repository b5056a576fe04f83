"""Amounts that sentences name are added up, or set against each other."""

from __future__ import annotations

from decimal import Decimal

import pytest

from backend.tasks.answer.extractive.named_amounts import named_amounts
from backend.tasks.answer.extractive.reckoned_amounts import reckoned_amounts, tells_one_alone
from backend.tasks.answer.extractive.units import cut_hits
from tests.unit.test_local_reader import hit

BOATS = (
    "A new mast would cost about £1,400, the red sail £350.50, and the four oars £80.\n\n"
    "Varnish would be another £120 for the hull. The trip lasts 3 hours, and the race 5 hours.\n\n"
    "The club had 210 members in 2030 and 260 in 2031. A berth costs £12 a month and a locker £3 "
    "a month. The crane may cost up to £900."
)


def line(question: str, text: str = BOATS) -> str:
    reckoned = reckoned_amounts(question, [hit(text)])
    return reckoned.line if reckoned else ""


@pytest.mark.parametrize(
    ("question", "said"),
    [
        (
            "What would a new mast and the four oars cost together?",
            "£1,400 + £80 = about £1,480",
        ),
        ("What do the red sail and the oars cost in total?", "£350.50 + £80 = £430.50"),
        ("What is the total cost of the red sail and the four oars?", "£350.50 + £80 = £430.50"),
        ("How much dearer is a new mast than the red sail?", "£1,400 − £350.50 = about £1,049.50"),
        ("How much cheaper are the oars than the red sail?", "£350.50 − £80 = £270.50"),
        ("How much longer does the race last than the trip?", "5 hours − 3 hours = 2 hours"),
        (
            "How much do a berth and a locker cost together?",
            "£12 per month + £3 per month = £15 per month",
        ),
        # another way round than the question takes for granted
        ("How much cheaper is the new mast than the red sail?", ""),
        # nothing is named so, two units, a bound, one thing alone
        ("What do the mast and the anchor cost together?", ""),
        ("What do the red sail and the race cost together?", ""),
        ("What do a berth and the red sail cost together?", ""),
        ("What do the crane and the red sail cost together?", ""),
        ("What does the red sail cost?", ""),
        ("Are the mast and the sail kept together?", ""),
    ],
)
def test_two_amounts_are_reckoned_as_asked(question: str, said: str) -> None:
    assert line(question) == said


def test_a_name_with_two_amounts_is_open() -> None:
    text = f"{BOATS}\n\nThe red sail was offered at £300 elsewhere."
    assert line("What do the red sail and the oars cost in total?", text) == ""


def test_the_sentences_of_both_are_quoted_in_their_order() -> None:
    reckoned = reckoned_amounts("What do varnish and the four oars cost together?", [hit(BOATS)])
    assert reckoned is not None
    assert [unit.text[:6] for unit in reckoned.units] == ["A new ", "Varnis"]


@pytest.mark.parametrize(
    ("text", "amounts"),
    [
        (
            "A mast costs £1.4 million and a sail €350.",
            [("£", "1400000", {"mast", "cost"}), ("€", "350", {"sail"})],
        ),
        (
            "We paid £90 for paint, £40 for rope and £5 for tea.",
            [("£", "90", {"paint"}), ("£", "40", {"rope"}), ("£", "5", {"tea"})],
        ),
        (
            "The club had 210 members in 2030 and 260 members in 2031.",
            [("member", "210", {"club", "2030"}), ("member", "260", {"club", "2031"})],
        ),
        ("Berths cost between £10 and £20.", []),
        ("The ferry left in 2031 and came back.", []),
        ("See page 12 and section 4.", []),
    ],
)
def test_amounts_have_the_names_beside_them(
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
        ("What do the mast and the sail cost together?", "The mast £90, the sail £40.", False),
        ("What does the mast cost?", "The mast costs £90.", False),
    ],
)
def test_the_amount_of_one_is_not_told_for_two(question: str, text: str, alone: bool) -> None:
    assert tells_one_alone(question, text) is alone
