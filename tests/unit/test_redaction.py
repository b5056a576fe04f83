"""Earlier answers lose every word of a document that was deleted, and nothing else."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from backend.evidence.redaction import REDACTED_SENTENCE, holds_words_of, redacted
from backend.settings import Settings, load_settings
from backend.types import Answer, Choice, Filters, Query
from backend.workbench import Workbench, open_workbench
from tests.pages.standin import make_answer

SECRET = "Quillfeather"
LEDGER = f"The ledger.\n\nThe {SECRET} party left Tarn Harbour on 3 May 1911 with four sledges."
MILL = "The mill.\n\nThe mill at Teme Ford ground barley until 1954."
BOTH = "Compare the mill at Teme Ford with Tarn Harbour."


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return load_settings({}, library=tmp_path / "library")


@pytest.fixture
def workbench(settings: Settings) -> Iterator[Workbench]:
    opened = open_workbench(settings, start_workers=False)
    yield opened
    opened.close()


def _asked(workbench: Workbench, question: str, collection_id: str, *only: str) -> Answer:
    query = Query(question, collection_id, filters=Filters(document_ids=only))
    asking = workbench.questions.ask(query, "naive")
    assert asking.wait(60)
    assert asking.answer is not None, asking.error
    return asking.answer


def test_answers_lose_what_they_hold_of_a_deleted_document(
    workbench: Workbench, settings: Settings
) -> None:
    collection = workbench.library.create_collection("Ledgers")
    for name, text in (("ledger.txt", LEDGER), ("mill.txt", MILL)):
        workbench.library.add_file(collection.id, name, text.encode())
    workbench.queue.work_until_idle(threading.Event())
    gone, mill = (document.id for document in workbench.library.documents(collection.id))
    quoting = _asked(workbench, "When did the party leave Tarn Harbour?", collection.id)
    naming = _asked(workbench, BOTH, collection.id)
    apart = _asked(workbench, "What did the mill at Teme Ford grind?", collection.id, mill)
    assert SECRET in quoting.text
    assert SECRET in naming.text
    (ground,) = (sentence for sentence in naming.sentences if "ground barley" in sentence.text)
    before = [conversation.id for conversation in workbench.questions.conversations(collection.id)]

    workbench.library.delete_documents([gone])
    assert workbench.redaction.answers_holding([gone]) == 2
    assert workbench.redaction.redact_answers([gone]) == 2
    assert workbench.redaction.answers_holding([gone]) == 0
    assert workbench.questions.answer(apart.id) == apart
    # those that were saved anew come first, in their old order
    assert [
        conversation.id for conversation in workbench.questions.conversations(collection.id)
    ] == [
        *before[1:],
        before[0],
    ]

    emptied = workbench.questions.answer(quoting.id)
    assert emptied.redacted
    assert (emptied.question, emptied.pipeline, emptied.at) == (
        quoting.question,
        quoting.pipeline,
        quoting.at,
    )
    assert (emptied.hits, emptied.citations, emptied.short) == ((), (), "")
    kept = workbench.questions.answer(naming.id)
    assert not kept.redacted
    (left,) = (sentence for sentence in kept.sentences if "ground barley" in sentence.text)
    assert (left.text, left.citations) == (ground.text, ground.citations)
    assert REDACTED_SENTENCE in kept.text
    assert all(kept.text[sentence.start :].startswith(sentence.text) for sentence in kept.sentences)
    assert [hit.chunk.id for hit in kept.hits] == [hit.chunk.id for hit in naming.hits]
    workbench.evidence.bundle(naming.id, "markdown")

    workbench.close()
    holding = [
        each.name
        for each in settings.library.rglob("*")
        if each.is_file() and SECRET.encode() in each.read_bytes()
    ]
    assert holding == []


def test_an_answer_of_a_language_model_rests_on_every_passage_that_it_was_given() -> None:
    answer = replace(make_answer(), answered_by="a model", citations=(), sentences=())
    given = frozenset([answer.hits[-1].chunk.document_id])
    assert redacted(answer, given).redacted
    assert not holds_words_of(redacted(answer, given), given)
    assert not holds_words_of(answer, frozenset(["another"]))


def test_readings_of_a_deleted_list_go_with_it() -> None:
    """A reading holds words of a list of which no passage was found."""
    reading = Choice("which Leader", "Who? (meant: log: which Leader)", "Ann Drew", ("log",))
    answer = replace(make_answer(), choices=(reading,))
    assert holds_words_of(answer, frozenset(["log"]))
    assert redacted(answer, frozenset(["log"])).choices == ()
    assert not holds_words_of(answer, frozenset(["another"]))


def test_what_was_meant_goes_with_the_list_that_it_is_of() -> None:
    answer = replace(
        make_answer(),
        question="Who? (meant: log: which Leader where Type is a cast)",
        answered_by="a model",
        citations=(),
        sentences=(),
    )
    given = frozenset([answer.hits[-1].chunk.document_id])
    assert redacted(answer, given).question == "Who?"
