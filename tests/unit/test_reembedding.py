"""A collection changes its embedding model: questions never see two kinds of vectors."""

from __future__ import annotations

import threading
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from backend.bootstrap import LoadedEmbedders
from backend.errors import CancelledError, EmbedderError
from backend.ingestion.reembedding import reembed
from backend.ports import Embedder, Vectors
from backend.settings import load_settings
from backend.types import CollectionSettings, Query
from backend.workbench import Workbench, open_workbench
from tests.chunking import SmallEmbedder

PARAGRAPH = "Chapter {0} tells how the ferry number {0} crossed the bay."
TEXT = "\n\n".join(PARAGRAPH.format(number) for number in range(90))


class OtherEmbedder(SmallEmbedder):
    """A second model, whose vectors have the opposite direction."""

    identity = "other@1"

    def embed(self, texts: Sequence[str]) -> Vectors:
        return -super().embed(texts)


@pytest.fixture
def workbench(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Workbench]:
    models: dict[str, Embedder] = {"small": SmallEmbedder(), "other": OtherEmbedder()}

    def named(self: LoadedEmbedders, model: str) -> Embedder:
        if model not in {"", *models}:
            raise EmbedderError(f"There is no model “{model}”.", "Choose another.")
        return models[model or "small"]

    monkeypatch.setattr(LoadedEmbedders, "named", named)
    opened = open_workbench(load_settings({}, library=tmp_path / "library"), start_workers=False)
    yield opened
    opened.close()


def filled(workbench: Workbench) -> str:
    settings = CollectionSettings(chunk_tokens=32, overlap_tokens=0, embedder="small")
    collection = workbench.library.create_collection("Ferries", settings)
    workbench.library.add_file(collection.id, "ferries.txt", TEXT.encode())
    workbench.queue.work_until_idle(threading.Event())
    assert workbench.library.collection_named("Ferries").embedding == "small@0"
    return collection.id


def test_a_changed_model_takes_over_when_the_last_vector_is_there(workbench: Workbench) -> None:
    collection_id = filled(workbench)
    before = workbench.questions.search(Query("ferry number 7", collection_id), "naive").hits
    settings = workbench.library.collection_named("Ferries").settings
    workbench.library.change_collection_settings(collection_id, replace(settings, embedder="other"))
    assert [view.job.kind for view in workbench.queue.jobs()][-1] == "reembed"
    assert workbench.library.collection_named("Ferries").embedding == "small@0"
    workbench.queue.work_until_idle(threading.Event())
    assert workbench.library.collection_named("Ferries").embedding == "other@1"
    after = workbench.questions.search(Query("ferry number 7", collection_id), "naive").hits
    assert [hit.chunk.id for hit in after] == [hit.chunk.id for hit in before]
    assert workbench.maintenance.check() == ()


def test_an_interrupted_change_leaves_the_old_model_in_use_and_goes_on(
    workbench: Workbench,
) -> None:
    collection_id = filled(workbench)
    settings = workbench.library.collection_named("Ferries").settings
    parts = workbench.ingestion

    def stop(stage: str, done: int, total: int) -> None:
        raise CancelledError("stopped")

    parts.records.change_collection_settings(collection_id, replace(settings, embedder="other"))
    with pytest.raises(CancelledError):
        reembed(parts, collection_id, stop)
    assert workbench.library.collection_named("Ferries").embedding == "small@0"
    assert workbench.questions.search(Query("ferry", collection_id), "naive").hits
    reembed(parts, collection_id, lambda stage, done, total: None)
    assert workbench.library.collection_named("Ferries").embedding == "other@1"


def test_settings_that_change_while_passages_are_grouped_are_followed_by_the_same_job(
    workbench: Workbench,
) -> None:
    collection_id = filled(workbench)
    records, parts = workbench.parts.records, workbench.ingestion
    settings = workbench.library.collection_named("Ferries").settings
    stages: list[str] = []

    def go_back(stage: str, done: int, total: int) -> None:
        if stage == "grouping" and "grouping" not in stages:
            records.change_collection_settings(collection_id, settings)
        stages.append(stage)

    records.change_collection_settings(collection_id, replace(settings, embedder="other"))
    reembed(parts, collection_id, go_back)
    assert "grouping" in stages
    assert workbench.library.collection_named("Ferries").embedding == "small@0"


def test_a_model_that_cannot_be_loaded_changes_nothing(workbench: Workbench) -> None:
    collection_id = filled(workbench)
    settings = workbench.library.collection_named("Ferries").settings
    wanted = replace(settings, embedder="nowhere")
    with pytest.raises(EmbedderError, match="nowhere"):
        workbench.library.change_collection_settings(collection_id, wanted)
    assert workbench.library.collection_named("Ferries").settings == settings
