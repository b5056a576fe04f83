"""Work goes to workers that agree with this machine, a bounded amount at a time, and all of it
comes back: from a cluster that does what each test says."""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace

import numpy as np
import pytest

from backend.cluster import fan as fan_module
from backend.cluster.admission import Admission
from backend.cluster.agreement import disagreement
from backend.cluster.fan import KILLS_WORKERS, Fan, Patience, errand
from backend.cluster.parcels import Description, Terms
from backend.cluster.sending import Gone, Heard, Killed, LostError, Outcome, Raised, Returned
from backend.cluster.tasks import describe
from backend.errors import ClusterError, SettingsError

TERMS = Terms("model", "model@1", 200, 5_000, 900.0, 2_048)
OWN = Description(
    "3.11", "abc", {"numpy": "2.0", "openvino": ""}, "model@1", np.eye(4, dtype=np.float32)
)
NEVER = threading.Event()
IMPATIENT = Patience(0.0, 0.0)


def work(content: str, progress: object) -> str:
    return content.upper()


@dataclass
class ScriptedSent:
    key: str
    content: object
    workers: tuple[str, ...]
    settled: Callable[[str], None]
    result: Outcome | None = None
    cancelled: bool = False

    def outcome(self) -> Outcome | None:
        return self.result

    def listen(self, settled: Callable[[str], None]) -> None:
        self.settled = settled

    def cancel(self) -> None:
        self.cancelled = True

    def end(self, result: Outcome) -> None:
        self.result = result
        self.settled(self.key)


@dataclass
class ScriptedCluster:
    """Workers with one thread each, and what each is made of."""

    made_of: dict[str, Outcome]
    sent: list[ScriptedSent] = field(default_factory=list)
    broken: bool = False
    closed: bool = False

    def workers(self) -> Mapping[str, int]:
        if self.broken:
            raise LostError
        return dict.fromkeys(self.made_of, 1)

    def hear(self, heard: Heard) -> None:
        pass

    def send(
        self,
        function: Callable[..., object],
        content: object,
        workers: Sequence[str],
        *,
        urgent: bool,
        settled: Callable[[str], None],
    ) -> ScriptedSent:
        if self.broken:
            raise LostError
        one = ScriptedSent(f"{id(self)}-{len(self.sent)}", content, tuple(workers), settled)
        self.sent.append(one)
        if function is describe:
            one.end(self.made_of[workers[0]])
        return one

    def close(self) -> None:
        self.closed = True

    def under_way(self) -> list[ScriptedSent]:
        return [each for each in self.sent if each.content != TERMS and each.result is None]


@pytest.fixture(autouse=True)
def no_pauses(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fan_module, "LOOK_EVERY", 0.0)
    monkeypatch.setattr(fan_module, "RETRY_EVERY", 0.0)


def opened(cluster: ScriptedCluster, patience: Patience = IMPATIENT) -> Fan:
    fan = Fan(lambda: cluster, Admission(lambda _terms: OWN), patience)
    fan.check(TERMS, NEVER)
    return fan


def send(fan: Fan, *names: str) -> None:
    for name in names:
        fan.send(errand(name, TERMS, len(name), work, name))
    fan.arrived(0.0)


def flying(cluster: ScriptedCluster) -> list[object]:
    return [each.content for each in cluster.under_way() if not each.cancelled]


def test_work_goes_to_workers_that_would_do_the_same_and_to_no_other() -> None:
    other = replace(OWN, vectors=np.roll(OWN.vectors, 1, axis=0))
    cluster = ScriptedCluster(
        {
            "good": Returned(OWN),
            "other processor": Returned(other),
            "no model": Raised("EmbedderError", "There is no model."),
            "also good": Returned(replace(OWN)),
        }
    )
    fan = opened(cluster)
    send(fan, "one")
    assert [each.workers for each in cluster.under_way()] == [("also good", "good")]


def test_a_cluster_without_such_a_worker_is_refused_with_the_reason() -> None:
    cluster = ScriptedCluster({"tcp://a": Returned(replace(OWN, program="other"))})
    with pytest.raises(ClusterError, match="it runs another version of Quire") as caught:
        opened(cluster)
    assert "Install the same version" in caught.value.remedy


def test_a_worker_without_quire_is_named() -> None:
    cluster = ScriptedCluster(
        {"tcp://a": Raised("ModuleNotFoundError", "No module named 'backend'")}
    )
    with pytest.raises(ClusterError, match="does not have Quire"):
        opened(cluster)


def test_no_workers_is_said_after_the_patience_is_over() -> None:
    with pytest.raises(ClusterError, match="has no workers"):
        opened(ScriptedCluster({}))


def test_no_scheduler_is_said_after_the_patience_is_over() -> None:
    def connect() -> ScriptedCluster:
        raise ClusterError("The Dask scheduler does not answer.")

    with pytest.raises(ClusterError, match="does not answer"):
        Fan(connect, Admission(lambda _terms: OWN), IMPATIENT).check(TERMS, NEVER)


def test_so_much_is_under_way_and_no_more() -> None:
    cluster = ScriptedCluster({"a": Returned(OWN), "b": Returned(OWN)})
    fan = opened(cluster)
    names = []
    while fan.room():
        names.append(f"file {len(names)}")
        send(fan, names[-1])
    assert len(names) == 2 * fan_module.PER_THREAD
    cluster.under_way()[0].end(Returned("done"))
    (arrived,) = fan.arrived(0.0)
    assert (arrived.name, arrived.result, arrived.failure) == (names[0], "done", None)
    assert fan.room()


def test_bytes_under_way_are_bounded_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fan_module, "MOST_BYTES", 10)
    fan = opened(ScriptedCluster({"a": Returned(OWN)}))
    send(fan, "x" * 10)
    assert not fan.room()


def test_work_of_a_worker_that_is_gone_goes_to_one_that_is_there() -> None:
    cluster = ScriptedCluster({"a": Returned(OWN)})
    fan = opened(cluster)
    send(fan, "one")
    (first,) = cluster.under_way()
    del cluster.made_of["a"]
    cluster.made_of["b"] = Returned(OWN)
    for _ in range(3):
        fan.arrived(0.0)
    assert first.cancelled
    (again,) = (each for each in cluster.under_way() if not each.cancelled)
    assert (again.content, again.workers) == ("one", ("b",))


def test_what_kills_workers_is_tried_alone_and_then_given_up_while_the_rest_goes_on() -> None:
    cluster = ScriptedCluster({"a": Returned(OWN), "b": Returned(OWN)})
    fan = opened(cluster)
    send(fan, "good", "evil", "unlucky")
    good, evil, unlucky = cluster.under_way()
    evil.end(Killed())
    unlucky.end(Killed())
    assert fan.arrived(0.0) == []
    assert flying(cluster) == ["good"], "suspects wait until nothing else is under way"
    assert not fan.room()
    good.end(Returned("good"))
    assert [each.name for each in fan.arrived(0.0)] == ["good"]
    assert flying(cluster) == ["evil"]
    cluster.under_way()[0].end(Killed())
    (arrived,) = fan.arrived(0.0)
    assert (arrived.name, arrived.failure) == ("evil", KILLS_WORKERS)
    assert flying(cluster) == ["unlucky"]
    cluster.under_way()[0].end(Returned("unlucky"))
    assert [each.result for each in fan.arrived(0.0)] == ["unlucky"]
    assert fan.room()


def test_what_all_workers_were_lost_with_again_and_again_is_suspected_too() -> None:
    cluster = ScriptedCluster({"0": Returned(OWN)})
    fan = opened(cluster, Patience(0.0, 60.0))
    send(fan, "evil")
    arrived = []
    for number in range(1, 40):
        cluster.made_of.clear()
        cluster.made_of[str(number)] = Returned(OWN)
        arrived += [each for _ in range(3) for each in fan.arrived(0.0)]
        if arrived:
            break
    assert [each.failure for each in arrived] == [KILLS_WORKERS]


def test_a_broken_connection_is_made_anew_and_everything_sent_again() -> None:
    clusters = [ScriptedCluster({"a": Returned(OWN)}) for _ in range(2)]
    waiting = iter(clusters)
    fan = Fan(lambda: next(waiting), Admission(lambda _terms: OWN), Patience(0.0, 60.0))
    fan.check(TERMS, NEVER)
    send(fan, "one", "two")
    clusters[0].broken = True
    for _ in range(4):
        fan.arrived(0.0)
    assert clusters[0].closed
    assert sorted(map(str, flying(clusters[1]))) == ["one", "two"]


def test_what_the_scheduler_forgot_is_sent_again() -> None:
    cluster = ScriptedCluster({"a": Returned(OWN)})
    fan = opened(cluster)
    send(fan, "one")
    cluster.under_way()[0].end(Gone())
    fan.arrived(0.0)
    assert flying(cluster) == ["one"]


def test_an_error_of_the_work_arrives_as_a_failure_with_its_words() -> None:
    cluster = ScriptedCluster({"a": Returned(OWN)})
    fan = opened(cluster)
    send(fan, "one")
    cluster.under_way()[0].end(Raised("ValueError", "a wrong value"))
    (arrived,) = fan.arrived(0.0)
    assert arrived.failure is not None
    assert "ValueError: a wrong value" in arrived.failure.reason


def test_what_is_withdrawn_does_not_arrive() -> None:
    cluster = ScriptedCluster({"a": Returned(OWN)})
    fan = opened(cluster)
    send(fan, "one", "two")
    fan.withdraw("one")
    for each in cluster.under_way():
        each.end(Returned(each.content))
    assert [each.name for each in fan.arrived(0.0)] == ["two"]


@pytest.mark.parametrize(
    ("theirs", "said"),
    [
        (replace(OWN), ""),
        (replace(OWN, python="3.12"), "runs Python 3.12 and not 3.11"),
        (replace(OWN, program="xyz"), "runs another version of Quire"),
        (
            replace(OWN, libraries={"numpy": "1.9", "openvino": ""}),
            "has numpy 1.9, and 2.0 is installed here",
        ),
        (
            replace(OWN, libraries={"openvino": ""}),
            "lacks numpy, and 2.0 is installed here",
        ),
        (
            replace(OWN, libraries={"numpy": "2.0", "openvino": "5"}),
            "has openvino 5, and none is installed here",
        ),
        (
            replace(OWN, identity="model@2"),
            "has the embedding model model@2 and not model@1",
        ),
        (replace(OWN, vectors=OWN.vectors[:2]), "makes vectors of another length"),
    ],
)
def test_a_difference_is_said_in_words(theirs: Description, said: str) -> None:
    assert disagreement(OWN, theirs, "same") == said


def test_vectors_that_differ_in_their_last_bits_are_seen_and_may_be_allowed() -> None:
    near = OWN.vectors.copy()
    near[0, 0] = np.nextafter(np.float32(1), np.float32(0))
    theirs = replace(OWN, vectors=near)
    assert "another kind of processor" in disagreement(OWN, theirs, "same")
    assert disagreement(OWN, theirs, "alike") == ""
    far = replace(OWN, vectors=np.roll(OWN.vectors, 1, axis=0))
    assert "least cosine 0.000000" in disagreement(OWN, far, "alike")


def test_how_near_vectors_must_be_is_a_choice_of_two() -> None:
    with pytest.raises(SettingsError, match="dask_vectors is “near”"):
        Admission(lambda _terms: OWN, "near")
