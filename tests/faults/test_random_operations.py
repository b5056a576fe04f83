"""A part of the run of random operations; `python -m tests.faults` goes on for as long as told."""

from __future__ import annotations

import logging
import os
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest

from backend import joined_views
from backend.bootstrap import LoadedEmbedders
from backend.ingestion import worker
from tests.faults.random_operations import Run

SECONDS = float(os.environ.get("QUIRE_RANDOM_SECONDS", "30"))
SEED = int(os.environ.get("QUIRE_RANDOM_SEED", "11"))


@pytest.fixture(autouse=True)
def as_before(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """What a run changes in its process is undone for the tests that follow."""
    monkeypatch.setattr(LoadedEmbedders, "named", LoadedEmbedders.named)
    monkeypatch.setattr(worker, "STALE_AFTER", worker.STALE_AFTER)
    monkeypatch.setattr(joined_views, "STORED_FROM", joined_views.STORED_FROM)
    yield
    logging.disable(logging.NOTSET)


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="this system cannot kill like that")
def test_what_was_stored_is_there_whatever_happens(tmp_path: Path) -> None:
    run = Run(tmp_path / "library", SEED)
    run.for_seconds(SECONDS)
    assert run.done.total() > 0
