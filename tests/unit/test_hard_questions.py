"""Odd questions, and answers in odd places: none fails, each says something sensible."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from reportlab.pdfgen.canvas import Canvas

from backend.bootstrap import LoadedEmbedders
from backend.pipelines import _answer_writing
from backend.settings import load_settings
from backend.types import Answer, Query, Verdict
from backend.workbench import Workbench, open_workbench
from tests.scripted_server.script import answer as reply
from tests.scripted_server.server import ScriptedServer
from tests.valleys import SETTINGS, WordEmbedder, finish

FERRY = """Harbour office of Tarn, valid from 3 June 2019

# The ferry

The ferry crosses the sound on every working day.[^1] It is moored at the northern quay at night.

Figure 2: The wheelhouse of the ferry holds four people.

[^1]: In winter the ferry crosses on Saturdays only.
"""
FAEHRE = """# Die Fähre

Die Fähre fährt an jedem Werktag über den Sund. Eine Fahrt kostet vier Euro, und Kinder unter
sechs Jahren fahren umsonst. Der Fährmann heißt Ole Brandt.
"""


@pytest.fixture
def workbench(
    tmp_path: Path, scripted_server: ScriptedServer, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Workbench]:
    embedder = WordEmbedder()
    monkeypatch.setattr(LoadedEmbedders, "named", lambda self, model: embedder)
    made = open_workbench(
        replace(
            load_settings({}, library=tmp_path / "library"),
            language_model="openai_compatible",
            language_model_url=scripted_server.openai_url,
            language_model_name="scripted",
        ),
        start_workers=False,
    )
    collection = made.library.create_collection("Sound", SETTINGS).id
    made.library.add_file(collection, "ferry.md", FERRY.encode())
    made.library.add_file(collection, "faehre.md", FAEHRE.encode())
    finish(made)
    yield made
    made.close()


def ask(
    workbench: Workbench, question: str, pipeline: str = "naive", answerer: str | None = "local"
) -> Answer:
    query = Query(question, workbench.library.collection_named("Sound").id)
    if answerer:
        query = replace(query, options=replace(query.options, answerer=answerer))
    asking = workbench.questions.ask(query, pipeline)
    assert asking.wait(60)
    assert asking.answer is not None, asking.error
    return asking.answer


@pytest.mark.parametrize("pipeline", ["naive", "fused_hybrid", "chain_of_thought"])
@pytest.mark.parametrize("question", ["x", "?", "¿", "7", "W", "é"])
def test_a_question_of_one_letter_is_answered_or_refused(
    workbench: Workbench, question: str, pipeline: str
) -> None:
    answer = ask(workbench, question, pipeline)
    assert answer.text
    assert answer.verdict in {Verdict.CLOSEST, Verdict.NOT_FOUND}
    assert not answer.short


@pytest.mark.parametrize(
    ("question", "held"),
    [
        ("When does the ferry cross in winter?", "In winter the ferry crosses on Saturdays only."),
        (
            "How many people does the wheelhouse hold?",
            "The wheelhouse of the ferry holds four people.",
        ),
        ("From when is it valid?", "valid from 3 June 2019"),
    ],
)
def test_an_answer_in_a_footnote_a_caption_or_a_header_is_found(
    workbench: Workbench, question: str, held: str
) -> None:
    answer = ask(workbench, question)
    assert held in answer.text.split("\n\n")[0] or held in answer.short


def printed() -> bytes:
    """A page with a header, a figure with its caption and a footnote."""
    out = io.BytesIO()
    page = Canvas(out, pagesize=(595, 842))
    for size, at, text in (
        (9, 800, "Berth fees of the sound, valid from 3 June 2019"),
        (11, 740, "Skippers report to the office before they leave their berth."),
        (11, 724, "The office keeps a list of all boats and of their owners.1"),
        (9, 485, "Figure 1: The tug of the harbour pulls 40 tonnes."),
        (7, 70, "1 The list of boats is kept for seven years."),
    ):
        page.setFont("Helvetica", size)
        page.drawString(60, at, text)
    page.rect(60, 500, 200, 120)
    page.showPage()
    page.save()
    return out.getvalue()


@pytest.mark.parametrize(
    ("question", "held"),
    [
        ("From when are the berth fees valid?", "valid from 3 June 2019"),
        ("How many tonnes does the tug pull?", "The tug of the harbour pulls 40 tonnes."),
        ("How long is the list of boats kept?", "The list of boats is kept for seven years."),
    ],
)
def test_an_answer_in_the_margins_of_a_page_is_shown(
    workbench: Workbench, question: str, held: str
) -> None:
    collection = workbench.library.collection_named("Sound").id
    workbench.library.add_file(collection, "berths.pdf", printed())
    finish(workbench)
    answer = ask(workbench, question)
    assert held in answer.text


@pytest.mark.parametrize("pipeline", ["naive", "fused_hybrid"])
@pytest.mark.parametrize(
    "question",
    [
        "What does a trip cost, und wie heißt der Fährmann?",
        "Who is der Fährmann?",
        "Wie heißt the Fährmann?",
    ],
)
def test_a_question_in_two_languages_is_read(
    workbench: Workbench, question: str, pipeline: str
) -> None:
    answer = ask(workbench, question, pipeline)
    assert "Ole Brandt" in answer.text
    for word in ("der", "wie", "Who", "the"):
        assert f"“{word}”" not in answer.text


def deleting(workbench: Workbench, name: str, what: str = "calculating") -> Callable[..., Any]:
    """What is done between search and reading, but first documents of a name are deleted."""
    collection = workbench.library.collection_named("Sound").id
    done = getattr(_answer_writing, what)

    def deletes(*arguments: Any) -> Any:
        documents = workbench.parts.records.documents(collection)
        workbench.library.delete_documents(
            [document.id for document in documents if name in document.name]
        )
        return done(*arguments)

    return deletes


@pytest.mark.parametrize("pipeline", ["naive", "fused_hybrid"])
@pytest.mark.parametrize("answerer", ["local", None])
def test_a_document_that_is_deleted_before_it_is_read_is_not_quoted(
    workbench: Workbench,
    scripted_server: ScriptedServer,
    monkeypatch: pytest.MonkeyPatch,
    pipeline: str,
    answerer: str | None,
) -> None:
    scripted_server.script(reply("I did not find this in the documents."))
    monkeypatch.setattr(_answer_writing, "calculating", deleting(workbench, "ferry.md"))
    answer = ask(workbench, "Where is the ferry moored at night?", pipeline, answerer)
    assert answer.verdict in {Verdict.CLOSEST, Verdict.NOT_FOUND}
    assert "northern quay" not in answer.text
    left = {document.id for document in workbench.parts.records.documents(answer.collection_id)}
    assert {citation.document_id for citation in answer.citations} <= left
    assert any("Deleted while" in notice and "ferry" in notice for notice in answer.notices)
    assert all("northern quay" not in chat.text for chat in scripted_server.chats)


@pytest.mark.parametrize(
    "question", ["Where is the ferry moored at night?", "What is this collection about?"]
)
def test_when_every_document_is_deleted_nothing_is_found(
    workbench: Workbench, monkeypatch: pytest.MonkeyPatch, question: str
) -> None:
    for what in ("calculating", "telling_overview"):
        monkeypatch.setattr(_answer_writing, what, deleting(workbench, ".md", what))
    answer = ask(workbench, question)
    assert not answer.citations
    assert "northern quay" not in answer.text


def test_a_model_that_answers_in_another_language_is_told_of(
    workbench: Workbench, scripted_server: ScriptedServer
) -> None:
    scripted_server.script(
        reply("Die Fähre liegt in der Nacht am nördlichen Kai [1]."),
        reply("The ferry is moored at the northern quay at night [1]."),
    )
    question = "Where is the ferry moored at night?"
    answer = ask(workbench, question, answerer=None)
    assert answer.verdict is Verdict.LIKELY
    assert any("in German" in notice for notice in answer.notices)
    answer = ask(workbench, question, answerer=None)
    assert not any("in German" in notice for notice in answer.notices)
