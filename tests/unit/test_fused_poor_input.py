"""Collections and questions that give the fused hybrid pipeline little to go by."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from backend.pipelines.fused_hybrid import FusedHybridPipeline
from backend.settings import load_settings
from backend.types import Collection, Hit, Query
from backend.workbench import Workbench, open_workbench

# No capital letter, so that the rules find no name.
PARAGRAPHS = (
    "the ferry leaves at nine in the morning and takes forty cars over the sound.",
    "the bakery by the harbour sells rye bread, and it closes at noon on sundays.",
    "in winter the lighthouse is lit at four, and its keeper lives in the red house.",
)


@pytest.fixture(scope="module")
def opened(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Workbench, Collection]]:
    """A collection of one document, in which nothing has a name."""
    folder: Path = tmp_path_factory.mktemp("poor")
    workbench = open_workbench(load_settings({}, library=folder), start_workers=False)
    collection = workbench.library.create_collection("Notes")
    text = "\n\n".join(paragraph * 12 for paragraph in PARAGRAPHS)
    workbench.library.add_file(collection.id, "notes.txt", text.encode())
    workbench.queue.work_until_idle(threading.Event())
    yield workbench, collection
    workbench.close()


def ask(opened: tuple[Workbench, Collection], question: str) -> tuple[Hit, ...]:
    workbench, collection = opened
    found = FusedHybridPipeline(workbench.parts).retrieve(Query(question, collection.id, 2))
    assert not [step for step in found.steps if step.name == "missing"]
    for hit in found.hits:
        assert sum(s.contribution for s in hit.signals) == pytest.approx(hit.score, abs=1e-3)
    return found.hits


def test_one_document_without_names_is_searched_by_words_and_meaning(
    opened: tuple[Workbench, Collection],
) -> None:
    workbench, collection = opened
    assert workbench.library.counts(collection.id).documents == 1
    assert "rye bread" in ask(opened, "when does the bakery close?")[0].chunk.text


@pytest.mark.parametrize(
    "question",
    [
        "Wann schließt die Bäckerei am Sonntag?",
        "灯台はいつ点灯しますか",
        "Когда закрывается пекарня?",
    ],
)
def test_a_question_in_another_language_finds_what_meaning_alone_finds(
    opened: tuple[Workbench, Collection], question: str
) -> None:
    hits = ask(opened, question)
    assert hits
    for hit in hits:
        assert {signal.retriever: signal.rank for signal in hit.signals}["dense"] is not None
