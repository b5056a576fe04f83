"""A deed by which a sentence only names a thing is not told by it."""

from __future__ import annotations

import numpy as np
import pytest

from backend.tasks.answer.extractive.attributive_deeds import (
    only_names_the_deed,
    with_deed_told_first,
)
from backend.types import Verdict
from tests.unit.test_addressed_text import judged_first
from tests.unit.test_local_reader import hit
from tests.unit.test_signposts import reading_of


@pytest.mark.parametrize(
    ("question", "text", "only"),
    [
        ("When did the oar crack?", "On Monday at nine Ada Finch found the cracked oar.", True),
        ("When did the oar crack?", "The oar cracked on Monday at nine.", False),
        ("When was the sail mended?", "The mended sail was hoisted on 3 May.", True),
        ("When was the sail mended?", "Bo mended the sail on 3 May.", False),
        ("When was the mended sail hoisted?", "The mended sail was hoisted on 3 May.", False),
        ("Who mended the sail?", "The mended sail was hoisted by Bo Rask.", True),
        ("Who mended the sail?", "Bo Rask mended all sails of the fleet.", False),
        ("Where did they bury the anchor?", "The anchor was buried at Elm.", False),
        ("Where was the anchor buried?", "Ada dug up the buried anchor at Elm.", True),
        # the deed is told as well
        ("When was the sail mended?", "The mended sail, mended in May, was hoisted.", False),
        ("When is the regatta?", "The regatta is in May.", False),
        ("How was the money spent?", "They spent the money on oars.", False),
    ],
)
def test_a_participle_before_its_thing_tells_no_deed(question: str, text: str, only: bool) -> None:
    assert only_names_the_deed(question, text) is only


def test_the_sentence_that_tells_the_deed_goes_first() -> None:
    named = "At 10:15 Ada Finch found the expired permit."
    told = "The permit of the ferry expired at 07:40."
    reading = reading_of("When did the permit expire?", hit(f"{told} {named}"))
    texts = [candidate.text for candidate in reading.candidates]
    scores = np.array([0.9 if text == named else 0.2 for text in texts])
    changed = with_deed_told_first(reading, scores)
    assert texts[int(np.argmax(changed))] == told
    likely = np.array([0.9 if text == told else 0.2 for text in texts])
    assert with_deed_told_first(reading, likely).tolist() == likely.tolist()


def test_what_only_names_the_deed_is_held_back() -> None:
    told = "The permit of the ferry expired at 07:40."
    named = "At 10:15 Ada Finch found the expired permit."
    question = "When did the permit expire?"
    assert judged_first(question, told, told) in {Verdict.DIRECT, Verdict.LIKELY}
    assert judged_first(question, named, named) is Verdict.CLOSEST
