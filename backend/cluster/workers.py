"""The workers behind a Dask scheduler. Dask chooses the worker, has another do the work when one
dies, gives up what several died of, and keeps what waits while there is none.

A worker that makes what this machine makes offers a resource of which all work takes a share, so
that no other is given any. Two things Dask does not do:

- It blames a death on everything that the worker had at hand. So what it gives up is done once more
  alone on a worker, one after the other: only what ends workers then has failed.
- It forgets what was sent when the connection breaks. So that is sent again.
"""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import logging
import pickle
import threading
import time
import uuid
from collections.abc import Callable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from typing import TypeVar

import distributed

from backend.cluster.dask_client import (
    TOPIC,
    WHOLE,
    LostError,
    connect,
    dask_loop,
    lost_if_broken,
    outcome,
    refusal,
    run,
)
from backend.cluster.worker_agreement import ProcessDescription, nobody_agrees
from backend.cluster.worker_tasks import Terms
from backend.errors import CancelledError, ClusterError, ReadingError
from backend.ingestion.worker import MOST_AWAY
from backend.ports import Progress
from backend.settings import Settings

MOST_AT_ONCE = 256
"""Pieces of work under way at most: each is waited for by a thread of this process."""
PER_THREAD = 2
"""Pieces of work under way for each thread of a worker: one in work, one at hand."""
MOST_BYTES = 256_000_000
"""Of work under way; the scheduler holds it until it is done."""
SEND_AGAIN_AFTER = 1.0
TELL_EVERY = 2.0
"""Seconds between two reports of a piece of work: many are under way at once."""
SENT = ("sent", 0, 0)

R = TypeVar("R")

logger = logging.getLogger(__name__)


class Workers:
    """`look` and `room` are for the one thread that has work to give; `do` waits for one piece of
    it, and is called by one of `threads` for each.

    Args:
        own: describes this machine on given terms; called once for each.
        patience: seconds to wait for the first worker.
    """

    def __init__(
        self, settings: Settings, own: Callable[[Terms], ProcessDescription], patience: float
    ) -> None:
        self._settings = settings
        self._own = own
        self._patience = patience
        self._client: distributed.Client | None = None
        self._closed = False
        self._there_at, self._missing = time.monotonic(), ""
        self._terms: dict[Terms, tuple[ProcessDescription, str]] = {}
        self._asked: dict[tuple[str, str], Future[str]] = {}
        self._refusals: dict[Terms, ClusterError | None] = {}
        self._stages: dict[str, tuple[str, int, int]] = {}
        self._asking, self._alone = threading.Lock(), threading.Lock()
        self.threads = ThreadPoolExecutor(MOST_AT_ONCE, thread_name_prefix="cluster")
        self.serving: dict[str, int] = {}
        """The workers that may be given work, by address, with their threads."""

    def ask(self, terms: Terms) -> str:
        """Ask workers from now on whether they would work on these terms as this machine does; the
        resource that those offer which would."""
        with self._asking:
            if terms not in self._terms:
                own = self._own(terms)
                told = hashlib.sha256(pickle.dumps((own, terms)))
                self._terms[terms] = own, f"quire-{told.hexdigest()}"
            return self._terms[terms][1]

    def look(self) -> None:
        """See who is there. To be called again and again.

        Raises:
            ClusterError: if the scheduler did not answer, or there was no worker that would do the
                work as this machine does, for too long.
        """
        missing: ClusterError | None = None
        self.serving = {}
        try:
            with lost_if_broken():
                self._see(self._connected())
        except ClusterError as error:
            missing = error
        now = time.monotonic()
        if missing is None:
            self._there_at = now
        elif now - self._there_at >= self._patience:
            raise missing
        elif missing.what != self._missing:
            logger.warning("%s", missing.what)
        self._missing = missing.what if missing else ""
        if self.serving:
            self._patience = max(self._patience, MOST_AWAY)

    def room(self, sizes: Sequence[int]) -> bool:
        """Whether more may be sent beside what is under way, whose bytes are given."""
        most = min(PER_THREAD * sum(self.serving.values()), MOST_AT_ONCE)
        return len(sizes) < most and sum(sizes) < MOST_BYTES and not self._alone.locked()

    def close(self) -> None:
        """Give up all that was sent, and the connection."""
        self._closed = True
        if self._client is not None:
            with contextlib.suppress(LostError), lost_if_broken():
                self._client.close(timeout=2)
        self.threads.shutdown()

    def do(self, work: Callable[..., R], progress: Progress, terms: Terms, *given: object) -> R:
        """What a worker makes of what is given; `work` is called with progress and terms as well.

        Args:
            progress: hears how far the worker is.

        Raises:
            CancelledError: if `progress` asked for it, or all was given up.
            ReadingError: if every worker that was given the work died.
            ClusterError: if the work raised, or no worker would do it as this machine does.
        """
        with contextlib.suppress(distributed.KilledWorker):
            return self._done(1, progress, work, terms, *given)
        logger.warning("workers died while they had %s; it is done once more", work.__name__)
        with self._alone, contextlib.suppress(distributed.KilledWorker):
            return self._done(WHOLE, progress, work, terms, *given)
        raise ReadingError(
            "broken",
            "Every Dask worker that was given this died while it worked on it.",
            "The file may be damaged, or need more memory than a worker has: save it anew, give "
            "the workers more memory, or add it without a cluster.",
        )

    # --- who is there ----------------------------------------------------------------------------

    def _connected(self) -> distributed.Client:
        """The connection. Dask makes it anew when it breaks; what it has closed is made anew here.

        Raises:
            ClusterError: saying why there is none.
        """
        if self._client is None or self._client.status == "closed":
            self._client, self._asked = connect(self._settings), {}
        if self._client.status != "running":
            raise LostError
        return self._client

    def _see(self, client: distributed.Client) -> None:
        """Ask workers that came what they are made of, and note who may be given work.

        Raises:
            ClusterError: if nobody may be, and no answer is waited for.
        """
        there = client.scheduler_info()["workers"]
        if not there:
            raise ClusterError(
                "The Dask scheduler has no workers.",
                "Start some in Quire's folder with python -m dask worker and its address.",
            )
        self._asked = {key: each for key, each in self._asked.items() if key[0] in there}
        nobody = None
        for terms, (own, resource) in list(self._terms.items()):
            whys = {}
            for address, worker in there.items():
                asked = self._asked.get((address, resource))
                if resource in worker["resources"]:
                    self.serving[address] = worker["nthreads"]
                    self._refusals[terms] = None  # who agreed once may come again
                elif asked is None or (asked.done() and asked.exception()):
                    self._asked[address, resource] = asyncio.run_coroutine_threadsafe(
                        refusal(client, address, own, terms, resource),
                        dask_loop().asyncio_loop,
                    )
                elif asked.done() and (why := asked.result()):
                    whys[address] = why
            if len(whys) == len(there):
                nobody = nobody_agrees(whys)
                self._refusals.setdefault(terms, nobody)
        if nobody and not self.serving:
            raise nobody

    # --- for a thread that waits for its work ----------------------------------------------------

    def _done(
        self, share: int, progress: Progress, work: Callable[..., R], terms: Terms, *given: object
    ) -> R:
        """
        Raises:
            KilledWorker: if so many workers died that Dask gave it up.
        """
        options = {"resources": {self.ask(terms): share}, "priority": share, "pure": False}
        while True:
            key, ended = f"{work.__name__}-{uuid.uuid4().hex}", threading.Event()
            self._stages[key] = SENT
            future: distributed.Future[R] | None = None
            try:
                with lost_if_broken():
                    client = self._client
                    if client is None:
                        raise LostError
                    # said each time, since Dask forgets it too when the connection breaks
                    client.subscribe_topic(TOPIC, self._hear)
                    future = client.submit(run, key, work, terms, *given, key=key, **options)
                    future.add_done_callback(lambda _, ended=ended: ended.set())
                while not ended.wait(TELL_EVERY):
                    self._tell(progress, self._stages[key])
                    if told := self._refusals.get(terms):
                        raise told
                return outcome(future)
            except LostError:
                self._tell(progress, SENT)
                time.sleep(SEND_AGAIN_AFTER)
            finally:
                del self._stages[key]
                if future is not None:
                    future.release()

    def _tell(self, progress: Progress, stage: tuple[str, int, int]) -> None:
        progress(*stage)
        if self._closed:
            raise CancelledError("The work on this file was stopped.")

    def _hear(self, event: tuple[float, tuple[str, str, int, int]]) -> None:
        key, stage, done, total = event[1]
        if key in self._stages:
            self._stages[key] = (stage, done, total)
