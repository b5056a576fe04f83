"""What is said about something is told by a sentence that speaks of it."""

from __future__ import annotations

import pytest

from backend.tasks.answer.extractive.told_topics import speaks_of_topic, topic_asked
from backend.tasks.answer.extractive.units import cut_hits
from backend.types import Verdict
from tests.unit.test_local_reader import ask, hit

NOTICE = (
    "The lift of the mill stands still until Friday. Its motor was taken to Elm. "
    "The yearly fee is 40 euros. Keys for the cellar are handed out by Ms Rask."
)


@pytest.mark.parametrize(
    ("question", "topic"),
    [
        ("What does the notice say about the lift?", {"lift"}),
        ("What do the bylaws state about overdue fees?", {"overdu", "fee"}),
        ("And what did Ada write about the mill?", {"mill"}),
        ("What can you tell me about the cellar keys?", {"cellar", "key"}),
        ("What is said about the lift in the notice?", {"lift"}),
        ("What is known concerning Elm?", {"elm"}),
        ("What does the lift do?", set()),
        ("What does the notice say?", set()),
        ("Who says what about the lift?", set()),
        ("What is the fee?", set()),
        ("How much does the notice say the fee is?", set()),
    ],
)
def test_a_question_for_what_is_said_about_something(question: str, topic: set[str]) -> None:
    assert topic_asked(question) == topic


@pytest.mark.parametrize(
    ("text", "title", "speaks"),
    [
        ("The lift of the mill stands still until Friday.", "Notice", True),
        ("The lifts stand still until Friday.", "Notice", True),
        ("The mill stands still until Friday.", "Notice", False),
        ("The lift, the stairs and", "Notice", False),  # no sentence
        ("The lift.", "Notice", False),
        ("For more about the lift, see the section “Stairs” of this notice.", "Notice", False),
        ("Who may use the lift is explained in chapter 3.", "Notice", False),
        ("The lift of the mill stands still until Friday.", "The lift", False),
    ],
)
def test_a_sentence_speaks_of_it_by_its_words(text: str, title: str, speaks: bool) -> None:
    (unit,) = cut_hits([hit(text)])
    assert speaks_of_topic("What does the notice say about the lift?", unit, title) is speaks


@pytest.mark.parametrize(
    ("question", "line"),
    [
        (
            "What does the notice say about the lift?",
            "The lift of the mill stands still until Friday.",
        ),
        ("What is said about the cellar?", "Keys for the cellar are handed out by Ms Rask."),
    ],
)
def test_such_a_sentence_is_likely_the_answer(question: str, line: str) -> None:
    _, draft = ask(question, [hit(NOTICE)])
    assert draft.verdict in {Verdict.DIRECT, Verdict.LIKELY}
    assert draft.short == line


def test_where_nothing_is_said_about_it_none_is_told() -> None:
    assert not ask("What does the notice say about the ferry?", [hit(NOTICE)])[1].short
