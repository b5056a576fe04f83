"""What several workers died of is done once more with nothing else under way: with a client of Dask
that does what the test says, since real workers die at moments of their own."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from types import SimpleNamespace

import numpy as np
import pytest

from backend.cluster.messages import ProcessDescription, Terms
from backend.cluster.worker_admission import WorkerAdmission
from backend.cluster.worker_tasks import describe, prepare_file
from backend.errors import CancelledError
from backend.settings import Settings

distributed = pytest.importorskip("distributed")
workers_module = pytest.importorskip("backend.cluster.workers")
roster_module = pytest.importorskip("backend.cluster.roster")

TERMS = Terms("model", "model@1", 200, 5_000, 900.0, 2_048)
OWN = ProcessDescription("3.11", "abc", {}, "model@1", np.eye(4, dtype=np.float32))
KILLED = distributed.KilledWorker("task", SimpleNamespace(address="a"), 3)


class ScriptedFuture:
    """Ends when the test says so."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.status = "pending"
        self._made: object = None
        self._callbacks: list[Callable[[object], None]] = []

    def end(self, made: object) -> None:
        self._made = made
        self.status = "error" if isinstance(made, Exception) else "finished"
        for each in self._callbacks:
            each(self)

    def add_done_callback(self, callback: Callable[[object], None]) -> None:
        self._callbacks.append(callback)

    def result(self, timeout: float) -> object:
        return self._made

    def exception(self, timeout: float) -> object:
        return self._made

    def release(self) -> None:
        if self.status == "pending":
            self.status = "cancelled"


class ScriptedClient:
    """Two workers of one thread each, which agree with this machine."""

    status = "running"

    def __init__(self) -> None:
        self.sent: list[ScriptedFuture] = []

    def nthreads(self) -> dict[str, int]:
        return {"a": 1, "b": 1}

    def subscribe_topic(self, topic: str, heard: object) -> None:
        pass

    def submit(
        self, _run: object, work: object, content: object, _key: str, /, **options: object
    ) -> ScriptedFuture:
        future = ScriptedFuture(getattr(content, "name", ""))
        if work is describe:
            future.end(OWN)
        else:
            self.sent.append(future)
        return future

    def close(self, timeout: float) -> None:
        pass

    def under_way(self) -> list[str]:
        return sorted(each.name for each in self.sent if each.status == "pending")

    def end(self, name: str, made: object) -> None:
        """End what is under way under the name; wait until it is."""
        until(lambda: name in self.under_way())
        next(each for each in self.sent if each.name == name and each.status == "pending").end(made)


def until(holds: Callable[[], bool]) -> None:
    deadline = time.monotonic() + 60
    while not holds():
        assert time.monotonic() < deadline, "what is waited for did not happen"
        time.sleep(0.005)


@pytest.fixture
def client(monkeypatch: pytest.MonkeyPatch) -> ScriptedClient:
    scripted = ScriptedClient()
    monkeypatch.setattr(roster_module, "connect", lambda _settings: scripted)
    monkeypatch.setattr(roster_module, "LOOK_EVERY", 0.0)
    monkeypatch.setattr(workers_module, "POLL_EVERY", 0.01)
    return scripted


class Sender:
    """Has parcels done, each by a thread that waits for it."""

    def __init__(self, threads: ThreadPoolExecutor) -> None:
        self._threads = threads
        self.workers = workers_module.Workers(Settings(), WorkerAdmission(lambda _terms: OWN))
        self.workers.check(TERMS, threading.Event())

    def __call__(self, name: str) -> Future[object]:
        parcel = SimpleNamespace(terms=TERMS, name=name)
        return self._threads.submit(self.workers.do, prepare_file, parcel, lambda *_: None)


@pytest.fixture
def send(client: ScriptedClient) -> Iterator[Sender]:
    with ThreadPoolExecutor() as threads:
        sender = Sender(threads)
        yield sender
        sender.workers.close()


def test_what_kills_workers_is_done_alone_and_then_given_up_while_the_rest_goes_on(
    client: ScriptedClient, send: Sender
) -> None:
    good, evil, unlucky = (send(name) for name in ("good", "evil", "unlucky"))
    client.end("evil", KILLED)
    until(lambda: not send.workers.room([]))
    late = send("late")
    time.sleep(0.1)
    assert client.under_way() == ["good", "unlucky"], "a suspect waits, and what is new behind it"
    client.end("unlucky", KILLED)
    client.end("good", "a bundle")
    assert good.result() == "a bundle"
    for _ in range(2):
        until(lambda: len(client.under_way()) == 1)
        time.sleep(0.1)
        (alone,) = client.under_way()
        client.end(alone, KILLED if alone == "evil" else "another bundle")
    assert unlucky.result() == "another bundle"
    with pytest.raises(workers_module.DeadlyError, match="Every Dask worker that was given this"):
        evil.result()
    client.end("late", "the last")
    assert late.result() == "the last"
    assert [each.name for each in client.sent].count("evil") == 2


def test_what_is_under_way_is_given_up_when_all_is(client: ScriptedClient, send: Sender) -> None:
    waiting = send("one")
    until(lambda: client.under_way() == ["one"])
    send.workers.close()
    with pytest.raises(CancelledError):
        waiting.result()
    assert client.under_way() == []
