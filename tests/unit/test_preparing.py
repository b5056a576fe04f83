"""A file is prepared where it is: what takes long to start is started while the file is read."""

from __future__ import annotations

import threading
from dataclasses import replace
from pathlib import Path

import pytest

from backend.bootstrap import preparing_parts
from backend.errors import EmbedderError
from backend.ingestion.document import Source
from backend.ingestion.preparing import LONG_FILE, prepare
from backend.settings import Settings
from backend.types import Collection, CollectionSettings
from tests.chunking import SmallEmbedder


class SlowToStart(SmallEmbedder):
    """Notes that it was started; fails at it if told to."""

    def __init__(self, *, fails: bool = False) -> None:
        super().__init__()
        self.started = threading.Event()
        self._fails = fails

    def start(self) -> None:
        self.started.set()
        if self._fails:
            raise EmbedderError("The model is gone.", "Install it again.")


class Unkept:
    """Steps of a first try that nobody watches."""

    def progress(self, stage: str, done: int, total: int) -> None:
        """Nothing to say."""

    def load(self, name: str) -> bytes | None:
        return None

    def save(self, name: str, payload: bytes) -> None:
        """Nothing to keep."""


def prepared(folder: Path, text: str, embedder: SmallEmbedder) -> int:
    """Number of passages of a text file."""
    path = folder / "notes.txt"
    path.write_text(text, "utf-8")
    settings = replace(Settings(), library=folder)
    collection = Collection("c", "Notes", 0.0, CollectionSettings())
    source = Source(collection, path.name, "text/plain", "0" * 64, path.stat().st_size, 0.0)
    return len(prepare(preparing_parts(settings), source, path, embedder, Unkept()).chunks)


LONG = "The tide came in. " * (LONG_FILE // 18 + 1)


def test_a_long_file_starts_the_embedder(tmp_path: Path) -> None:
    embedder = SlowToStart()
    assert prepared(tmp_path, LONG, embedder) > 1
    assert embedder.started.wait(timeout=30)


def test_a_short_file_does_not(tmp_path: Path) -> None:
    embedder = SlowToStart()
    prepared(tmp_path, "The tide came in.", embedder)
    assert not embedder.started.is_set()


@pytest.mark.parametrize("embedder", [SmallEmbedder(), SlowToStart(fails=True)])
def test_an_embedder_that_does_not_start_ahead_is_none_the_worse(
    tmp_path: Path, embedder: SmallEmbedder
) -> None:
    assert prepared(tmp_path, LONG, embedder) > 1
