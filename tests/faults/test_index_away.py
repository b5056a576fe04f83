"""An index that stays away longer than files wait for it: a person is told, and can try again."""

from __future__ import annotations

import threading
from pathlib import Path

import pytest

from backend.errors import UnavailableError
from backend.ingestion import server_outage
from backend.settings import load_settings
from backend.types import JobState, Query
from backend.workbench import open_workbench


def test_a_file_whose_wait_is_over_says_why_and_is_tried_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    workbench = open_workbench(load_settings({}, library=tmp_path), start_workers=False)
    collection = workbench.library.create_collection("Harbours")
    job = workbench.library.add_file(
        collection.id, "pilot.txt", b"The pilot of Teme Ford is called Ann."
    )
    assert job is not None

    def away(*_: object) -> int:
        raise UnavailableError("The search server cannot be reached.", "Start it.")

    with monkeypatch.context() as meanwhile:
        meanwhile.setattr(server_outage, "PATIENCE_SECONDS", 0.0)
        meanwhile.setattr(workbench.parts.index, "catch_up", away)
        workbench.queue.work_until_idle(threading.Event())
        failed = workbench.parts.records.job(job.id)
        assert failed.state is JobState.FAILED
        assert failed.reason == "The search server cannot be reached."
        assert failed.remedy == "Start it."

    workbench.queue.retry_job(job.id)
    workbench.queue.work_until_idle(threading.Event())
    assert workbench.parts.records.job(job.id).state is JobState.DONE
    (document,) = workbench.library.documents(collection.id)
    assert document.name == "pilot.txt"
    assert workbench.maintenance.check() == ()
    assert workbench.questions.search(Query("Who is the pilot?", collection.id), "naive").hits
    workbench.close()
