"""A further retriever is a file, and nothing else has to change."""

from __future__ import annotations

import importlib
import threading
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import pytest

import backend.retrievers
from backend import registry
from backend.pipelines import fused_hybrid
from backend.settings import load_settings
from backend.types import Query
from backend.workbench import open_workbench

FILE = """
from backend.types import Scored


class NewestRetriever:
    name = "newest"

    def __init__(self, records):
        self._records = records

    def _ids(self, query):
        documents = sorted(
            self._records.documents(query.collection_id), key=lambda each: each.name, reverse=True
        )
        return [c.id for each in documents for c in self._records.chunks_of(each.id)]

    def propose(self, query, k):
        ids = self._ids(query)[:k]
        return [Scored(each, 1.0 / place) for place, each in enumerate(ids, start=1)]

    def score(self, query, chunk_ids):
        places = {each: place for place, each in enumerate(self._ids(query), start=1)}
        return {each: 1.0 / places[each] for each in chunk_ids}


def build(parts):
    return NewestRetriever(parts.records)
"""


@pytest.fixture
def pipelines(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[ModuleType]:
    """The fused pipeline as it is where `newest.py` lies beside the other retrievers."""
    folder = tmp_path / "retrievers"
    folder.mkdir()
    (folder / "newest.py").write_text(FILE, "utf-8")
    monkeypatch.setattr(backend.retrievers, "__path__", [*backend.retrievers.__path__, str(folder)])
    registry.names.cache_clear()
    yield importlib.reload(fused_hybrid)
    monkeypatch.undo()
    registry.names.cache_clear()
    importlib.reload(fused_hybrid)


def test_a_further_retriever_proposes_is_shown_and_can_be_switched_off(
    pipelines: ModuleType, tmp_path: Path
) -> None:
    assert pipelines.RETRIEVERS[-1] == "newest"
    assert "use_newest" in {each.name for each in pipelines.CARD.options}
    workbench = open_workbench(load_settings({}, library=tmp_path / "library"), start_workers=False)
    try:
        collection = workbench.create_collection("Log")
        for day in (1, 2, 3):
            workbench.add_file(
                collection.id, f"day {day}.txt", f"Day {day}. The ferry left at {day}.".encode()
            )
        workbench.work_until_idle(threading.Event())
        pipeline = pipelines.FusedHybridPipeline(workbench.parts)
        found = pipeline.retrieve(Query("When did the ferry leave?", collection.id, 3))
        signals = {
            hit.chunk.text: next(each for each in hit.signals if each.retriever == "newest")
            for hit in found.hits
        }
        newest = signals["Day 3. The ferry left at 3."]
        assert (newest.rank, newest.raw, newest.contribution) == (1, 1.0, 0.0)
        assert {step.name: step for step in found.steps}["gather"].detail["newest"] == "3"
        without = pipeline.retrieve(
            Query("When did the ferry leave?", collection.id, 3, options={"use_newest": "off"})
        )
        assert "newest" not in {each.retriever for hit in without.hits for each in hit.signals}
    finally:
        workbench.close()
