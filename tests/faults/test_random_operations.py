"""A part of the run of random operations; `python -m tests.faults` goes on for as long as told."""

from __future__ import annotations

import os
import signal
from pathlib import Path

import pytest

from tests.faults.random_operations import Run

SECONDS = float(os.environ.get("QUIRE_RANDOM_SECONDS", "30"))
SEED = int(os.environ.get("QUIRE_RANDOM_SEED", "11"))


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="this system cannot kill like that")
def test_what_was_stored_is_there_whatever_happens(tmp_path: Path) -> None:
    run = Run(tmp_path / "library", SEED)
    run.for_seconds(SECONDS)
    assert run.done.total() > 0
