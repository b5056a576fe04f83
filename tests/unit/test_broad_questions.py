"""Which questions the community graph answers from themes by itself."""

from __future__ import annotations

import pytest

from backend.pipelines._community.breadth import is_broad


@pytest.mark.parametrize(
    "question",
    [
        "What is this collection about?",
        "what are these documents about",
        "What do the reports discuss?",
        "What are the main themes?",
        "Which are the main topics?",
        "What topics come up across all my files?",
        "Summarise these documents.",
        "Please summarize the whole collection",
        "Give me an overview of the library.",
    ],
)
def test_questions_on_the_whole_are_broad(question: str) -> None:
    assert is_broad(question)


@pytest.mark.parametrize(
    "question",
    [
        "",
        "What is the report of Storm Odette about?",
        "What is the theme of the novel?",
        "Who wrote the annual report?",
        "What did the harbour board decide about the moorings?",
        "Summarise the damage at the northern site.",
        "What are the main causes of the loss?",
        "What is " + "very " * 30 + "this collection about?",
    ],
)
def test_questions_for_something_are_not(question: str) -> None:
    assert not is_broad(question)
