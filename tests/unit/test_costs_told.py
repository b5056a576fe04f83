"""What something costs is told by a price, not by a figure of the question."""

from __future__ import annotations

import pytest

from backend.tasks.answer.extractive.money import asks_what_it_costs, tells_cost
from backend.types import Verdict
from tests.unit.test_addressed_text import judged_first

TICKET = "What does a three-day ticket cost?"


@pytest.mark.parametrize(
    ("question", "asks"),
    [
        (TICKET, True),
        ("What did it cost to raise the mast?", True),
        ("How much does a berth cost?", True),
        ("How much does the berth measure?", False),
        ("What would two nights on the barge cost?", True),
        ("What does the cost of the mast depend on?", False),
        ("What do visitors pay with?", False),
        ("Who bears the cost?", False),
        ("What does the cost estimate include?", False),
        ("What does low-cost mean?", False),
        ("What did the storm cost the harbour?", False),
        ("What does a berth cost for a week?", True),
    ],
)
def test_a_question_for_a_cost_is_known(question: str, asks: bool) -> None:
    assert asks_what_it_costs(question) is asks


@pytest.mark.parametrize(
    ("text", "tells"),
    [
        ("A three-day ticket is sold at the gate.", False),
        ("A three-day ticket costs EUR 14.", True),
        ("A three-day ticket costs 14.50.", True),
        ("Three-day ticket: 33", True),
        ("A three-day ticket costs twenty crowns.", True),
        ("A three-day ticket is free for members.", True),
        ("The three-day ticket comes at no extra charge.", True),
        ("A three-day ticket costs the same as a single one.", True),
        ("A three-day ticket is given for a donation.", True),
        ("Each ticket is stamped.", False),
    ],
)
def test_a_price_is_money_another_figure_or_nothing(text: str, tells: bool) -> None:
    assert tells_cost(TICKET, text) is tells


def test_a_figure_of_a_question_is_not_cut_out_of_another() -> None:
    assert tells_cost("What does a 3 litre can cost?", "The can: 33")
    assert tells_cost("What does a 33 litre can cost?", "The can: 3")
    assert not tells_cost("What does a 33 litre can cost?", "The 33 litre can is green.")


def test_without_a_price_an_answer_is_held_back_however_sure_the_reader_is() -> None:
    sold = "A three-day ticket is sold at the gate."
    priced = "A three-day ticket is sold for EUR 14."
    assert judged_first(TICKET, sold, sold) is Verdict.CLOSEST
    assert judged_first(TICKET, priced, priced) is Verdict.DIRECT
    assert judged_first(TICKET, f"{sold} It costs EUR 14.", sold) is Verdict.DIRECT


@pytest.mark.parametrize(
    ("text", "tells"),
    [
        ("The lamp holds up to 64 GB.", False),
        ("The guarantee lasts two years.", False),
        ("It reaches 15 metres.", False),
        ("Lamp: 64", True),
        ("The lamp costs 2 per cent of the fare.", True),
        ("A lamp for two years is 64 crowns.", True),
    ],
)
def test_a_figure_with_another_unit_is_no_price(text: str, tells: bool) -> None:
    assert tells_cost("How much does the lamp cost?", text) is tells


def test_the_verdict_on_another_unit_follows() -> None:
    text = "The lamp holds up to 64 GB."
    assert judged_first("How much does the lamp cost?", text, text) is Verdict.CLOSEST
