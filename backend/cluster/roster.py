"""The connection to a Dask scheduler, and which of its workers may be given work."""

from __future__ import annotations

import logging
import threading
import time
import uuid
from collections.abc import Callable

import distributed

from backend.cluster.dask_client import (
    BROKEN,
    TOPIC,
    LostError,
    connect,
    disconnect,
    outcome,
    run,
)
from backend.cluster.messages import ProcessDescription, Raised, Terms
from backend.cluster.worker_admission import AT_ONCE, DIED, Patience, WorkerAdmission
from backend.cluster.worker_tasks import describe
from backend.errors import ClusterError
from backend.ports import StopSignal
from backend.settings import Settings

LOOK_EVERY = 0.5
"""Seconds between two looks at who is there."""
RETRY_EVERY = 2.0
CHECK_EVERY = 0.2
ANSWER_SECONDS = 600.0
"""Longest wait for a worker that loads its model for the first time, or is kept busy by others."""

Found = tuple[distributed.Client, list[str]]
"""The connection, and addresses of workers that may be given work."""
Heard = Callable[[tuple[float, tuple[str, str, int, int]]], None]
"""Called with when, and with the key of what was sent, its stage, done and total."""

logger = logging.getLogger(__name__)


class Roster:
    """Asks each worker that comes what it is made of. One thread looks; others may read.

    Args:
        admission: compares workers with this machine.
        heard: hears how far workers are.
    """

    def __init__(
        self, settings: Settings, admission: WorkerAdmission, patience: Patience, heard: Heard
    ) -> None:
        self._settings = settings
        self._admission = admission
        self._patience = patience
        self._heard = heard
        self._client: distributed.Client | None = None
        self._threads: dict[str, int] = {}
        self._probes: dict[tuple[str, Terms], distributed.Future[object]] = {}
        self._expecting = threading.Lock()
        self._looked = self._tried = 0.0
        self._served = self._broken = self._closed = False
        self._idle_since = time.monotonic()

    # --- for the thread that looks ---------------------------------------------------------------

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
            time.sleep(CHECK_EVERY)

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

    def close(self) -> None:
        """Give up all that was sent, and the connection."""
        self._closed = True
        client, self._client = self._client, None
        if client is not None:
            disconnect(client)

    # --- for all threads -------------------------------------------------------------------------

    def serving(self) -> list[int]:
        """The threads of each worker that may be given work."""
        threads = self._threads
        return [threads[each] for each in self._admission.serving(threads)]

    def expect(self, terms: Terms) -> None:
        """Ask workers about these terms, too, from now on."""
        with self._expecting:
            self._admission.expect(terms)

    def admitted(self, terms: Terms) -> Found | None:
        """The connection, and the workers that agree on the terms; None while there are none.

        Raises:
            ClusterError: if none that is there does, and none ever did.
        """
        client, threads = self._client, self._threads
        workers = self._admission.admitted(threads, terms)
        if client is not None and workers:
            return client, workers
        refusal = self._admission.refusal(threads, terms)
        if refusal is not None and not self._admission.was_admitted(terms):
            raise refusal
        return None

    def must_have(self, client: distributed.Client, workers: list[str]) -> None:
        """
        Raises:
            LostError: if the connection is not this one any more, or none of the workers is there.
        """
        threads = self._threads
        if self._client is not client:
            raise LostError(by_connection=True)
        if not any(each in threads for each in workers):
            raise LostError(by_work=True)

    def is_closed(self) -> bool:
        """Whether all was given up."""
        return self._closed

    def broke(self, client: distributed.Client) -> None:
        """A thread saw that the connection does not hold: the next look makes it anew."""
        self._broken = self._broken or self._client is client

    # --- connecting and asking -------------------------------------------------------------------

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
        client.subscribe_topic(TOPIC, self._heard)
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

    def _answer(self, future: distributed.Future[object]) -> ProcessDescription | Raised | str:
        try:
            said = outcome(future)
        except (distributed.KilledWorker, LostError):
            return DIED
        return said if isinstance(said, ProcessDescription | Raised) else DIED

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
