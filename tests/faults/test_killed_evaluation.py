"""The process that works on a run is killed; the next one goes on where it was."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from backend.command_line.parser import main
from backend.evaluation.kept_runs import outcomes_of
from backend.settings import Settings, load_settings
from backend.types import Contender, JobState
from backend.workbench import open_workbench

ROOT = Path(__file__).resolve().parents[2]
SHIPS = 120


def start_worker(settings: Settings) -> subprocess.Popen[bytes]:
    command = [sys.executable, "-m", "backend", "--library", str(settings.library), "worker"]
    return subprocess.Popen(command, cwd=ROOT, env={**os.environ}, stdin=subprocess.DEVNULL)


def corpus() -> str:
    return "\n".join(
        json.dumps({"doc_id": f"s{n}", "title": f"Ship {n}", "text": f"It carried {n} barrels."})
        for n in range(SHIPS)
    )


def questions() -> str:
    return "\n".join(
        json.dumps(
            {
                "qid": f"q{n}",
                "question": f"How many barrels did Ship {n} carry?",
                "answers": [str(n)],
                "documents": [f"s{n}"],
            }
        )
        for n in range(SHIPS)
    )


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="this system cannot kill like that")
def test_a_killed_run_goes_on_and_asks_nothing_twice(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    settings = load_settings({}, library=tmp_path / "library")
    workbench = open_workbench(settings, start_workers=False)
    collection = workbench.library.create_collection("Ships")
    (tmp_path / "ships.jsonl").write_text(corpus(), "utf-8")
    workbench.library.import_corpus(collection.id, tmp_path / "ships.jsonl", lambda *_: None)
    card = workbench.question_sets.add_set_file(
        collection.id, "barrels.jsonl", questions().encode()
    )
    run = workbench.evaluation.plan_run(
        collection.id, card.id, [Contender("naive"), Contender("naive")]
    )
    assert workbench.evaluation.estimate_run(run).seconds is None
    assert workbench.evaluation.start_run(run) is not None
    assert workbench.evaluation.start_run(run) is None  # it waits already
    worker = start_worker(settings)
    try:
        while len(outcomes_of(workbench.parts.records, collection.id)) < 5:
            assert worker.poll() is None
            time.sleep(0.02)
    finally:
        worker.kill()
        worker.wait()
    before = outcomes_of(workbench.parts.records, collection.id)
    assert 5 <= len(before) < SHIPS
    (progress,) = workbench.evaluation.evaluation_runs(collection.id)
    assert (progress.done, progress.total, progress.failed) == (len(before), SHIPS, 0)
    estimate = workbench.evaluation.estimate_run(run)
    assert estimate.asked == SHIPS - len(before)
    assert estimate.seconds is not None

    monkeypatch.setattr("backend.ingestion.worker.STALE_AFTER", 0.0)
    workbench.queue.work_until_idle(threading.Event())
    view = workbench.evaluation.run_job(run)
    assert view is not None
    assert view.job.state is JobState.DONE
    assert view.job.attempts == 2
    after = outcomes_of(workbench.parts.records, collection.id)
    assert len(after) == SHIPS
    assert {key: after[key] for key in before} == before  # not one was asked again
    report = workbench.evaluation.evaluation_report(collection.id, run.id)
    (result,) = report.results
    row = result.row("Recall@5")
    assert row is not None
    assert (row.count, result.failed, result.missing) == (SHIPS, 0, 0)
    assert report.progress.changed == ()
    assert workbench.maintenance.check() == ()
    workbench.close()
    the_command_says_the_same(settings, row.mean, capsys)


def the_command_says_the_same(
    settings: Settings, recall: float, capsys: pytest.CaptureFixture[str]
) -> None:
    """And asks nothing."""
    asked = ["--library", str(settings.library), "evaluate", "barrels", "--collection", "Ships"]
    asked += ["--pipelines", "naive"]
    assert main([*asked, "--json"]) == 0
    out, err = capsys.readouterr()
    assert f"All {SHIPS} answers are known already." in err
    told = json.loads(out)
    rows = {each["measure"]: each["mean"] for each in told["results"][0]["rows"]}
    assert rows["Recall@5"] == recall
    assert main([*asked, "--least", "recall@5=1.01"]) == 3
    assert "naive: Recall@5 is" in capsys.readouterr().err
    assert main([*asked, "--least", "Nonsense=1"]) == 1
    assert "Nothing was measured that is called Nonsense" in capsys.readouterr().err
    assert main([*asked[:-1], "nowhere"]) == 1
