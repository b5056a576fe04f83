"""Sends work to the workers of a cluster, a bounded amount at a time, and gets all of it back.

- A worker is given work only after it was compared with this machine (`agreement`).
- Work whose worker dies goes to another. Work that several workers died of is set apart and tried
  once more with nothing else under way: if that again ends workers, the work itself is to blame.
- When the connection to the scheduler breaks, it is made anew and what was under way is sent again.
"""

from __future__ import annotations

import logging
import queue
import time
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeVar

from backend.cluster.admission import Admission
from backend.cluster.parcels import Terms
from backend.cluster.sending import (
    Cluster,
    Gone,
    Killed,
    LostError,
    Raised,
    Returned,
    Sent,
)
from backend.errors import ClusterError
from backend.ingestion.failures import Failure
from backend.ports import Progress, StopSignal

PER_THREAD = 2
"""Parcels under way for each thread of a worker: one in work, one at hand."""
MOST_BYTES = 256_000_000
"""Of parcels under way; the scheduler holds them until they are done."""
MOST_LOSSES = 3
"""Times that all workers which had a parcel may be lost before the parcel is suspected."""
LOOK_EVERY = 1.0
"""Seconds between two looks at who is there."""
RETRY_EVERY = 2.0
ANSWER_SECONDS = 600.0
"""Longest wait for a worker that loads its model for the first time, or is kept busy by others."""

C = TypeVar("C")

logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Patience:
    """Seconds to wait for a scheduler or for a worker: `at_first`, and once there was one."""

    at_first: float
    later: float


AT_ONCE = Patience(15.0, 600.0)
"""For a person who waits: what is not there at first is told."""


@dataclass(frozen=True, slots=True)
class Errand:
    """Work with a name, on what terms it is done, how many bytes travel, and how it is sent."""

    name: str
    terms: Terms
    size: int
    send: Callable[[Cluster, Sequence[str], Callable[[str], None]], Sent]


def errand(
    name: str, terms: Terms, size: int, work: Callable[[C, Progress], object], content: C
) -> Errand:
    """The errand of having a worker do `work` with `content`."""

    def send(cluster: Cluster, workers: Sequence[str], settled: Callable[[str], None]) -> Sent:
        return cluster.send(work, content, workers, urgent=False, settled=settled)

    return Errand(name, terms, size, send)


@dataclass(frozen=True, slots=True)
class Arrived:
    """What became of an errand: the work's result, or why there is none."""

    name: str
    result: object
    failure: Failure | None = None


@dataclass(frozen=True, slots=True)
class _Flight:
    errand: Errand
    sent: Sent
    workers: frozenset[str]
    alone: bool


class Fan:
    """Errands on their way. To be used by one thread.

    Args:
        connect: makes a connection; raises ClusterError.
        admission: compares workers with this machine.
    """

    def __init__(
        self, connect: Callable[[], Cluster], admission: Admission, patience: Patience = AT_ONCE
    ) -> None:
        self._connect = connect
        self._admission = admission
        self._patience = patience
        self._cluster: Cluster | None = None
        self._threads: dict[str, int] = {}
        self._waiting: deque[Errand] = deque()
        self._suspects: deque[Errand] = deque()
        self._flights: dict[str, _Flight] = {}
        self._losses: dict[str, int] = {}
        self._arrived: list[Arrived] = []
        self._settled: queue.SimpleQueue[str] = queue.SimpleQueue()
        self._stages: dict[str, tuple[str, int, int]] = {}
        self._looked = self._tried = 0.0
        self._served = False
        self._idle_since = time.monotonic()

    # --- for those who have errands --------------------------------------------------------------

    def check(self, terms: Terms, stop: StopSignal) -> None:
        """Wait until a worker is there that would do the work as this machine does.

        Raises:
            ClusterError: if the scheduler does not answer, if no worker comes, or if all that are
                there would make something else of a document.
        """
        self._admission.expect(terms)
        self._idle_since = time.monotonic()
        while not stop.is_set() and not self._admission.admitted(self._threads, terms):
            self._turn(0.2)
            refusal = self._admission.refusal(self._threads, terms)
            if refusal is not None and self._patience.at_first <= AT_ONCE.at_first:
                raise refusal

    def room(self) -> bool:
        """Whether another errand may be sent now."""
        errands = self._errands()
        serving = self._admission.serving(self._threads)
        return (
            not self._suspects
            and len(errands) < PER_THREAD * sum(self._threads[each] for each in serving)
            and sum(each.size for each in errands) < MOST_BYTES
        )

    def serving(self) -> int:
        """How many workers may be given work."""
        return len(self._admission.serving(self._threads))

    def send(self, errand: Errand) -> None:
        """Have an errand done. Look for `room` before."""
        self._admission.expect(errand.terms)
        self._waiting.append(errand)

    def busy(self) -> bool:
        """Whether an errand has not arrived yet."""
        return bool(self._errands() or self._arrived)

    def arrived(self, seconds: float) -> list[Arrived]:
        """What has arrived since the last call; waits so many seconds if nothing has.

        Raises:
            ClusterError: if there was no scheduler, or nobody to do the work, for too long.
        """
        self._turn(0.0 if self._arrived else seconds)
        found, self._arrived = self._arrived, []
        return found

    def stages(self) -> dict[str, tuple[str, int, int]]:
        """How far the errands are that workers have begun, by name: stage, done, total."""
        return {
            flight.errand.name: stage
            for key, flight in self._flights.items()
            if (stage := self._stages.get(key)) is not None
        }

    def withdraw(self, name: str) -> None:
        """Give up an errand; it does not arrive any more."""
        for waiting in (self._waiting, self._suspects):
            for errand in [each for each in waiting if each.name == name]:
                waiting.remove(errand)
        for key, flight in list(self._flights.items()):
            if flight.errand.name == name:
                self._land(key)
                flight.sent.cancel()
        self._losses.pop(name, None)
        self._arrived = [each for each in self._arrived if each.name != name]

    def close(self) -> None:
        """Give up all errands and the connection."""
        if self._cluster is not None:
            self._cluster.close()
            self._cluster = None

    # --- one turn --------------------------------------------------------------------------------

    def _turn(self, seconds: float) -> None:
        if not self._connected():
            time.sleep(min(seconds, RETRY_EVERY))
            return
        try:
            for key in self._wait(seconds):
                self._settle(key)
            if time.monotonic() - self._looked >= LOOK_EVERY:
                self._look()
            self._launch()
        except LostError:
            self._disconnect()

    def _connected(self) -> bool:
        if self._cluster is not None:
            return True
        now = time.monotonic()
        if self._tried and now - self._tried < RETRY_EVERY:
            return False
        self._tried = now
        try:
            cluster = self._connect()
        except ClusterError as error:
            if time.monotonic() - self._idle_since >= self._allowed():
                raise
            logger.warning("%s", error.what)
            return False
        cluster.hear(self._hear)
        self._cluster = cluster
        self._looked = 0.0
        return True

    def _allowed(self) -> float:
        return self._patience.later if self._served else self._patience.at_first

    def _disconnect(self) -> None:
        logger.warning("the connection to the Dask scheduler broke; it is made anew")
        for flight in self._flights.values():
            self._again(flight)
        self._flights.clear()
        self._admission.forget()
        self._threads = {}
        self._idle_since = time.monotonic()
        self.close()

    def _wait(self, seconds: float) -> list[str]:
        keys = []
        try:
            keys.append(self._settled.get(timeout=seconds) if seconds else self._settled.get(False))
            while True:
                keys.append(self._settled.get(False))
        except queue.Empty:
            return keys

    def _hear(self, key: str, stage: str, done: int, total: int) -> None:
        if key in self._flights:
            self._stages[key] = (stage, done, total)

    # --- what becomes of what was sent -----------------------------------------------------------

    def _settle(self, key: str) -> None:
        if self._admission.settle(key):
            self._looked = 0.0
            return
        flight = self._flights.get(key)
        if flight is None:
            return
        outcome = flight.sent.outcome()
        if outcome is None:
            flight.sent.listen(self._settled.put)
            return
        self._land(key)
        name = flight.errand.name
        if isinstance(outcome, Returned):
            self._end(Arrived(name, outcome.value))
        elif isinstance(outcome, Killed):
            self._blame(flight)
        elif isinstance(outcome, Raised):
            self._end(Arrived(name, None, _raised(outcome)))
        elif isinstance(outcome, Gone):
            self._looked = 0.0
            self._again(flight)

    def _land(self, key: str) -> None:
        """It is not under way any more, and what was heard of it does not count."""
        del self._flights[key]
        self._stages.pop(key, None)

    def _end(self, arrived: Arrived) -> None:
        self._losses.pop(arrived.name, None)
        self._arrived.append(arrived)

    def _again(self, flight: _Flight) -> None:
        (self._suspects if flight.alone else self._waiting).appendleft(flight.errand)

    def _blame(self, flight: _Flight) -> None:
        """Several workers died while they had it, perhaps because of something else they had."""
        self._losses.pop(flight.errand.name, None)
        if flight.alone:
            self._end(Arrived(flight.errand.name, None, KILLS_WORKERS))
        else:
            logger.warning("%s is tried alone: workers died of it", flight.errand.name)
            self._suspects.append(flight.errand)

    # --- who is there ----------------------------------------------------------------------------

    def _look(self) -> None:
        """See who is there, compare who is new, and send again what nobody has any more."""
        cluster = self._cluster
        assert cluster is not None
        self._threads = dict(cluster.workers())
        self._looked = time.monotonic()
        self._admission.look(cluster, self._threads, self._settled.put)
        for key, flight in list(self._flights.items()):
            if flight.workers & self._threads.keys():
                continue
            self._land(key)
            flight.sent.cancel()
            name = flight.errand.name
            self._losses[name] = self._losses.get(name, 0) + 1
            if self._losses[name] > MOST_LOSSES:
                self._blame(flight)
            else:
                self._again(flight)
        self._be_patient()

    def _be_patient(self) -> None:
        """Raise once nobody could do what waits for too long."""
        now = time.monotonic()
        allowed = self._allowed()
        if self._admission.serving(self._threads):
            self._served = True
            self._idle_since = now
            return
        if self._admission.asking():
            allowed = max(allowed, ANSWER_SECONDS)
        if now - self._idle_since >= allowed:
            raise self._admission.nobody(self._threads)

    def _launch(self) -> None:
        if self._suspects:
            if not self._flights:
                self._fly(self._suspects, alone=True)
            return
        for _ in range(len(self._waiting)):
            self._fly(self._waiting, alone=False)

    def _fly(self, queued: deque[Errand], *, alone: bool) -> None:
        """Send the first that is queued, or put it to the end while nobody can do it."""
        errand = queued.popleft()
        terms = errand.terms
        workers = self._admission.admitted(self._threads, terms)
        if not workers:
            refusal = self._admission.refusal(self._threads, terms)
            if refusal is None or self._admission.was_admitted(terms):
                queued.append(errand)
            else:
                failure = Failure("failed", refusal.what, refusal.remedy)
                self._end(Arrived(errand.name, None, failure))
            return
        assert self._cluster is not None
        try:
            sent = errand.send(self._cluster, workers, self._settled.put)
        except LostError:
            queued.appendleft(errand)
            raise
        self._flights[sent.key] = _Flight(errand, sent, frozenset(workers), alone)

    def _errands(self) -> list[Errand]:
        flying = [flight.errand for flight in self._flights.values()]
        return [*flying, *self._waiting, *self._suspects]


KILLS_WORKERS = Failure(
    "broken",
    "Every Dask worker that was given this died while it worked on it.",
    "The file may be damaged, or need more memory than a worker has: save it anew, give the "
    "workers more memory, or add it without a cluster.",
)


def _raised(outcome: Raised) -> Failure:
    logger.error("a Dask worker could not do its work: %s: %s", outcome.kind, outcome.words)
    return Failure(
        "failed",
        f"A Dask worker could not do the work: {outcome.kind}: {outcome.words}.",
        "The log of the worker has the details; try again.",
    )
