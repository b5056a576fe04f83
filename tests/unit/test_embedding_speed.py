"""How fast passages are embedded: measured behind whoever asks, once for a collection and model."""

from __future__ import annotations

import threading
from collections.abc import Iterator, Sequence
from typing import cast

import pytest

from backend.bootstrap import LoadedEmbedders
from backend.errors import EmbedderError
from backend.ports import Embedder, Embedders, Vectors
from backend.training import embedding_speed
from backend.training.embedding_speed import PASSAGES, EmbeddingSpeeds
from backend.types import Collection
from backend.workbench import Workbench
from tests.unit.test_query_adapter import Harbour, harbour_workbench

BOATS = 12


class Waiting(Harbour):
    """Embeds when it is let; remembers how many texts it was given at once."""

    def __init__(self) -> None:
        self.let = threading.Event()
        self.told: list[int] = []
        self.broken = False

    def embed(self, texts: Sequence[str]) -> Vectors:
        assert self.let.wait(30), "nobody let it embed"
        if self.broken:
            raise EmbedderError("The model is not there.", "Name another one.")
        self.told.append(len(texts))
        return super().embed(texts)


class Only:
    """One embedder for every collection."""

    def __init__(self, embedder: Waiting) -> None:
        self._embedder = embedder

    def of(self, collection_id: str) -> Embedder:
        return cast(Embedder, self._embedder)


@pytest.fixture(scope="module")
def opened(
    tmp_path_factory: pytest.TempPathFactory,
) -> Iterator[tuple[Workbench, Collection]]:
    with pytest.MonkeyPatch.context() as patch:
        harbour = cast(Embedder, Harbour())
        patch.setattr(LoadedEmbedders, "named", lambda self, model: harbour)
        with harbour_workbench(tmp_path_factory.mktemp("speed"), BOATS) as made:
            yield made


def test_nobody_waits_who_does_not_ask_to_and_it_is_measured_once(
    opened: tuple[Workbench, Collection],
) -> None:
    workbench, collection = opened
    records, embedder, speeds = workbench.parts.records, Waiting(), EmbeddingSpeeds()
    embedders = cast(Embedders, Only(embedder))
    for _ in range(3):
        assert speeds.of(records, embedders, collection.id, wait=False) is None
    embedder.let.set()
    seconds = speeds.of(records, embedders, collection.id, wait=True)
    assert seconds is not None
    assert seconds > 0.0
    assert speeds.of(records, embedders, collection.id, wait=False) == seconds
    assert embedder.told == [2, PASSAGES], "a start, and the passages"


def test_what_cannot_be_measured_is_said_and_tried_again_later(
    opened: tuple[Workbench, Collection], monkeypatch: pytest.MonkeyPatch
) -> None:
    workbench, collection = opened
    records, embedder, speeds = workbench.parts.records, Waiting(), EmbeddingSpeeds()
    embedders = cast(Embedders, Only(embedder))
    embedder.let.set()
    embedder.broken = True
    assert speeds.of(records, embedders, collection.id, wait=True) == 0.0
    embedder.broken = False
    assert speeds.of(records, embedders, collection.id, wait=False) == 0.0, "a page draws again"
    monkeypatch.setattr(embedding_speed, "AGAIN", -1.0)
    assert speeds.of(records, embedders, collection.id, wait=True)
