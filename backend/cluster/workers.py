"""The workers behind a Dask scheduler: work is done by one that was compared with this machine.

Dask chooses the worker, and has another one do the work when a worker dies. What is added here:

- Work that several workers died of is done once more with nothing else under way: if that again
  ends workers, the work itself is to blame, and not what they did beside it.
- When the connection breaks, what was under way is sent again over the next one.
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

from backend.cluster.dask_client import BROKEN, LostError, give_up, outcome, run
from backend.cluster.messages import FileParcel, Raised, RecordsParcel
from backend.cluster.roster import Found, Roster
from backend.cluster.worker_admission import AT_ONCE, MOST_AT_ONCE, Patience, WorkerAdmission
from backend.errors import CancelledError, ClusterError, ReadingError
from backend.ports import Progress
from backend.settings import Settings

PER_THREAD = 2
"""Parcels under way for each thread of a worker: one in work, one at hand."""
MOST_BYTES = 256_000_000
"""Of parcels under way; the scheduler holds them until they are done."""
MOST_LOSSES = 3
"""Times that all workers which had a parcel may be lost before the parcel is suspected."""
POLL_EVERY = 0.2
TELL_EVERY = 4.0
"""Seconds between two reports of a parcel that waits: many are under way at once."""
SENT = ("sent", 0, 0)

P = TypeVar("P", FileParcel, RecordsParcel)
R = TypeVar("R")

logger = logging.getLogger(__name__)


class DeadlyError(ReadingError):
    """Every worker that was given the work died."""


class Workers:
    """`check`, `look` and `room` are for the one thread that has the work to give; `do` waits for
    one parcel, and is called by a thread for each.

    Args:
        admission: compares workers with this machine.
    """

    def __init__(
        self, settings: Settings, admission: WorkerAdmission, patience: Patience = AT_ONCE
    ) -> None:
        self._stages: dict[str, tuple[str, int, int]] = {}
        self._roster = Roster(settings, admission, patience, self._hear)
        self.check = self._roster.check
        self.look = self._roster.look
        self.close = self._roster.close
        self._lock = threading.Lock()
        self._under_way = self._suspects = 0

    def room(self, sizes: Sequence[int]) -> bool:
        """Whether another parcel may be sent beside those under way, whose bytes are given."""
        most = min(PER_THREAD * sum(self._roster.serving()), MOST_AT_ONCE)
        return len(sizes) < most and sum(sizes) < MOST_BYTES and not self._suspects

    def serving(self) -> int:
        """How many workers may be given work."""
        return len(self._roster.serving())

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
            except LostError as lost:
                losses += lost.by_work
                blamed = losses > MOST_LOSSES
                self._pause(tell)  # the next look at who is there comes before the next try
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
        self._told(SENT, tell)

    def _told(self, stage: tuple[str, int, int], tell: Progress) -> None:
        tell(*stage)
        if self._roster.is_closed():
            raise CancelledError("The work on this file was stopped.")

    def _done_once(self, work: Callable[[P, Progress], R], parcel: P, tell: Progress) -> R:
        self._roster.expect(parcel.terms)
        while (found := self._roster.admitted(parcel.terms)) is None:
            self._pause(tell)
        client, workers = found
        key = f"{work.__name__}-{uuid.uuid4().hex}"
        self._stages[key] = SENT
        try:
            made = self._awaited(self._sent(client, key, workers, work, parcel), key, found, tell)
        except LostError as lost:
            if lost.by_connection:
                self._roster.broke(client)
            raise
        finally:
            del self._stages[key]
        if isinstance(made, Raised):
            logger.error("a Dask worker could not do its work: %s: %s", made.kind, made.words)
            raise ClusterError(
                f"A Dask worker could not do the work: {made.kind}: {made.words}.",
                "The log of the worker has the details; try again.",
            )
        return made  # type: ignore[return-value]  # what `work` returned

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
            raise LostError(by_connection=True) from error

    def _awaited(
        self, future: distributed.Future[object], key: str, found: Found, tell: Progress
    ) -> object:
        ended = threading.Event()
        future.add_done_callback(lambda _future: ended.set())
        try:
            while not ended.wait(POLL_EVERY):
                self._told(self._stages[key], tell)
                self._roster.must_have(*found)
            return outcome(future)
        finally:
            give_up(future)

    def _hear(self, event: tuple[float, tuple[str, str, int, int]]) -> None:
        key, stage, done, total = event[1]
        if key in self._stages:
            self._stages[key] = (stage, done, total)


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
