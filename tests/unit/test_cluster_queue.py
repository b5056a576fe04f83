"""When the queue of a cluster counts as idle: with workers that come and go as the test says, since
real ones do so at moments of their own."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from backend.cluster import file_queue
from backend.cluster.worker_tasks import Terms
from backend.errors import ClusterError
from backend.ingestion.document import Source
from backend.ports import Progress
from backend.services import queue as queue_module
from backend.settings import load_settings
from backend.types import JobState
from backend.workbench import Workbench, open_workbench

GONE = ClusterError("The Dask scheduler has no workers.", "Start some.")


class LeavingWorkers:
    """One worker that has room for one file. It is gone when it has made the first, and back when
    room was asked for `away` times.

    Args:
        patient: whether `look` waits for it; else it raises once room was asked for in vain.
    """

    def __init__(self, away: int, *, patient: bool = True) -> None:
        self._away = away
        self._patient = patient
        self.asked = 0
        self.made: list[str] = []
        self.threads = ThreadPoolExecutor()

    def ask(self, terms: Terms) -> None:
        pass

    def look(self) -> None:
        if self.asked and not self._patient:
            raise GONE

    def room(self, sizes: Sequence[int]) -> bool:
        if sizes:
            return False
        if self.made and self.asked < self._away:
            self.asked += 1
            return False
        return True

    def do(
        self,
        work: Callable[..., object],
        progress: Progress,
        terms: Terms,
        source: Source,
        content: bytes,
    ) -> object:
        made = work(progress, terms, source, content)
        self.made.append(source.name)
        return made

    def close(self) -> None:
        self.threads.shutdown()


@pytest.fixture
def workbench(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Workbench]:
    monkeypatch.setattr(file_queue, "POLL_EVERY", 0.01)
    settings = load_settings({"QUIRE_DASK_SCHEDULER": "tcp://scripted:1"}, library=tmp_path)
    opened = open_workbench(settings, start_workers=False)
    yield opened
    opened.close()


@pytest.fixture
def work(workbench: Workbench, monkeypatch: pytest.MonkeyPatch) -> Callable[[LeavingWorkers], None]:
    def until_idle(workers: LeavingWorkers) -> None:
        monkeypatch.setattr(queue_module, "open_workers", lambda *_: workers)
        workbench.queue.work_until_idle(threading.Event())

    return until_idle


def add(workbench: Workbench, *names: str) -> None:
    collection = workbench.library.create_collection("Harbours")
    for name in names:
        workbench.library.add_file(collection.id, name, f"{name}: the quay was mended.".encode())


def states(workbench: Workbench) -> dict[str, JobState]:
    return {view.job.name: view.job.state for view in workbench.queue.jobs()}


def test_files_that_wait_while_no_worker_is_there_are_not_left(
    workbench: Workbench, work: Callable[[LeavingWorkers], None]
) -> None:
    add(workbench, "one.txt", "two.txt")
    workers = LeavingWorkers(away=12)
    work(workers)
    assert workers.made == ["one.txt", "two.txt"]
    assert states(workbench) == {"one.txt": JobState.DONE, "two.txt": JobState.DONE}


def test_they_stay_in_the_queue_once_the_wait_for_a_worker_is_over(
    workbench: Workbench, work: Callable[[LeavingWorkers], None]
) -> None:
    add(workbench, "one.txt", "two.txt")
    with pytest.raises(ClusterError, match="has no workers"):
        work(LeavingWorkers(away=1_000_000, patient=False))
    assert states(workbench) == {"one.txt": JobState.DONE, "two.txt": JobState.QUEUED}


def test_an_empty_queue_is_idle_although_no_worker_is_there(
    workbench: Workbench, work: Callable[[LeavingWorkers], None]
) -> None:
    add(workbench, "one.txt")
    workers = LeavingWorkers(away=1_000)
    work(workers)
    assert states(workbench) == {"one.txt": JobState.DONE}
    assert workers.asked < 1_000, "nobody waited until it was back"
