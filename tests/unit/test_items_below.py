"""What is asked for by a heading is told by all items below it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from backend.tasks.answer.extractive.features import unit_features
from backend.tasks.answer.extractive.items_below import (
    NEARLY_ASKED,
    asks_for_items,
    items_meant,
    items_of,
)
from backend.tasks.answer.extractive.judging import judge
from backend.tasks.answer.extractive.steps_below import ListedBelow
from backend.tasks.answer.extractive.units import cut_hits
from backend.tasks.answer.extractive.weights import load_weights
from backend.types import Hit, Verdict
from tests.unit.test_signposts import reading_of, under

CARGO = under(
    "What the ferry does not carry",
    "Ask the mate.\n\n- petrol and paint\n- live goats,\n  nor hens\n\n- gas\n\nAll else is.",
)


def lists_in(hit: Hit) -> list[ListedBelow]:
    return list(items_of(cut_hits([hit]), {1: (hit.chunk.text, hit.chunk.start)}))


def test_items_are_those_of_the_list_with_all_their_lines() -> None:
    (cargo,) = lists_in(CARGO)
    assert cargo.texts == ("petrol and paint", "live goats, nor hens", "gas")
    assert cargo.line(200) == "petrol and paint; live goats, nor hens; gas"
    assert cargo.line(20) == "petrol and paint …"
    text, start = CARGO.chunk.text, CARGO.chunk.start
    first, last = cargo.spans[0][0] - start, cargo.end - start
    assert text[first:last].startswith("- petrol")
    assert text[first:last].endswith("- gas")
    assert lists_in(under("Goats", "- one alone")) == []
    assert lists_in(under("Goats", "They are loud.")) == []


@pytest.mark.parametrize(
    ("question", "asks"),
    [
        ("What things won't the ferry carry?", True),
        ("What won't you carry?", True),
        ("Which tools do I need?", True),
        ("What is not covered?", True),
        ("What are the duties of the mate?", True),
        ("What is a goat?", False),
        ("What does it cost?", False),
        ("What happens if a goat is found?", False),
        ("What time does it leave?", False),
        ("How do I load a goat?", False),
    ],
)
def test_several_things_are_asked_for(question: str, asks: bool) -> None:
    assert asks_for_items(reading_of(question, CARGO).question) is asks


def meant(question: str, cosine: float = NEARLY_ASKED, hit: Hit = CARGO) -> bool:
    asked = reading_of(question, hit).question
    return items_meant(asked, [(each, cosine) for each in lists_in(hit)]) is not None


def test_a_heading_that_is_nearly_the_question_means_its_list() -> None:
    assert meant("What things won't the ferry carry?")
    assert not meant("What things won't the ferry carry?", NEARLY_ASKED - 0.01)
    assert not meant("What things does the ferry carry?")  # the heading denies it
    assert not meant("What things won't the ferry carry in June?")  # nor is it said of June
    assert not meant("What things won't the ferry sell?")
    assert not meant("How heavy is what the ferry won't carry?")


def test_a_list_begins_with_its_first_item_wherever_sentences_are_cut() -> None:
    hit = under(
        "Sails",
        "Bring\n\n- a coat\n- a map\n\nWhat is lent\n\n- a rope\n- a lamp\n- a knife",
    )
    firsts = {each.texts[0] for each in lists_in(hit)}
    assert firsts <= {"a coat", "a rope"}
    assert (
        lists_in(replace(hit, chunk=replace(hit.chunk, text="- a map\n- a rope", start=90))) == []
    )


def test_a_list_of_things_is_none_of_steps() -> None:
    reading = reading_of("Which things does the ferry not carry?", CARGO)
    assert reading.steps
    weights = load_weights()
    judgement = judge(reading, unit_features(reading), weights, {}, missing=False)
    assert judgement.verdict is not Verdict.DIRECT
