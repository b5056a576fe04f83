"""What is lost, foreign or broken on a real Dask cluster: each file ends as it would have here, or
is left for later with a reason."""

from __future__ import annotations

import asyncio
import contextlib
import threading
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from backend.cluster import workers as workers_module
from backend.errors import ClusterError
from backend.services import queue as queue_module
from backend.types import JobState
from backend.workbench import Workbench
from tests.cluster.launcher import DEADLY, FOREIGN, POISON, RAISING, DaskProcesses
from tests.cluster.test_dask_ingestion import (
    COLLECTION,
    add,
    chronicle,
    library,
    outcomes,
    wait_until_busy,
)


@pytest.fixture(scope="module")
def dask(tmp_path_factory: pytest.TempPathFactory) -> Iterator[DaskProcesses]:
    """A scheduler alone: each test starts the workers that it needs, and ends them."""
    pytest.importorskip("distributed")
    processes = DaskProcesses(tmp_path_factory.mktemp("dask"))
    try:
        processes.start_scheduler()
        yield processes
    finally:
        processes.close()


@contextlib.contextmanager
def workers(dask: DaskProcesses, **preloads: Path | None) -> Iterator[None]:
    """Workers of these names, each with what it loads at its start, until the end of the block."""
    try:
        for name, preload in preloads.items():
            dask.start_worker(name, *(("--preload", str(preload)) if preload else ()))
        dask.wait_for_workers(*preloads)
        yield
    finally:
        for name in preloads:
            dask.kill(name)


def texts(count: int) -> list[tuple[str, bytes]]:
    return [(f"port {number}.txt", chronicle(f"Port {number}", 2)) for number in range(count)]


def states(workbench: Workbench) -> Counter[JobState]:
    return Counter(view.job.state for view in workbench.queue.jobs(COLLECTION.id))


@contextlib.contextmanager
def working(workbench: Workbench) -> Iterator[threading.Thread]:
    """A thread that works the queue until it is idle; the block ends when it has."""
    stop = threading.Event()
    thread = threading.Thread(target=workbench.queue.work_until_idle, args=(stop,))
    thread.start()
    try:
        yield thread
        thread.join()
    finally:
        stop.set()
        thread.join()


def test_files_go_to_workers_that_agree_and_without_one_it_is_said_why(
    tmp_path: Path, dask: DaskProcesses, caplog: pytest.LogCaptureFixture
) -> None:
    with library(tmp_path, dask.address) as there:
        with workers(dask, foreign=FOREIGN):
            with workers(dask, good=None):
                add(there, texts(4))
                there.queue.work_until_idle(threading.Event())
                assert states(there) == {JobState.DONE: 4}
            add(there, [("late.txt", chronicle("Lateport", 2))])
            with pytest.raises(ClusterError, match=r"has Python 2\.7, and here it is") as caught:
                there.queue.work_until_idle(threading.Event())
        dask.start_worker("bare", folder=tmp_path)
        dask.wait_for_workers("bare")
        with pytest.raises(ClusterError, match=r"cannot do the work .*No module named 'backend'"):
            there.queue.work_until_idle(threading.Event())
        dask.kill("bare")
        assert "Install the same version" in caught.value.remedy
        assert states(there) == {JobState.DONE: 4, JobState.QUEUED: 1}
    assert "it is given no work" in caplog.text


def test_that_no_worker_comes_is_said_and_the_files_wait(
    tmp_path: Path, dask: DaskProcesses, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(queue_module, "AT_ONCE", 0.0)
    with library(tmp_path, dask.address) as there:
        add(there, texts(1))
        with pytest.raises(ClusterError, match="has no workers"):
            there.queue.work_until_idle(threading.Event())
        assert states(there) == {JobState.QUEUED: 1}


def test_little_is_under_way_at_once_and_an_unexpected_error_fails_its_file_with_its_words(
    tmp_path: Path, dask: DaskProcesses, monkeypatch: pytest.MonkeyPatch
) -> None:
    with library(tmp_path, dask.address) as there, workers(dask, one=POISON):
        for most_bytes, most in ((256_000_000, 2), (1, 1)):
            monkeypatch.setattr(workers_module, "MOST_BYTES", most_bytes)
            add(there, [(f"{most} {name}", each + b"%d" % most) for name, each in texts(4)])
            add(there, [(f"{most} raising.txt", RAISING + b"%d" % most)])
            seen = set()
            with working(there) as thread:
                while thread.is_alive():
                    seen.add(states(there)[JobState.RUNNING])
                    time.sleep(0.01)
            assert max(seen) <= most
        ended = outcomes(there)
        assert states(there) == {JobState.DONE: 8, JobState.FAILED: 2}
    assert ended["1 raising.txt"][1] == "failed"
    assert "ValueError: a wrong value" in ended["1 raising.txt"][2]


def test_a_file_that_ends_every_worker_that_comes_fails_and_the_rest_arrives(
    tmp_path: Path,
) -> None:
    """There is never a second worker; with the scheduler's default the file would have eight."""
    dask = DaskProcesses(tmp_path, {"DASK_DISTRIBUTED__SCHEDULER__ALLOWED_FAILURES": "0"})
    came = ["worker 0"]
    try:
        dask.start_scheduler()
        dask.start_worker(came[-1], "--preload", str(POISON))
        dask.wait_for_workers(came[-1])
        with library(tmp_path / "there", dask.address) as there:
            add(there, [("deadly.txt", DEADLY), *texts(1)])
            with working(there) as thread:
                while thread.is_alive():
                    if not dask.is_running(came[-1]):
                        came.append(f"worker {len(came)}")
                        dask.start_worker(came[-1], "--preload", str(POISON))
                    time.sleep(0.05)
            ended = outcomes(there)
    finally:
        dask.close()
    assert ended["deadly.txt"][:2] == (JobState.FAILED, "broken")
    assert ended["port 0.txt"][0] is JobState.DONE
    assert len(came) <= 3, "one with both, one for the file alone, and one for the rest"


def test_what_waits_on_a_connection_that_is_closed_meanwhile_is_lost_and_not_at_fault(
    dask: DaskProcesses, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Dask closes a client under all threads that wait when it finds no scheduler any more."""
    import distributed  # noqa: PLC0415 - where it is not installed, these tests are skipped

    from backend.cluster.dask_client import LostError  # noqa: PLC0415

    waits = threading.Event()

    async def no_answer(*_: object, **__: object) -> None:
        waits.set()
        await asyncio.sleep(600)

    with workers(dask, one=None):
        client = distributed.Client(dask.address, set_as_default=False)
        future = client.submit(len, "port", pure=False)
        assert future.result() == 4
        monkeypatch.setattr(client, "_gather", no_answer)
        monkeypatch.setattr(client, "_cancel", no_answer)
        with ThreadPoolExecutor() as threads:
            fetched = threads.submit(workers_module.outcome, future)
            assert waits.wait(60)
            client.close(timeout=2)
            with pytest.raises(LostError):
                fetched.result()
            threads.submit(future.release).result()


def test_after_the_scheduler_was_lost_everything_is_sent_again(
    tmp_path: Path, dask: DaskProcesses
) -> None:
    with library(tmp_path, dask.address) as there:
        dask.start_worker("before")
        dask.wait_for_workers("before")
        add(there, [("long.txt", chronicle("Longport", 60)), *texts(2)])
        with working(there):
            wait_until_busy(dask, "before")
            dask.kill("scheduler")
            dask.kill("before")
            dask.start_scheduler()
            dask.start_worker("after")
        dask.kill("after")
        assert states(there) == {JobState.DONE: 3}
        assert there.maintenance.check() == ()
