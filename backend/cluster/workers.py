"""The workers behind a Dask scheduler. Dask chooses the worker, has another do the work when one
dies, gives up what several died of, and keeps what waits while there is none.

A worker that makes what this machine makes offers a resource of which all work takes a share, so
that no other is given any. Two things Dask does not do:

- It blames a death on everything that the worker had at hand. So what it gives up is done once more
  alone on a worker, one after the other: only what ends workers then has failed.
- It forgets what was sent when the connection breaks. So that is sent again over the next one.
"""

from __future__ import annotations

import contextlib
import hashlib
import logging
import pickle
import threading
import time
import uuid
from collections.abc import Callable, Sequence
from typing import TypeVar

import distributed

from backend.cluster.cluster_limits import AT_ONCE, MOST_AT_ONCE
from backend.cluster.dask_client import (
    TOPIC,
    WHOLE,
    LostError,
    admit,
    connect,
    disconnect,
    lost_if_broken,
    run,
)
from backend.cluster.worker_agreement import ProcessDescription, nobody_agrees
from backend.cluster.worker_tasks import Terms
from backend.errors import CancelledError, ClusterError, ReadingError
from backend.ingestion.worker import MOST_AWAY
from backend.ports import Progress
from backend.settings import Settings

PER_THREAD = 2
"""Pieces of work under way for each thread of a worker: one in work, one at hand."""
MOST_BYTES = 256_000_000
"""Of work under way; the scheduler holds it until it is done."""
LOOK_EVERY = 1.0
"""Seconds between two looks at who is there."""
ANSWER_SECONDS = 120.0
"""Longest wait for workers that load their model; who agrees later is given work from then on."""
TELL_EVERY = 2.0
"""Seconds between two reports of a piece of work: many are under way at once."""
FETCH_SECONDS = 60.0
"""Longest wait for a result that is ready: a client that another thread closes may never answer."""
SENT = ("sent", 0, 0)

R = TypeVar("R")

logger = logging.getLogger(__name__)


class DeadlyError(ReadingError):
    """Every worker that was given the work died."""


class Workers:
    """`look` and `room` are for the one thread that has work to give; `do` waits for one piece of
    it, and is called by a thread for each.

    Args:
        own: describes this machine on given terms; called once for each.
        patience: seconds to wait for the first worker.
    """

    def __init__(
        self,
        settings: Settings,
        own: Callable[[Terms], ProcessDescription],
        patience: float = AT_ONCE,
    ) -> None:
        self._settings = settings
        self._own = own
        self._patience = patience
        self._client: distributed.Client | None = None
        self._lost = self._closed = False
        self._looked, self._missed_since, self._missing = 0.0, time.monotonic(), ""
        self._terms: dict[Terms, tuple[ProcessDescription, str]] = {}
        self._threads: dict[str, int] = {}
        self._refused: dict[tuple[str, Terms], str] = {}
        self._refusals: dict[Terms, ClusterError | None] = {}
        self._stages: dict[str, tuple[str, int, int]] = {}
        self._asking, self._alone = threading.Lock(), threading.Lock()

    def ask(self, terms: Terms) -> str:
        """Ask workers from now on whether they would work on these terms as this machine does; the
        resource that those offer which would."""
        with self._asking:
            if terms not in self._terms:
                own = self._own(terms)
                told = pickle.dumps((own, terms, self._settings.dask_vectors))
                self._terms[terms] = own, f"quire-{hashlib.sha256(told).hexdigest()}"
            return self._terms[terms][1]

    def look(self) -> None:
        """See who is there. To be called again and again.

        Raises:
            ClusterError: if the scheduler did not answer, or there was no worker that would do the
                work as this machine does, for too long.
        """
        if time.monotonic() - self._looked < LOOK_EVERY:
            return
        missing: ClusterError | None = None
        try:
            with lost_if_broken():
                self._ask_new(self._connected())
        except LostError:
            self._lost = True
            missing = ClusterError("The connection to the Dask scheduler broke.", "Try again.")
        except ClusterError as error:
            missing = error
        self._looked = now = time.monotonic()
        if missing is None:
            self._missed_since, self._patience = now, max(self._patience, MOST_AWAY)
        elif now - self._missed_since >= self._patience:
            raise missing
        elif missing.what != self._missing:
            logger.warning("%s", missing.what)
        self._missing = missing.what if missing else ""

    def serving(self) -> int:
        """How many workers may be given work."""
        return len(self._threads)

    def room(self, sizes: Sequence[int]) -> bool:
        """Whether more may be sent beside what is under way, whose bytes are given."""
        most = min(PER_THREAD * sum(self._threads.values()), MOST_AT_ONCE)
        return len(sizes) < most and sum(sizes) < MOST_BYTES and not self._alone.locked()

    def close(self) -> None:
        """Give up all that was sent, and the connection."""
        self._closed = True
        if self._client is not None:
            disconnect(self._client)

    def do(self, work: Callable[..., R], progress: Progress, terms: Terms, *given: object) -> R:
        """What a worker makes of what is given; `work` is called with progress and terms as well.

        Args:
            progress: hears how far the worker is.

        Raises:
            CancelledError: if `progress` asked for it, or all was given up.
            DeadlyError: if every worker that was given the work died.
            ClusterError: if the work raised, or no worker would do it as this machine does.
        """
        with contextlib.suppress(distributed.KilledWorker):
            return self._done(1, progress, work, terms, *given)
        logger.warning("workers died while they had %s; it is done once more", work.__name__)
        with self._alone, contextlib.suppress(distributed.KilledWorker):
            return self._done(WHOLE, progress, work, terms, *given)
        raise DeadlyError(
            "broken",
            "Every Dask worker that was given this died while it worked on it.",
            "The file may be damaged, or need more memory than a worker has: save it anew, give "
            "the workers more memory, or add it without a cluster.",
        )

    # --- who is there ----------------------------------------------------------------------------

    def _connected(self) -> distributed.Client:
        """The connection, made anew if it broke.

        Raises:
            ClusterError: saying why there is none.
        """
        client = self._client
        if client is None or self._lost or client.status != "running":
            self._client, self._threads = None, {}
            if client is not None:
                logger.warning("the connection to the Dask scheduler broke; it is made anew")
                disconnect(client)
            client = connect(self._settings)
            client.subscribe_topic(TOPIC, self._hear)
            self._client, self._lost = client, False
        return client

    def _ask_new(self, client: distributed.Client) -> None:
        """Ask workers that came what they are made of.

        Raises:
            ClusterError: if nobody is there who can be given work.
        """
        there = client.scheduler_info()["workers"]
        self._refused = {key: why for key, why in self._refused.items() if key[0] in there}
        serving = set()
        for terms, (own, resource) in list(self._terms.items()):
            agreed = {address for address, each in there.items() if resource in each["resources"]}
            new = [at for at in there if at not in agreed and (at, terms) not in self._refused]
            asked = (own, terms, self._settings.dask_vectors, resource)
            answers: dict[str, object] = {}
            try:
                if new:
                    answers = client.run(
                        *(admit, *asked),
                        workers=new,
                        on_error="return",
                        callback_timeout=ANSWER_SECONDS,
                    )
            except TimeoutError:
                answers = dict.fromkeys(new, "has not said yet what it is made of")
            for address, answer in answers.items():
                if answer == "":
                    agreed.add(address)
                    continue
                why = answer if isinstance(answer, str) else f"cannot do the work ({answer})"
                logger.warning("the Dask worker at %s %s: it is given no work", address, why)
                self._refused[address, terms] = why
            serving |= agreed
            if agreed:
                self._refusals[terms] = None  # who agreed once may come again
            elif there:
                whys = {address: self._refused[address, terms] for address in there}
                self._refusals.setdefault(terms, nobody_agrees(whys))
        self._threads = {address: there[address]["nthreads"] for address in serving}
        if not there:
            raise ClusterError(
                "The Dask scheduler has no workers.",
                "Start some in Quire's folder with python -m dask worker and its address.",
            )
        if not serving:
            raise nobody_agrees({address: why for (address, _), why in self._refused.items()})

    # --- for a thread that waits for its work ----------------------------------------------------

    def _done(
        self, share: int, progress: Progress, work: Callable[..., R], terms: Terms, *given: object
    ) -> R:
        """
        Raises:
            KilledWorker: if so many workers died that Dask gave it up.
        """
        resources = {self.ask(terms): share}
        options = {"resources": resources, "priority": share, "pure": False}
        while True:
            while (client := self._client) is None or self._lost:
                self._tell(progress, SENT)
                time.sleep(LOOK_EVERY)
            key = f"{work.__name__}-{uuid.uuid4().hex}"
            self._stages[key] = SENT
            ended = threading.Event()
            future: distributed.Future[R] | None = None
            try:
                with lost_if_broken():
                    future = client.submit(run, key, work, terms, *given, key=key, **options)
                    future.add_done_callback(lambda _, ended=ended: ended.set())
                while not ended.wait(TELL_EVERY):
                    self._tell(progress, self._stages[key])
                    if self._client is not client:
                        raise LostError
                    if refusal := self._refusals.get(terms):
                        raise refusal
                return outcome(future)
            except LostError as error:
                if not isinstance(error.__cause__, TimeoutError):
                    self._lost = self._lost or self._client is client
            finally:
                del self._stages[key]
                if future is not None:
                    # waits for nothing; `cancel` may, for a client that another thread closes
                    future.release()

    def _tell(self, progress: Progress, stage: tuple[str, int, int]) -> None:
        progress(*stage)
        if self._closed:
            raise CancelledError("The work on this file was stopped.")

    def _hear(self, event: tuple[float, tuple[str, str, int, int]]) -> None:
        key, stage, done, total = event[1]
        if key in self._stages:
            self._stages[key] = (stage, done, total)


def outcome(future: distributed.Future[R]) -> R:
    """What came of something that has ended.

    Raises:
        KilledWorker: if so many workers died that Dask gave it up.
        LostError: if the scheduler forgot it, or does not answer.
        ClusterError: if it raised, with its error in words.
    """
    if future.status == "cancelled":
        raise LostError
    with lost_if_broken():
        if future.status != "error":
            return future.result(timeout=FETCH_SECONDS)
        error = future.exception(timeout=FETCH_SECONDS)
    if isinstance(error, distributed.KilledWorker):
        raise error
    raise ClusterError(
        f"A Dask worker could not do the work: {type(error).__name__}: {error}.",
        "The log of the worker has the details; try again.",
    ) from error
