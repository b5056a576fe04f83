"""The workers behind a Dask scheduler: work is done by one that was compared with this machine.

Dask chooses the worker, and has another one do the work when a worker dies. What is added here:

- Work that several workers died of is done once more with nothing else under way: if that again
  ends workers, the work itself is to blame, and not what they did beside it.
- When the connection breaks, it is made anew, and what was under way is sent again.
"""

from __future__ import annotations

import contextlib
import logging
import threading
import time
import uuid
from collections.abc import Callable, Iterator, Sequence
from typing import TypeVar

import distributed

from backend.cluster.admission import AT_ONCE, DIED, MOST_AT_ONCE, Admission, Patience
from backend.cluster.dask_client import BROKEN, TOPIC, connect, disconnect, run
from backend.cluster.parcels import Description, FileParcel, Raised, RecordsParcel, Terms
from backend.cluster.tasks import describe
from backend.errors import CancelledError, ClusterError, ReadingError
from backend.ports import Progress, StopSignal
from backend.settings import Settings

PER_THREAD = 2
"""Parcels under way for each thread of a worker: one in work, one at hand."""
MOST_BYTES = 256_000_000
"""Of parcels under way; the scheduler holds them until they are done."""
MOST_LOSSES = 3
"""Times that all workers which had a parcel may be lost before the parcel is suspected."""
LOOK_EVERY = 0.5
"""Seconds between two looks at who is there."""
RETRY_EVERY = 2.0
POLL_EVERY = 0.2
TELL_EVERY = 4.0
"""Seconds between two reports of a parcel that waits: many are under way at once."""
FETCH_SECONDS = 60.0
"""Longest wait for a result that is ready; its worker may die while it is fetched."""
ANSWER_SECONDS = 600.0
"""Longest wait for a worker that loads its model for the first time, or is kept busy by others."""
SENT = ("sent", 0, 0)

P = TypeVar("P", FileParcel, RecordsParcel)
R = TypeVar("R")

logger = logging.getLogger(__name__)


class DeadlyError(ReadingError):
    """Every worker that was given the work died."""


class _LostError(Exception):
    """Nothing will come of what was sent. `by_work`: all workers that could have had it died."""

    def __init__(self, *, by_work: bool) -> None:
        self.by_work = by_work


class Workers:
    """`check`, `look` and `room` are for the one thread that has the work to give; `do` waits for
    one parcel, and is called by a thread for each.

    Args:
        admission: compares workers with this machine.
    """

    def __init__(
        self, settings: Settings, admission: Admission, patience: Patience = AT_ONCE
    ) -> None:
        self._settings = settings
        self._admission = admission
        self._patience = patience
        self._client: distributed.Client | None = None
        self._threads: dict[str, int] = {}
        self._probes: dict[tuple[str, Terms], distributed.Future[object]] = {}
        self._stages: dict[str, tuple[str, int, int]] = {}
        self._lock = threading.Lock()
        self._under_way = self._suspects = 0
        self._looked = self._tried = 0.0
        self._served = self._broken = self._closed = False
        self._idle_since = time.monotonic()

    # --- for the thread that has the work --------------------------------------------------------

    def check(self, terms: Terms, stop: StopSignal) -> None:
        """Wait until a worker is there that would do the work as this machine does.

        Raises:
            ClusterError: if the scheduler does not answer, if no worker comes, or if all that are
                there would make something else of a document.
        """
        self._admission.expect(terms)
        self._idle_since = time.monotonic()
        while not stop.is_set() and not self._admission.admitted(self._threads, terms):
            self.look()
            refusal = self._admission.refusal(self._threads, terms)
            if refusal is not None and self._patience.at_first <= AT_ONCE.at_first:
                raise refusal
            time.sleep(POLL_EVERY)

    def look(self) -> None:
        """See who is there, and compare who is new. To be called again and again.

        Raises:
            ClusterError: if there was no scheduler, or nobody to do the work, for too long.
        """
        if time.monotonic() - self._looked < LOOK_EVERY:
            return
        self._looked = time.monotonic()
        if self._client is not None and (self._broken or self._client.status != "running"):
            self._disconnect()
        client = self._client or self._connected()
        if client is None:
            return
        try:
            self._threads = dict(client.nthreads())
            self._ask(client)
        except BROKEN:
            self._disconnect()
            return
        self._be_patient()

    def room(self, sizes: Sequence[int]) -> bool:
        """Whether another parcel may be sent beside those under way, whose bytes are given."""
        serving = self._admission.serving(self._threads)
        most = PER_THREAD * sum(self._threads[each] for each in serving)
        few = len(sizes) < min(most, MOST_AT_ONCE) and sum(sizes) < MOST_BYTES
        return few and not self._suspects

    def serving(self) -> int:
        """How many workers may be given work."""
        return len(self._admission.serving(self._threads))

    def close(self) -> None:
        """Give up all that is under way, and the connection."""
        self._closed = True
        client, self._client = self._client, None
        if client is not None:
            disconnect(client)

    # --- for the threads that wait for a parcel --------------------------------------------------

    def do(self, work: Callable[[P, Progress], R], parcel: P, progress: Progress) -> R:
        """What a worker makes of the parcel.

        Args:
            progress: hears how far the worker is.

        Raises:
            CancelledError: if `progress` asked for it, or all was given up.
            DeadlyError: if every worker that was given the parcel died.
            ClusterError: if the work raised, or no worker would do it as this machine does.
        """
        tell = _spaced(progress)
        losses, alone = 0, False
        while True:
            blamed = True
            try:
                with self._place(alone, tell):
                    return self._done_once(work, parcel, tell)
            except distributed.KilledWorker:
                logger.warning("workers died while they had %s", work.__name__)
            except _LostError as lost:
                losses += lost.by_work
                blamed = losses > MOST_LOSSES
            if blamed and alone:
                raise DeadlyError(
                    "broken",
                    "Every Dask worker that was given this died while it worked on it.",
                    "The file may be damaged, or need more memory than a worker has: save it "
                    "anew, give the workers more memory, or add it without a cluster.",
                )
            if blamed:  # perhaps they died of something else that they had
                losses, alone = 0, True

    @contextlib.contextmanager
    def _place(self, alone: bool, tell: Progress) -> Iterator[None]:
        """Wait for a place among what is under way: beside others, or with nothing else."""
        self._count(suspects=alone)
        try:
            while not self._entered(alone):
                self._pause(tell)
            try:
                yield
            finally:
                self._count(under_way=-1)
        finally:
            self._count(suspects=-alone)

    def _entered(self, alone: bool) -> bool:
        with self._lock:
            if self._under_way if alone else self._suspects:
                return False
            self._under_way += 1
            return True

    def _count(self, *, under_way: int = 0, suspects: int = 0) -> None:
        with self._lock:
            self._under_way += under_way
            self._suspects += suspects

    def _pause(self, tell: Progress) -> None:
        time.sleep(POLL_EVERY)
        tell(*SENT)
        if self._closed:
            raise CancelledError("The work on this file was stopped.")

    def _done_once(self, work: Callable[[P, Progress], R], parcel: P, tell: Progress) -> R:
        client, workers = self._admitted(parcel.terms, tell)
        key = f"{work.__name__}-{uuid.uuid4().hex}"
        ended = threading.Event()
        self._stages[key] = SENT
        future = self._sent(client, key, workers, work, parcel)
        future.add_done_callback(lambda _future: ended.set())
        try:
            while not ended.wait(POLL_EVERY):
                tell(*self._stages[key])
                if self._closed:
                    raise CancelledError("The work on this file was stopped.")
                if self._client is not client:
                    raise _LostError(by_work=False)
                if not any(each in self._threads for each in workers):
                    raise _LostError(by_work=True)
            made = self._outcome(future)
        finally:
            del self._stages[key]
            with contextlib.suppress(*BROKEN):
                future.cancel()
        if isinstance(made, Raised):
            logger.error("a Dask worker could not do its work: %s: %s", made.kind, made.words)
            raise ClusterError(
                f"A Dask worker could not do the work: {made.kind}: {made.words}.",
                "The log of the worker has the details; try again.",
            )
        return made  # type: ignore[return-value]  # what `work` returned

    def _admitted(self, terms: Terms, tell: Progress) -> tuple[distributed.Client, list[str]]:
        """Wait for a worker that agrees on the terms.

        Raises:
            ClusterError: if none that is there does, and none ever did.
        """
        with self._lock:
            self._admission.expect(terms)
        while True:
            client, workers = self._client, self._admission.admitted(self._threads, terms)
            if client is not None and workers:
                return client, workers
            refusal = self._admission.refusal(self._threads, terms)
            if refusal is not None and not self._admission.was_admitted(terms):
                raise refusal
            self._pause(tell)

    def _sent(
        self,
        client: distributed.Client,
        key: str,
        workers: list[str],
        work: Callable[[P, Progress], R],
        parcel: P,
    ) -> distributed.Future[object]:
        try:
            return client.submit(run, work, parcel, key, key=key, workers=workers, pure=False)
        except BROKEN as error:
            self._broken = True
            raise _LostError(by_work=False) from error

    def _outcome(self, future: distributed.Future[object]) -> object:
        """What came of it, or the error that it ended with.

        Raises:
            KilledWorker: if so many workers died that the scheduler gave it up.
        """
        try:
            if future.status == "finished":
                return future.result(timeout=FETCH_SECONDS)
            if future.status == "error":
                error = future.exception(timeout=FETCH_SECONDS)
                if isinstance(error, distributed.KilledWorker):
                    raise error
                return Raised(type(error).__name__, str(error))
        except TimeoutError as error:  # its worker died with the result
            raise _LostError(by_work=False) from error
        except (*BROKEN, distributed.CancelledError) as error:
            self._broken = True
            raise _LostError(by_work=False) from error
        self._broken = True
        raise _LostError(by_work=False)

    # --- the connection, and who is there --------------------------------------------------------

    def _connected(self) -> distributed.Client | None:
        now = time.monotonic()
        if self._closed or (self._tried and now - self._tried < RETRY_EVERY):
            return None
        self._tried = now
        try:
            client = connect(self._settings)
        except ClusterError as error:
            if time.monotonic() - self._idle_since >= self._allowed():
                raise
            logger.warning("%s", error.what)
            return None
        client.subscribe_topic(TOPIC, self._hear)
        self._client = client
        return client

    def _disconnect(self) -> None:
        logger.warning("the connection to the Dask scheduler broke; it is made anew")
        client, self._client = self._client, None
        self._threads = {}
        self._probes.clear()
        self._admission.forget_all_but(())
        self._broken = False
        self._idle_since = time.monotonic()
        if client is not None:
            disconnect(client)

    def _hear(self, event: tuple[float, tuple[str, str, int, int]]) -> None:
        key, stage, done, total = event[1]
        if key in self._stages:
            self._stages[key] = (stage, done, total)

    def _ask(self, client: distributed.Client) -> None:
        """Ask workers what they are made of, and take in what those say that were asked before."""
        self._admission.forget_all_but(self._threads)
        for (address, terms), future in list(self._probes.items()):
            if future.status != "pending" or address not in self._threads:
                del self._probes[address, terms]
            if future.status in ("finished", "error") and address in self._threads:
                self._admission.hear(address, terms, self._answer(future))
        for address, terms in self._admission.unknown(self._threads):
            if (address, terms) not in self._probes:
                key = f"describe-{uuid.uuid4().hex}"
                self._probes[address, terms] = client.submit(
                    run, describe, terms, key, key=key, workers=[address], priority=10, pure=False
                )

    def _answer(self, future: distributed.Future[object]) -> Description | Raised | str:
        try:
            said = self._outcome(future)
        except (distributed.KilledWorker, _LostError):
            return DIED
        return said if isinstance(said, Description | Raised) else DIED

    def _allowed(self) -> float:
        return self._patience.later if self._served else self._patience.at_first

    def _be_patient(self) -> None:
        """Raise once nobody could do what waits for too long."""
        now = time.monotonic()
        if self._admission.serving(self._threads):
            self._served = True
            self._idle_since = now
            return
        allowed = max(self._allowed(), ANSWER_SECONDS if self._probes else 0.0)
        if now - self._idle_since >= allowed:
            raise self._admission.nobody(self._threads)


def _spaced(progress: Progress) -> Progress:
    """The same progress, told when the stage has changed or some seconds have passed."""
    last = ("", 0, 0)
    told = 0.0

    def tell(stage: str, done: int, total: int) -> None:
        nonlocal last, told
        now = time.monotonic()
        if (stage, done, total) != last or now - told >= TELL_EVERY:
            last, told = (stage, done, total), now
            progress(stage, done, total)

    return tell
