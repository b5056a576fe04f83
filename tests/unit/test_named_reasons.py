"""Why something is so may be named some sentences after it: that is told, and not what is asked."""

from __future__ import annotations

import numpy as np
import pytest

from backend.tasks.answer.extractive.complete import complete_one
from backend.tasks.answer.extractive.named_reasons import names_reason, with_named_reason_first
from tests.unit.test_addressed_text import reading_of
from tests.unit.test_local_reader import hit

WHY = "Why is the slip at Alder closed in winter?"
CLOSED = "The slip at Alder is closed in winter, and not in autumn or spring."
OTHER = "The same is true of the two cranes."
REASON = "The reasons for this are plain."
THEN = "Nobody works them when the river is frozen."


@pytest.mark.parametrize(
    ("text", "names"),
    [
        (REASON, True),
        ("The main reason is the ice.", True),
        ("This is because the river freezes.", True),
        ("It was due to the ice.", True),
        ("This is mainly because of the ice.", True),
        ("The reason for this is discussed below.", False),
        ("The reason for this will become clear in spring.", False),
        ("The reasons that people give are many.", False),
        ("This is a slip.", False),
        ("The crane stands still because of the ice.", False),  # of another thing
    ],
)
def test_how_a_sentence_opens_that_names_a_reason(text: str, names: bool) -> None:
    assert names_reason(text) is names


def first_of(question: str, passage: str, best: str) -> str:
    """The sentence that is best after the rule, where another was."""
    reading = reading_of(question, hit(passage))
    scores = np.array([0.9 if each.text == best else 0.1 for each in reading.candidates])
    changed = with_named_reason_first(reading, scores)
    return reading.candidates[int(np.argmax(changed))].text


def test_the_reason_that_is_named_takes_the_place_of_what_is_asked_about() -> None:
    assert first_of(WHY, f"{CLOSED} {OTHER} {REASON} {THEN}", CLOSED) == REASON


@pytest.mark.parametrize(
    ("question", "passage", "best"),
    [
        ("When is the slip at Alder closed?", f"{CLOSED} {OTHER} {REASON}", CLOSED),  # no why
        (WHY, f"{CLOSED}\n\n{REASON} {THEN}", CLOSED),  # in another paragraph
        (
            WHY,
            f"{CLOSED} {OTHER} The mole has steps. The ramp has none. {REASON}",
            CLOSED,
        ),  # too far
        (
            WHY,
            f"The slip is closed since the river freezes. {REASON}",
            "The slip is closed since the river freezes.",
        ),
        (WHY, f"{REASON} {CLOSED} {OTHER}", CLOSED),  # before it
    ],
)
def test_elsewhere_the_best_sentence_stays(question: str, passage: str, best: str) -> None:
    assert first_of(question, passage, best) == best


def test_a_reason_of_few_words_takes_along_the_sentence_that_tells_it() -> None:
    reading = reading_of(WHY, hit(f"{CLOSED} {REASON} {THEN} The quay is open."))
    named = next(each for each in reading.units if each.text == REASON)
    assert complete_one(reading, named).text == f"{REASON} {THEN}"
    longer = "The reason for this is the ice, which breaks all that lies in the river in January."
    reading = reading_of(WHY, hit(f"{CLOSED} {longer} {THEN}"))
    named = next(each for each in reading.units if each.text == longer)
    assert complete_one(reading, named).text == longer
