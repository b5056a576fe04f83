"""A sentence that has a thing only by the way does not say what it is."""

from __future__ import annotations

import numpy as np
import pytest

from backend.tasks.answer.extractive.background import Background
from backend.tasks.answer.extractive.mentioned_aside import is_mentioned_aside
from backend.tasks.answer.extractive.question import read_question
from backend.tasks.answer.extractive.rule_scores import without_debris
from backend.tasks.answer.extractive.weights import ReaderWeights
from backend.types import Verdict
from tests.unit.test_addressed_text import judged_first
from tests.unit.test_complete_quotes import reading_of

ASIDE = "There were three boats at the long quay in May."


def is_aside(text: str, question: str = "What is the long quay?") -> bool:
    return is_mentioned_aside(read_question(question, Background({}, 1000)), text)


@pytest.mark.parametrize(
    "text",
    [
        ASIDE,
        "Ada has moored her boat at the long quay.",
        "Two boats sank off the long quay, and one off the long quay as well.",
        "The Tern came to the long quay late.",
    ],
)
def test_what_happened_at_a_thing_does_not_say_what_it_is(text: str) -> None:
    assert is_aside(text)


@pytest.mark.parametrize(
    "text",
    [
        "All boats of guests moor at the long quay by the mill.",  # what is done there tells of it
        "The long quay was built of oak.",
        "The boats were taken to the long quay, a pier of oak.",
        "The boats were taken to the long quay (the pier of the mill).",
        "The boats were moored at the long quay, which is of oak.",
        "At the long quay there were three boats.",  # it opens with the thing
        "We have named the pier at the mill the long quay.",
        "There were three boats at the long quays' end.",
        "There were three boats at the pier.",
    ],
)
def test_what_tells_of_it_does(text: str) -> None:
    assert not is_aside(text)


def test_only_where_it_is_asked_what_a_thing_is() -> None:
    assert is_aside(ASIDE, "What's the long quay?")
    assert not is_aside(ASIDE, "How many boats were at the long quay?")
    assert not is_aside(ASIDE, "Where were the three boats?")
    result = "The vote ended with the result 12 to 3."
    assert not is_aside(result, "What is the result?")


def test_it_stands_behind_what_tells_of_it() -> None:
    asked = "What is the long quay?"
    used = "All guests moor at the long quay by the mill."
    reading = reading_of(f"{ASIDE} {used}", asked)
    aside, told = without_debris(reading, np.array([0.9, 0.9]), {})
    assert aside < told


@pytest.mark.parametrize("sure", [False, True])
def test_it_is_never_told_however_sure_the_reader_is(
    monkeypatch: pytest.MonkeyPatch, sure: bool
) -> None:
    monkeypatch.setattr(ReaderWeights, "probabilities", lambda *_: (0.99, 0.99))
    monkeypatch.setattr(ReaderWeights, "hears_pairs", lambda *_: sure)
    for said, verdict in [
        ("Ada has moored her old boat at the long quay.", Verdict.CLOSEST),
        ("Ada has moored her old boat at the long quay, a pier of oak.", Verdict.DIRECT),
    ]:
        assert judged_first("What is the long quay?", said, said) is verdict
