"""The sample's questions over two files find the passages of both, as fused hybrid asks them."""

from __future__ import annotations

import threading
from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path

import pytest

from backend.settings import Settings
from backend.types import Query
from backend.workbench import Workbench, open_workbench
from tests.unit.test_sample_library import ENTRIES

FIRST = 5
NOTEBOOK, REPORT = "Station notebook 2024.md", "Annual report 2024.pdf"
SMALL_BOAT = {
    NOTEBOOK: "The Dunlin carried 250,000 seeds to Mill Sands",
    REPORT: "skipper of the Dunlin",
}
"""Which boat it was, and who her skipper is: the second stands in a row of a table."""
EVIDENCE: dict[str, Mapping[str, str]] = {
    **{
        entry["question"]: {each["document"]: each["contains"] for each in entry["evidence"]}
        for entry in ENTRIES
        if len({each["document"] for each in entry["evidence"]}) > 1
    },
    "Who is the skipper of the boat that carried 250,000 seeds to Mill Sands?": SMALL_BOAT,
    "Who is the skipper of the boat that carried the seeds to Mill Sands?": SMALL_BOAT,
}


@pytest.fixture(scope="module")
def workbench(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Workbench]:
    """The sample, read and embedded."""
    settings = replace(Settings(), library=Path(tmp_path_factory.mktemp("sample")))
    opened = open_workbench(settings, start_workers=False)
    opened.library.load_sample()
    opened.queue.work_until_idle(threading.Event())
    yield opened
    opened.close()


def test_some_of_the_sample_s_questions_need_several_files() -> None:
    assert len(EVIDENCE) == 4


@pytest.mark.parametrize("question", EVIDENCE)
def test_the_passages_of_all_files_are_among_the_first(workbench: Workbench, question: str) -> None:
    (collection,) = workbench.library.collections()
    names = {each.id: each.name for each in workbench.library.documents(collection.id)}
    found = workbench.questions.search(Query(question, collection.id), "fused_hybrid").hits[:FIRST]
    for document, words in EVIDENCE[question].items():
        shown = [
            " ".join(hit.chunk.text.split())
            for hit in found
            if names[hit.chunk.document_id] == document
        ]
        assert any(words in text for text in shown), (document, words, shown)
