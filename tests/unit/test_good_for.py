"""How something is done is not told by what something that is not named is good for."""

from __future__ import annotations

import numpy as np
import pytest

from backend.question_kinds import AnswerKind
from backend.tasks.answer.extractive.forms import is_good_for_it
from backend.tasks.answer.extractive.rule_scores import FLATTENED, without_debris
from backend.types import Verdict
from tests.unit.test_addressed_text import judged_first, reading_of
from tests.unit.test_local_reader import hit

MOOR = "How do I moor a boat in mud?"
GOOD = "This is handy for a boat that lies in mud."


@pytest.mark.parametrize(
    ("text", "good"),
    [
        (GOOD, True),
        ("It can be especially useful when the boat lies in mud.", True),
        ("This knot is helpful if you moor in mud.", True),
        ("It is useful to moor a boat in mud with two lines.", False),  # it says how
        ("This is handy for a boat in mud: moor it with two lines.", False),
        ("Two lines are handy for a boat that lies in mud.", False),  # it says what
        ("Moor a boat in mud with two lines: this is handy for the tide.", False),
    ],
)
def test_what_is_not_named_tells_no_way(text: str, good: bool) -> None:
    assert is_good_for_it(AnswerKind.MANNER, MOOR, text) is good
    assert not is_good_for_it(AnswerKind.OTHER, "What is handy in mud?", text)
    assert not is_good_for_it(AnswerKind.MANNER, "How is a knot of use in mud?", text)


def test_it_is_held_back_however_sure_the_reader_is() -> None:
    assert judged_first(MOOR, GOOD, GOOD) is Verdict.CLOSEST
    way = "To moor a boat in mud, set two lines."
    assert judged_first(MOOR, way, way) is Verdict.DIRECT


def test_it_counts_less_than_what_may_tell_the_way() -> None:
    reading = reading_of(MOOR, hit(f"Set two lines to moor a boat in mud. {GOOD}"))
    scores = without_debris(reading, np.ones(len(reading.candidates)), {})
    by_text = dict(zip([candidate.text for candidate in reading.candidates], scores, strict=True))
    assert by_text[GOOD] == FLATTENED
