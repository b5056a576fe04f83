"""A sentence that asks what is asked is no answer, whether or not it ends with a question mark."""

from __future__ import annotations

import pytest

from backend.question_kinds import AnswerKind, answer_kind
from backend.tasks.answer.extractive.forms import asks_likewise
from tests.unit.test_local_reader import hit
from tests.unit.test_signposts import best_of, reading_of


@pytest.mark.parametrize(
    ("question", "text", "asks"),
    [
        ("Why was nobody called?", "Please tell me why nobody was called in the night.", True),
        ("Why was nobody called?", "I would like to know why nobody was called.", True),
        ("Why was nobody called?", "Dear Ann, I wonder why nobody was called.", True),
        ("Why was nobody called?", "We do not know why nobody was called.", True),
        ("When does it start?", "Let us know when you can start.", True),
        ("Why was nobody called?", "Tell us when you arrive.", False),  # it asks for a day
        ("When must I register?", "Let us know when you arrive, by 1 May, to register.", False),
        ("Why did it fail?", "We wondered why it failed, until Ida found a worn seal.", False),
        ("How do I get a refund?", "Tell us how you paid and send us the ticket.", False),
        ("Why was nobody called?", "Nobody was called, since the line was dead.", False),
        ("Why was nobody called?", "He told me why nobody was called: the line was dead.", False),
    ],
)
def test_asking_is_told_from_telling(question: str, text: str, asks: bool) -> None:
    assert asks_likewise(answer_kind(question), text) is asks


def test_what_tells_comes_before_what_asks() -> None:
    asking = "Please tell me why nobody was called in the night."
    telling = "The horn was dead, because its battery was flat."
    reading = reading_of("Why was nobody called in the night?", hit(f"{asking} {telling}"))
    assert reading.question.kind is AnswerKind.REASON
    assert best_of(reading) == telling
