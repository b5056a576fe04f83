"""Which workers are given work, what is sent again, and what is done once more alone: with a client
of Dask that does what the test says, since real workers die at moments of their own."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from types import SimpleNamespace

import numpy as np
import pytest

from backend.cluster.worker_agreement import ProcessDescription
from backend.cluster.worker_tasks import Terms, prepare_file
from backend.errors import CancelledError, ClusterError, ReadingError
from backend.settings import Settings

distributed = pytest.importorskip("distributed")
workers_module = pytest.importorskip("backend.cluster.workers")

TERMS = Terms("model", "model@1")
OTHER = Terms("other", "other@1")
OWN = ProcessDescription({"Python": "3.11"}, np.eye(4, dtype=np.float32))
KILLED = distributed.KilledWorker("task", SimpleNamespace(address="a"), 3)
WHOLE = workers_module.WHOLE


class ScriptedFuture:
    """Ends when the test says so."""

    def __init__(self, name: object, resource: str, share: int) -> None:
        self.name = name
        self.resource = resource
        self.share = share
        self.status = "pending"
        self._made: object = None
        self._callbacks: list[Callable[[object], None]] = []

    def end(self, made: object) -> None:
        self._made = made
        failed = isinstance(made, Exception) and not isinstance(made, TimeoutError)
        self.status = "error" if failed else "finished"
        for callback in self._callbacks:
            callback(self)

    def forget(self) -> None:
        """What happens to a future when the connection breaks."""
        self.end(None)
        self.status = "cancelled"

    def add_done_callback(self, callback: Callable[[object], None]) -> None:
        self._callbacks.append(callback)

    def result(self, timeout: float) -> object:
        assert self.status != "cancelled", "a client that is closed may never answer"
        if isinstance(self._made, TimeoutError):
            raise self._made
        return self._made

    def exception(self, timeout: float) -> object:
        return self._made

    def release(self) -> None:
        if self.status == "pending":
            self.status = "released"


class ScriptedClient:
    """Workers of one thread each; what they answer is in `answers`, by address."""

    def __init__(self, answers: dict[str, object]) -> None:
        self.status = "running"
        self.answers = answers
        self.asked: list[tuple[str, Terms]] = []
        self.sent: list[ScriptedFuture] = []
        self._offers: dict[str, dict[str, int]] = {}

    def scheduler_info(self) -> dict[str, object]:
        self._offers = {address: self._offers.get(address, {}) for address in self.answers}
        there = {at: {"nthreads": 1, "resources": self._offers[at]} for at in self.answers}
        return {"workers": there}

    async def run(
        self,
        _admit: object,
        _own: object,
        terms: Terms,
        resource: str,
        *,
        workers: list[str],
        **_: object,
    ) -> dict[str, object]:
        (address,) = workers
        self.asked.append((address, terms))
        while self.answers[address] == "late":
            await asyncio.sleep(0.005)
        if self.answers[address] == "":
            self._offers[address][resource] = WHOLE
        return {address: self.answers[address]}

    def submit(self, *task: object, resources: dict[str, int], **_: object) -> ScriptedFuture:
        if self.status == "closed":
            raise distributed.client.ClosedClientError
        ((resource, share),) = resources.items()
        future = ScriptedFuture(task[-1], resource, share)
        self.sent.append(future)
        return future

    def subscribe_topic(self, topic: str, heard: object) -> None:
        pass

    def close(self, timeout: float) -> None:
        """As Dask does itself with a client that finds no scheduler any more."""
        self.status = "closed"
        for each in self.sent:
            if each.status == "pending":
                each.forget()

    def under_way(self) -> list[object]:
        return [each.name for each in self.sent if each.status == "pending"]

    def end(self, name: str, made: object) -> None:
        """End what is under way under the name; wait until it is."""
        until(lambda: name in self.under_way())
        next(each for each in self.sent if each.name == name and each.status == "pending").end(made)


def until(holds: Callable[[], bool]) -> None:
    deadline = time.monotonic() + 60
    while not holds():
        assert time.monotonic() < deadline, "what is waited for did not happen"
        time.sleep(0.005)


class Sender:
    """Has work done, each piece by a thread that waits for it, over the first of the clients; over
    the next when that is lost."""

    def __init__(self, threads: ThreadPoolExecutor, monkeypatch: pytest.MonkeyPatch) -> None:
        self._threads = threads
        self.clients: list[ScriptedClient] = []
        monkeypatch.setattr(workers_module, "connect", lambda _settings: self.clients[-1])
        monkeypatch.setattr(workers_module, "SEND_AGAIN_AFTER", 0.0)
        monkeypatch.setattr(workers_module, "TELL_EVERY", 0.01)
        self.workers = workers_module.Workers(Settings(), lambda _terms: OWN, 60.0)
        self.workers.ask(TERMS)

    def over(self, **answers: object) -> ScriptedClient:
        self.clients.append(ScriptedClient(answers))
        self.look()
        return self.clients[-1]

    def look(self) -> None:
        """Ask who came, and see what those answered that do so at once."""
        self.workers.look()
        time.sleep(0.1)
        self.workers.look()

    def __call__(self, name: str, terms: Terms = TERMS) -> Future[object]:
        return self._threads.submit(self.workers.do, prepare_file, lambda *_: None, terms, name)


@pytest.fixture
def send(monkeypatch: pytest.MonkeyPatch) -> Iterator[Sender]:
    with ThreadPoolExecutor() as threads:
        sender = Sender(threads, monkeypatch)
        yield sender
        sender.workers.close()


def test_what_kills_workers_is_done_alone_and_then_given_up_while_the_rest_goes_on(
    send: Sender,
) -> None:
    client = send.over(a="", b="")
    good, evil, unlucky = (send(name) for name in ("good", "evil", "unlucky"))
    client.end("evil", KILLED)
    client.end("unlucky", KILLED)
    until(lambda: len(client.sent) == 4)
    assert not send.workers.room([])
    client.end("good", "a bundle")
    assert good.result() == "a bundle"
    for turn in range(2):
        until(lambda: len(client.under_way()) == 1)
        time.sleep(0.1)
        (alone,) = client.under_way()
        assert not send.workers.room([]), f"nothing new beside suspect {turn}"
        client.end(str(alone), KILLED if alone == "evil" else "another bundle")
    assert unlucky.result() == "another bundle"
    with pytest.raises(ReadingError, match="Every Dask worker that was given this died"):
        evil.result()
    shares = sorted((str(each.name), each.share) for each in client.sent)
    twice = [(name, share) for name in ("evil", "unlucky") for share in (1, WHOLE)]
    assert shares == sorted([("good", 1), *twice])
    assert send.workers.room([1])


def test_only_workers_that_agree_count_and_each_is_asked_once(send: Sender) -> None:
    client = send.over(a="", other="has numpy 1.9, and here it is 2.0", bare=ImportError("backend"))
    send.look()
    assert sorted(client.asked) == [("a", TERMS), ("bare", TERMS), ("other", TERMS)]
    assert list(send.workers.serving) == ["a"]
    assert send.workers.room([1])
    assert not send.workers.room([1, 1])
    assert not send.workers.room([256_000_000])
    del client.answers["other"]
    send.workers.look()
    client.answers["other"] = ""
    send.look()
    assert len(send.workers.serving) == 2, (
        "it left, came back with what is here, and was asked anew"
    )


def test_a_worker_that_offers_what_was_agreed_before_is_not_asked_again(send: Sender) -> None:
    client = send.over(a="")
    again = workers_module.Workers(Settings(), lambda _terms: OWN, 60.0)
    again.ask(TERMS)
    again.look()
    assert list(again.serving) == ["a"]
    assert client.asked == [("a", TERMS)]
    strict = ProcessDescription(OWN.parts, OWN.vectors + 1)
    other = workers_module.Workers(Settings(), lambda _terms: strict, 60.0)
    assert other.ask(TERMS) != again.ask(TERMS) != again.ask(OTHER)


def test_a_worker_that_is_late_to_answer_is_given_work_once_it_has_agreed(send: Sender) -> None:
    client = send.over(a="")
    client.answers["slow"] = "late"
    send.look()
    send.look()
    assert list(send.workers.serving) == ["a"], "nobody waits for it"
    assert client.asked.count(("slow", TERMS)) == 1
    client.answers["slow"] = ""
    send.look()
    assert len(send.workers.serving) == 2


def test_patience_does_not_end_while_an_answer_is_waited_for(
    send: Sender, monkeypatch: pytest.MonkeyPatch
) -> None:
    client = send.over(a="late")
    monkeypatch.setattr(send.workers, "_patience", 0.0)
    send.look()
    assert not send.workers.room([])
    client.answers["a"] = ""
    send.look()
    assert send.workers.room([])


def test_that_nobody_agrees_is_said_once_patience_ends(
    send: Sender, monkeypatch: pytest.MonkeyPatch
) -> None:
    send.over(a="has Python 2.7, and here it is 3.11", b="has Python 2.7, and here it is 3.11")
    assert not send.workers.room([])
    monkeypatch.setattr(send.workers, "_patience", 0.0)
    with pytest.raises(ClusterError, match=r"machine: the one at a has Python 2\.7") as caught:
        send.workers.look()
    assert "Install the same version" in caught.value.remedy


def test_work_on_terms_that_no_worker_agrees_on_fails_alone(send: Sender) -> None:
    client = send.over(a="")
    good, other = send("good"), send("other", OTHER)
    until(lambda: len(client.sent) == 2)
    client.answers["a"] = "has the embedding model x, and here it is y"
    send.look()
    with pytest.raises(ClusterError, match="has the embedding model x"):
        other.result()
    client.answers = {"foreign": "has Python 2.7, and here it is 3.11"}
    send.look()
    assert not good.done(), "a worker that agreed may come back"
    client.end("good", "a bundle")
    assert good.result() == "a bundle"
    assert len({each.resource for each in client.sent}) == 2


def test_what_was_under_way_when_the_connection_broke_is_sent_again(send: Sender) -> None:
    before = send.over(a="")
    one, two = send("one"), send("two")
    until(lambda: len(before.under_way()) == 2)
    before.sent[0].forget()  # Dask has made the connection anew
    before.end("one", "bundle one")
    assert one.result() == "bundle one"
    before.close(0.0)
    after = send.over(a="")
    after.end("two", "bundle two")
    assert two.result() == "bundle two"
    assert after.asked == [("a", TERMS)]
    assert len(before.sent) == 3, "nothing more goes over a connection that is closed"


def test_nothing_new_is_begun_while_the_connection_is_broken(send: Sender) -> None:
    client = send.over(a="")
    client.status = "connecting"
    send.workers.look()
    assert not send.workers.room([])
    client.status = "running"
    send.workers.look()
    assert send.workers.room([])


def test_what_cannot_be_fetched_in_time_is_made_again_and_the_rest_is_left_alone(
    send: Sender,
) -> None:
    client = send.over(a="")
    slow, other = send("slow"), send("other")
    client.end("slow", TimeoutError())
    client.end("slow", "a bundle")
    assert slow.result() == "a bundle"
    send.workers.look()
    assert client.status == "running"
    client.end("other", "another bundle")
    assert other.result() == "another bundle"


def test_what_work_raises_is_told_in_its_words_even_if_it_looks_like_a_lost_connection(
    send: Sender,
) -> None:
    client = send.over(a="")
    for error in (ValueError("a wrong value"), OSError("no space left")):
        waiting = send("one")
        client.end("one", error)
        with pytest.raises(ClusterError, match=f"{type(error).__name__}: {error}"):
            waiting.result()


def test_what_is_under_way_is_given_up_when_all_is(send: Sender) -> None:
    client = send.over(a="")
    waiting = send("one")
    until(lambda: client.under_way() == ["one"])
    send.workers.close()
    with pytest.raises(CancelledError):
        waiting.result()
    assert client.under_way() == []
