"""Files and corpora are read by the workers of a real Dask cluster as they are read here."""

from __future__ import annotations

import contextlib
import gzip
import json
import os
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from backend import sample
from backend.ingestion import corpus as corpus_module
from backend.ingestion.moving import digest
from backend.settings import Settings, load_settings
from backend.types import Collection, CollectionSettings, Edge, JobState
from backend.workbench import Workbench, open_workbench
from tests.cluster.launcher import DEADLY, POISON, ROOT, DaskProcesses

COLLECTION = Collection("c" * 24, "Harbours", 0.0, CollectionSettings())
PARAGRAPH = "In year {year} the harbour of {name} counted {ships} ships and {salt} barrels of salt."
FILES = 8


def settings(library: Path, address: str) -> Settings:
    """The environment's settings: workers take theirs from it too."""
    environment = {**os.environ, "QUIRE_DASK_SCHEDULER": address, "QUIRE_EMBEDDING_THREADS": "1"}
    return load_settings(environment, library=library)


@contextlib.contextmanager
def library(folder: Path, address: str = "") -> Iterator[Workbench]:
    """A library with the collection; ids depend on the collection's, so it is the same in all."""
    workbench = open_workbench(settings(folder, address), start_workers=False)
    try:
        if not workbench.library.collections():
            workbench.parts.records.restore_collection(COLLECTION)
        yield workbench
    finally:
        workbench.close()


def chronicle(name: str, years: int) -> bytes:
    """A text of some passages."""
    return "\n\n".join(
        " ".join(
            PARAGRAPH.format(year=1700 + year, name=name, ships=year + turn, salt=year * 7 + turn)
            for turn in range(9)
        )
        for year in range(years)
    ).encode()


def files() -> list[tuple[str, bytes]]:
    """Chronicles, a report in PDF, and files that cannot be read."""
    report = next(file for file in sample.files() if file[0].startswith("Survey"))
    broken = ("broken.pdf", b"%PDF-1.7 and nothing else")
    blank = ("blank.txt", b" \n \n")
    return [
        *((f"chronicle {n}.txt", chronicle(f"Port {n}", 2 + n)) for n in range(FILES)),
        report,
        broken,
        blank,
    ]


def add(workbench: Workbench, content: list[tuple[str, bytes]]) -> None:
    for name, each in content:
        workbench.library.add_file(COLLECTION.id, name, each)


def outcomes(workbench: Workbench) -> dict[str, tuple[str, str, str, str]]:
    return {
        view.job.name: (view.job.state, view.job.code, view.job.reason, view.job.document_id)
        for view in workbench.queue.jobs(COLLECTION.id)
    }


def dump(workbench: Workbench) -> tuple[dict[str, str], list[Edge]]:
    """A hash of each document with all its parts and vectors, and all edges of the collection."""
    records = workbench.parts.records
    hashes = {}
    for document in records.documents(COLLECTION.id):
        whole = records.bundle(document.id)
        timeless = replace(whole, document=replace(document, added=0.0))
        hashes[f"{document.name} {document.version}"] = digest(timeless)
    return hashes, list(records.edges(COLLECTION.id))


def wait_until_busy(dask: DaskProcesses, name: str) -> None:
    """Until the worker of that name has a file to prepare."""
    import distributed  # noqa: PLC0415 - where it is not installed, these tests are skipped

    with distributed.Client(dask.address, set_as_default=False) as client:
        while True:
            workers = client.scheduler_info()["workers"]
            address = next((at for at, worker in workers.items() if worker["name"] == name), "")
            keys = client.processing().get(address, ())
            if any(str(key).startswith("prepare_file") for key in keys):
                return
            time.sleep(0.02)


def write_corpus(path: Path, texts: list[tuple[str, str]]) -> Path:
    with gzip.open(path, "wt", encoding="utf-8") as out:
        for key, text in texts:
            out.write(json.dumps({"doc_id": key, "title": f"About {key}", "text": text}) + "\n")
    return path


def test_files_become_the_same_as_here_and_a_killed_worker_costs_nothing(
    tmp_path: Path, dask: DaskProcesses
) -> None:
    with library(tmp_path / "here") as here:
        add(here, files())
        here.queue.work_until_idle(threading.Event())
        wanted, ended = dump(here), outcomes(here)
    assert [state for state, *_ in ended.values()].count(JobState.FAILED) == 2

    dask.start_worker("doomed")  # one of two
    with library(tmp_path / "there", dask.address) as there:
        add(there, files())
        working = threading.Thread(target=there.queue.work_until_idle, args=(threading.Event(),))
        working.start()
        wait_until_busy(dask, "doomed")
        dask.kill("doomed")
        working.join()
        assert outcomes(there) == ended
        assert dump(there) == wanted
        assert there.maintenance.check() == ()
    assert "Registered to" in dask.log("doomed")


def test_a_corpus_becomes_the_same_as_here(
    tmp_path: Path, dask: DaskProcesses, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(corpus_module, "_BATCH", 5)
    texts = [(f"port-{n}", chronicle(f"Port {n}", 1 + n % 3).decode()) for n in range(22)]
    texts[7] = ("port-7", "  ")
    again = [*texts[:9], ("port-3", "Port 3 was abandoned in 1801."), *texts[9:], texts[4]]
    reports, dumps = [], []
    for name, address in (("here", ""), ("there", dask.address)):
        with library(tmp_path / name, address) as workbench:
            for number, content in enumerate((texts, again, again)):
                path = write_corpus(tmp_path / "ports.jsonl.gz", content)
                heard: list[int] = []
                report = workbench.library.import_corpus(
                    COLLECTION.id, path, lambda _stage, done, _total, to=heard: to.append(done)
                )
                reports.append((number, report, heard))
            dumps.append(dump(workbench))
            assert workbench.maintenance.check() == ()
    assert reports[:3] == reports[3:]
    assert dumps[0] == dumps[1]
    assert len(dumps[0][0]) == 21


def test_a_cancelled_file_is_dropped_and_the_others_arrive(
    tmp_path: Path, dask: DaskProcesses
) -> None:
    with library(tmp_path / "there", dask.address) as there:
        # stages are told and cancelled jobs noticed every few seconds: long enough for both
        add(there, [("long.txt", chronicle("Longport", 1000)), ("short.txt", chronicle("Port", 2))])
        working = threading.Thread(target=there.queue.work_until_idle, args=(threading.Event(),))
        working.start()
        long = next(
            view.job for view in there.queue.jobs(COLLECTION.id) if view.job.name == "long.txt"
        )
        while there.parts.records.job(long.id).stage != "embedding":
            time.sleep(0.02)
        there.queue.cancel_job(long.id)
        working.join()
        assert outcomes(there)["long.txt"][0] is JobState.CANCELLED
        assert outcomes(there)["short.txt"][0] is JobState.DONE
        assert [document.name for document in there.library.documents(COLLECTION.id)] == [
            "short.txt"
        ]


def test_a_file_that_ends_its_workers_fails_alone(tmp_path: Path) -> None:
    """Each worker dies once; with the scheduler's default the file would have eight tries."""
    own = tmp_path / "dask"
    own.mkdir()
    dask = DaskProcesses(own, {"DASK_DISTRIBUTED__SCHEDULER__ALLOWED_FAILURES": "0"})
    try:
        dask.start_scheduler()
        names = ("one", "two", "three")
        for name in names:
            dask.start_worker(name, "--preload", str(POISON))
        dask.wait_for_workers(*names)
        with library(tmp_path / "there", dask.address) as there:
            deadly = ("deadly.txt", DEADLY)
            add(there, [deadly, *((f"{n}.txt", chronicle(f"Port {n}", 2)) for n in range(4))])
            there.queue.work_until_idle(threading.Event())
            ended = outcomes(there)
            assert ended.pop("deadly.txt")[:2] == (JobState.FAILED, "broken")
            assert {state for state, *_ in ended.values()} == {JobState.DONE}
            (failed,) = (
                view.job for view in there.queue.jobs() if view.job.state is JobState.FAILED
            )
            assert "Every Dask worker that was given this died" in failed.reason
            assert there.maintenance.check() == ()
    finally:
        dask.close()


def test_without_a_scheduler_a_command_says_so_and_keeps_the_files(tmp_path: Path) -> None:
    (tmp_path / "port.txt").write_bytes(chronicle("Port", 2))
    done = subprocess.run(
        [
            *(sys.executable, "-m", "backend", "--library", str(tmp_path / "there")),
            *("add", str(tmp_path / "port.txt"), "--collection", "Ports"),
        ],
        cwd=ROOT,
        env={**os.environ, "QUIRE_DASK_SCHEDULER": "127.0.0.1:1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 1, done.stderr
    assert "The Dask scheduler at 127.0.0.1:1 does not answer" in done.stderr
    assert "The files are in the queue" in done.stderr
    with library(tmp_path / "there") as there:
        assert [view.job.state for view in there.queue.jobs()] == [JobState.QUEUED]
