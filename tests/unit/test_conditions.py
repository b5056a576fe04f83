"""What to do under a condition is told by the sentence with that condition, and by no other one."""

from __future__ import annotations

import pytest

from backend.tasks.answer.extractive.conditions import (
    condition_fit,
    headed_condition_fit,
    of_another_condition,
    pronoun_condition_fit,
    with_heading_case,
)
from tests.unit.test_local_reader import hit
from tests.unit.test_signposts import best_of, reading_of, under

ABOUT = frozenset(["boat", "gas", "harbour"])


@pytest.mark.parametrize(
    ("question", "text", "fits"),
    [
        ("What should I do if I have questions?", "If you have questions, call Ada.", True),
        (
            "What should I do if I have questions?",
            "If you have any further questions please ask.",
            True,
        ),
        (
            "What should I do if I have questions?",
            "If you have further questions, please ask.",
            True,
        ),
        ("What should I do if I have questions?", "Please ring Ada if you have questions.", True),
        (
            "What do I do if I have questions about the boat?",
            "If you have questions, ring us.",
            True,
        ),
        (
            "What do I do if I have questions about the barn?",
            "If you have questions, ring us.",
            False,
        ),
        (
            "What do I do if I have questions about the boat?",
            "If you have questions about the bill, ring us.",
            False,
        ),
        (
            "Who should I call if I have a complaint?",
            "Should you have a complaint, write to us.",
            True,
        ),
        (
            "What must we do when the alarm sounds?",
            "When the alarm sounds, leave by the door.",
            True,
        ),
        (
            "What must we do when the alarm sounds?",
            "When the bell sounds, leave by the door.",
            False,
        ),
        ("What must we do if we smell gas?", "If you smell smoke, open a window.", False),
        ("What should I do if I have no key?", "If you have a key, open the door.", False),
        ("What should I do if the pump stops?", "If the pump stops, the cellar floods.", False),
        ("What should I do if the pump stops?", "You must call Ada if the pump stops.", True),
        ("What should I do if the pump stops?", "What should I do if the pump stops?", False),
        ("What happens if the pump stops?", "If the pump stops, call Ada.", False),
        ("What happens if the pump stops?", "If the pump stops, the cellar floods.", True),
        ("What happens if the pump stops?", "If the pump leaks, the cellar floods.", False),
        ("What happens if the pump stops?", "If the pump's fan stops, it gets hot.", False),
        ("What happens if the pump is hot?", "If the pump is nearly hot, a lamp is lit.", False),
        (
            "What happens if the pump is half full?",
            "If the pump is half full, the cellar floods.",
            True,
        ),
        (
            "What happens if the pump stops?",
            "This tells you what happens if the pump stops.",
            False,
        ),
        (
            "What happens if the pump stops?",
            "The keeper has rules for if the pump stops.",
            False,
        ),
        (
            "What happens if I cannot come?",
            "If you cannot come, call us, or else we fine you.",
            True,
        ),
        ("What happens if I can come?", "If you cannot come, we fine you 5 pounds.", False),
    ],
)
def test_the_condition_is_the_same_and_somebody_is_told_to_act(
    question: str, text: str, fits: bool
) -> None:
    reading = reading_of(question, hit(text))
    assert bool(condition_fit(reading.question, reading.candidates[0], ABOUT)) is fits


@pytest.mark.parametrize(
    ("question", "text", "fits"),
    [
        (
            "What happens when the bilge is full?",
            "The bilge holds a litre. When it is full the pump starts by itself.",
            True,
        ),
        (
            "What should I do if the bilge is full?",
            "The bilge holds a litre. If it is full, you must empty it.",
            True,
        ),
        (
            "What happens when the bilge is full?",
            "The bilge holds a litre. When it is not full the pump rests all day.",
            False,
        ),
        (
            "What happens when the bilge is empty?",
            "The bilge holds a litre. When it is full the pump starts by itself.",
            False,
        ),
        (
            "What happens when the bilge is full?",
            "The tank feeds the bilge. When it is full the pump starts by itself.",
            False,
        ),
        (
            "What happens when the bilge is full?",
            "The bilge holds a litre. When it is full the pump.",
            False,
        ),
        (
            "What happens if the bilge is full?",
            "The bilge holds a litre. If it is full, wait for the next tide.",
            True,
        ),
        (
            "Where is the bilge?",
            "The bilge holds a litre. When it is full the pump starts by itself.",
            False,
        ),
    ],
)
def test_it_is_what_the_sentence_before_opens_with(question: str, text: str, fits: bool) -> None:
    reading = reading_of(question, hit(text))
    before, unit = reading.units
    assert bool(pronoun_condition_fit(reading.question, unit, before)) is fits


@pytest.mark.parametrize(
    ("question", "fits"),
    [
        ("What happens if I lose the key?", True),
        ("What should I do if I have lost the key?", False),
        ("What should I do if I lose the key?", True),
        ("What happens if I lose the boat?", False),
        ("What happens if I do not lose the key?", False),
        ("Where do I lose the key?", False),
    ],
)
def test_what_stands_below_a_condition_is_told_in_that_case(question: str, fits: bool) -> None:
    found = under("If you lose the key", "Ring the mate as soon as you can. He has another one.")
    reading = reading_of(question, found)
    first, second = reading.units
    assert bool(headed_condition_fit(reading.question, first, frozenset())) is fits
    assert not headed_condition_fit(reading.question, second, frozenset())
    assert not of_another_condition("What happens if I lose the key?", with_heading_case(first))
    assert with_heading_case(second).startswith("If you lose the key: ")


def test_the_very_case_comes_before_what_only_names_it() -> None:
    text = "The bilge can fill when it rains. If it is full, wait for the next tide."
    best = best_of(reading_of("What happens if the bilge is full?", hit(text)))
    assert best == "If it is full, wait for the next tide."
