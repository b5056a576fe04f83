"""The process that reads files is killed; nothing is half seen, and the next one goes on."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from backend.ingestion.worker import HEARTBEAT_EVERY
from backend.settings import Settings, load_settings
from backend.types import JobState, Query
from backend.workbench import Workbench, open_workbench

ROOT = Path(__file__).resolve().parents[2]
PARAGRAPH = "In year {n} the harbour of Teme Ford counted {n} ships and {m} barrels of salt. " * 4


def start_worker(settings: Settings) -> subprocess.Popen[bytes]:
    command = [sys.executable, "-m", "backend", "--library", str(settings.library), "worker"]
    return subprocess.Popen(command, cwd=ROOT, env={**os.environ}, stdin=subprocess.DEVNULL)


def wait_for_stage(workbench: Workbench, stage: str, done: int) -> None:
    while True:
        (view,) = workbench.queue.jobs()
        if view.job.stage == stage and view.job.done >= done:
            return
        assert view.job.state in (JobState.QUEUED, JobState.RUNNING), view.job.reason
        time.sleep(0.02)


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="this system cannot kill like that")
def test_a_killed_worker_leaves_nothing_half_seen_and_its_job_is_finished_by_the_next(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings = load_settings({}, library=tmp_path / "library")
    text = "\n\n".join(PARAGRAPH.format(n=n, m=n * 7) for n in range(1200))
    workbench = open_workbench(settings, start_workers=False)
    collection = workbench.library.create_collection("Harbours")
    workbench.library.add_file(collection.id, "harbours.txt", text.encode())
    worker = start_worker(settings)
    try:
        wait_for_stage(workbench, "embedding", 128)
    finally:
        worker.kill()
        worker.wait()
    assert workbench.library.documents(collection.id) == ()
    assert workbench.maintenance.check() == ()

    # Twice the pause between two heartbeats: on a busy machine a job that is alive is not taken.
    monkeypatch.setattr("backend.ingestion.worker.STALE_AFTER", 2 * HEARTBEAT_EVERY)
    (view,) = workbench.queue.jobs()
    while view.job.state in (JobState.QUEUED, JobState.RUNNING):
        workbench.queue.work_until_idle(threading.Event())
        (view,) = workbench.queue.jobs()
    assert view.job.state is JobState.DONE
    assert view.job.attempts == 2
    (document,) = workbench.library.documents(collection.id)
    chunks = workbench.library.document_chunks(document.id)
    assert len(chunks) == document.chunks > 200
    assert workbench.maintenance.check() == ()
    found = workbench.questions.search(
        Query("ships and barrels in year 777", collection.id), "naive"
    ).hits
    assert found
    workbench.close()
