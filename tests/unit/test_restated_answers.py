"""Follow-ups on the last answer: its first line, its sources, and what takes a language model."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from backend.bootstrap import LoadedEmbedders
from backend.types import Answer, Query, Verdict
from backend.workbench import Workbench
from tests.valleys import SETTINGS, WordEmbedder, finish, opened

LEASE = """# Lease of the boathouse

The notice period is three months to the end of a quarter.

The deposit is 1,200 euros and is kept by the harbour office.
"""


@pytest.fixture
def workbench(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Workbench]:
    embedder = WordEmbedder()
    monkeypatch.setattr(LoadedEmbedders, "named", lambda self, model: embedder)
    made = opened(tmp_path / "library")
    collection = made.library.create_collection("Boathouse", replace(SETTINGS, chunk_tokens=90)).id
    made.library.add_file(collection, "Lease.md", LEASE.encode())
    finish(made)
    yield made
    made.close()


def ask(workbench: Workbench, question: str, before: Answer | None, pipeline: str) -> Answer:
    query = Query(question, workbench.library.collection_named("Boathouse").id)
    asking = workbench.questions.ask(query, pipeline, before.conversation_id if before else "")
    assert asking.wait(60)
    assert asking.answer is not None, asking.error
    return asking.answer


@pytest.mark.parametrize("pipeline", ["naive", "chain_of_thought"])
def test_the_place_of_an_answer_is_document_and_quote(workbench: Workbench, pipeline: str) -> None:
    first = ask(workbench, "What does the lease say of the notice period?", None, pipeline)
    assert first.citations
    answer = ask(workbench, "Where does it say that?", first, pipeline)
    assert answer.text.startswith("**Lease of the boathouse**: The notice period is three months")
    assert answer.verdict is Verdict.LIKELY
    assert all(sentence.supported for sentence in answer.sentences)
    assert {citation.chunk_id for citation in answer.citations} <= {
        citation.chunk_id for citation in first.citations
    }
    assert any(step.summary.startswith("Read as: Where does the answer") for step in answer.steps)


def test_shorter_is_the_first_line_alone(workbench: Workbench) -> None:
    first = ask(workbench, "What does the lease say of the notice period?", None, "naive")
    answer = ask(workbench, "shorter", first, "naive")
    assert len(answer.sentences) == 1
    assert "\n" not in answer.text
    assert answer.settings["restates"] == first.question
    # a third question still knows what the first was about
    last = ask(workbench, "which page?", answer, "naive")
    assert first.question in last.settings["read_as"]


def test_other_words_take_a_language_model_and_that_is_said(workbench: Workbench) -> None:
    first = ask(workbench, "What does the lease say of the notice period?", None, "naive")
    answer = ask(workbench, "Explain it in simpler words", first, "naive")
    assert answer.text.startswith("To put it in other words takes a language model")
    assert answer.citations
    assert answer.verdict is Verdict.CLOSEST


def test_without_an_answer_before_it_is_a_question_like_any_other(workbench: Workbench) -> None:
    answer = ask(workbench, "shorter", None, "naive")
    assert "restates" not in answer.settings
