"""Rows that a question names by an item of one of their cells."""

from __future__ import annotations

import pytest

from backend.tasks.answer.extractive.background import Background
from backend.tasks.answer.extractive.question import read_question
from backend.tasks.answer.extractive.rows_by_item import item_row

JOBS = (
    "Table 2: Jobs and times: Small — Examples: Inner tube, brake pads, bell; "
    "Ready within: 2 hours; Share in time, %: 95"
)
TASKS = "Tasks: 7 — Task: Order a new rope, with a spare; Owner: Ida Kern; Due: 3 May 2031"
PRICES = "Prices: B — Includes: Boat hire and life jackets; Charge (£): 14.00; Hours: 3"


def line(question: str, text: str, longest: int = 200) -> str:
    found = item_row(read_question(question, Background({}, 1.0)), text)
    return found.line(longest) if found else ""


@pytest.mark.parametrize(
    ("question", "text", "said"),
    [
        (
            "How long does an inner tube take?",
            JOBS,
            "Small (inner tube) — Ready within: 2 hours",
        ),
        ("How soon are new brake pads on?", JOBS, "Small (brake pads) — Ready within: 2 hours"),
        ("Who will order a new rope?", TASKS, "Ida Kern — Order a new rope"),
        ("How much is boat hire?", PRICES, ""),  # no word for a price
        ("What does boat hire cost?", PRICES, "B (boat hire) — Charge (£): 14.00"),
        ("How long does a tube last?", JOBS, ""),  # one word is in many names
        ("How long may a small inner tube take?", JOBS, ""),  # named by its label
        ("How many inner tubes are there?", JOBS, ""),
        ("How long does it not take to change an inner tube?", JOBS, ""),
        ("How long may a new saddle take?", JOBS, ""),
        ("How long may an inner tube take?", JOBS.replace("95", "2 days"), ""),  # two lengths
        ("When was the new rope ordered?", TASKS, ""),
        ("Who ordered a new rope?", TASKS, ""),  # that somebody is to does not say so
        ("Who will order a new rope?", TASKS.replace("Owner: Ida Kern", "State: In Progress"), ""),
        ("How long is the inner tube?", JOBS, ""),
        ("What does boat hire cost?", PRICES.replace("Charge", "Deposit"), ""),
    ],
)
def test_a_row_is_named_by_an_item_of_a_cell(question: str, text: str, said: str) -> None:
    assert line(question, text) == said


def test_a_long_item_is_left_out_of_the_line() -> None:
    assert line("Who will order a new rope?", TASKS, 20) == "Ida Kern"
    asked = "How long does an inner tube take?"
    assert line(asked, JOBS, 30) == "Small — Ready within: 2 hours"
