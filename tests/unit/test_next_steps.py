"""What comes next is told with what comes first."""

from __future__ import annotations

from dataclasses import replace

import pytest

from backend.tasks.answer.extractive.complete import complete_one
from backend.tasks.answer.extractive.features import unit_features
from backend.tasks.answer.extractive.judging import judge
from backend.tasks.answer.extractive.next_steps import asks_what_to_do, opens_next
from backend.tasks.answer.extractive.verdicts import Thresholds
from backend.tasks.answer.extractive.weights import load_weights
from backend.types import Verdict
from tests.unit.test_local_reader import hit
from tests.unit.test_signposts import reading_of

ASKED = "Where can I turn if the skipper keeps my oar?"
FIRST = "A rower whose oar is kept talks to the harbour master."
NEXT = "After that the rower may turn to the Oar Court."


@pytest.mark.parametrize(
    ("text", "opens"),
    [
        (NEXT, True),
        ("Then fold the sail.", True),
        ("If that fails, write to the owner.", True),
        ("If this does not help, oil the winch.", True),
        ("Only then may the gate be opened.", True),
        ("From then on the toll is due.", True),
        ("After that date the gate is shut.", True),
        ("After the race we eat.", False),
        ("If the mast fails, call the crew.", False),
        ("Then: 9 oars.", False),
        ("We then fold the sail.", False),
    ],
)
def test_what_comes_next_is_known_by_how_it_opens(text: str, opens: bool) -> None:
    assert opens_next(text) is opens


@pytest.mark.parametrize(
    ("question", "asks"),
    [
        (ASKED, True),
        ("How do I fold the sail?", True),
        ("What should we do if the bell cracks?", True),
        ("What happens if the bell cracks?", False),
        ("Where can I turn after the harbour master has refused?", False),
        ("What did the rowers do when the bell cracked?", False),
        ("Where was the bell taken?", False),
        ("Who can I turn to?", False),
        ("How much does the rower have to pay?", False),
        ("May the rower turn to the Oar Court?", False),
    ],
)
def test_what_to_do_is_asked_for(question: str, asks: bool) -> None:
    assert asks_what_to_do(reading_of(question, hit(NEXT)).question) is asks


@pytest.mark.parametrize(
    ("question", "text", "told"),
    [
        (ASKED, f"{FIRST} {NEXT}", f"{FIRST} {NEXT}"),
        (ASKED, f"Ferries are late. {FIRST} {NEXT}", f"{FIRST} {NEXT}"),
        (
            "How do I set the sail?",
            "Pull the rope up. Then tie it fast. Then ring the bell for all.",
            "Pull the rope up. Then tie it fast. Then ring the bell for all.",
        ),
        # of another paragraph, or too long with it
        (ASKED, f"{FIRST}\n\n{NEXT}", NEXT),
        (ASKED, f"{FIRST[:-1]}, {'who sits at the far end of the long quay, ' * 3}. {NEXT}", NEXT),
        ("Who settles a quarrel over an oar?", f"{FIRST} {NEXT}", NEXT),
        ("When may the rower turn to the Oar Court?", f"{FIRST} {NEXT}", NEXT),
    ],
)
def test_the_sentence_before_is_told_with_it(question: str, text: str, told: str) -> None:
    reading = reading_of(question, hit(text))
    assert complete_one(reading, reading.units[-1]).text == told


def test_both_stand_in_the_first_line_in_their_order() -> None:
    reading = reading_of(ASKED, hit(f"{FIRST} {NEXT}"))
    reading = replace(reading, candidates=reading.candidates[1:], vectors=reading.vectors[1:])
    weights = replace(load_weights(), thresholds=Thresholds(1.1, 0.0, 0.0, 0.0))
    judged = judge(reading, unit_features(reading), weights, {}, missing=False)
    assert (judged.verdict, judged.line) == (Verdict.LIKELY, f"{FIRST} {NEXT}")
