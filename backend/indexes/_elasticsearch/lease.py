"""Who writes to the cluster: one process of all that serve the library, for as long as it lives.

The lease is one document, changed only by whoever saw its last state (optimistic concurrency). The
holder renews it while it works. One that stops renewing has died or hangs: after LEASE_SECONDS, by
the clock of whoever waits, another takes over, and what the late one still sends is refused,
because each entry carries the sequence number of the change that made it.

Gray & Cheriton, Leases: an efficient fault-tolerant mechanism for distributed file cache
consistency, 1989.
"""

from __future__ import annotations

import logging
import os
import socket
import threading
import time
import uuid
from collections.abc import Callable
from typing import Any

import elasticsearch

from backend.errors import StorageError, UnavailableError, WorkbenchError
from backend.indexes._elasticsearch.connection import Cluster, once_ready

LEASE_SECONDS = 10.0
SKEW_SECONDS = 60.0
"""A lease that is older than this by the wall clock is dead, however wrong the clocks are set."""
DOCUMENT = "lease"
_LOOK_SECONDS = (0.05, 0.5)

log = logging.getLogger(__name__)


class LostLeaseError(UnavailableError):
    """Another process has taken over, because this one was too slow to renew its lease."""

    def __init__(self) -> None:
        super().__init__(
            "Another copy of Quire has taken over writing to the search index.",
            "It brings the index up to date; try again in a moment.",
        )


class Lease:
    """The right to write. One per process; the caller keeps its own threads apart.

    Args:
        index: where the lease is kept.
    """

    def __init__(
        self,
        cluster: Cluster,
        index: str,
        *,
        seconds: float = LEASE_SECONDS,
    ) -> None:
        self._cluster = cluster
        self._client = cluster.client
        self._index = index
        self._seconds = seconds
        self._holder = f"{socket.gethostname()}:{os.getpid()}:{uuid.uuid4().hex[:8]}"
        self._version: dict[str, int] = {}
        self._renewed = 0.0
        self._lost = False
        self._guard = threading.Lock()
        self._ended = threading.Event()

    def acquire(self, wait_seconds: float, done_by_others: Callable[[], bool]) -> bool:
        """Wait for the right to write; False if `done_by_others` came true meanwhile.

        Raises:
            StorageError: if others have been writing for longer than `wait_seconds`.
        """
        began = seen_at = time.monotonic()
        seen: dict[str, int] = {}
        pause = _LOOK_SECONDS[0]
        while True:
            version, holder, renewed = self._look()
            if version != seen:
                seen, seen_at = version, time.monotonic()
            dead = (
                time.monotonic() - seen_at > self._seconds
                or time.time() - renewed > self._seconds + SKEW_SECONDS
            )
            if (not holder or dead) and self._take(version):
                if holder:
                    log.warning("The lease of %s had ended; writing goes on here.", holder)
                return True
            if done_by_others():
                return False
            if time.monotonic() - began > wait_seconds:
                raise StorageError(
                    "Another copy of Quire has been writing to the search index for too long.",
                    "Wait for it to finish, or close it, and try again.",
                )
            time.sleep(pause)
            pause = min(2 * pause, _LOOK_SECONDS[1])

    def verify(self) -> None:
        """Raises LostLeaseError unless the lease is surely still ours."""
        if self._lost or time.monotonic() - self._renewed > 0.8 * self._seconds:
            raise LostLeaseError()

    def release(self) -> None:
        """Give it back; whoever waits goes on at once."""
        self._ended.set()
        with self._guard:
            if not self._lost:
                try:
                    self._write("", self._version)
                except WorkbenchError:
                    log.info("A lease could not be given back; it ends by itself.")
            self._lost = True

    def _look(self) -> tuple[dict[str, int], str, float]:
        with self._cluster.explained():
            try:
                answer = once_ready(lambda: self._client.get(index=self._index, id=DOCUMENT))
            except elasticsearch.NotFoundError:
                return {}, "", 0.0
        version = {"if_seq_no": answer["_seq_no"], "if_primary_term": answer["_primary_term"]}
        return version, answer["_source"]["holder"], float(answer["_source"]["renewed"])

    def _take(self, version: dict[str, int]) -> bool:
        with self._guard:
            sent = time.monotonic()
            taken = self._write(self._holder, version)
            if taken is None:
                return False
            self._version, self._renewed, self._lost = taken, sent, False
            self._ended = threading.Event()
        threading.Thread(target=self._keep, args=(self._ended,), daemon=True).start()
        return True

    def _write(self, holder: str, version: dict[str, int]) -> dict[str, int] | None:
        """Change the lease as it was last seen; None if somebody else has changed it since."""
        fence: dict[str, Any] = dict(version) if version else {"op_type": "create"}
        document = {"holder": holder, "renewed": time.time()}
        with self._cluster.explained():
            try:
                made = self._client.index(
                    index=self._index, id=DOCUMENT, document=document, **fence
                )
            except elasticsearch.ConflictError:
                return None
        return {"if_seq_no": made["_seq_no"], "if_primary_term": made["_primary_term"]}

    def _keep(self, ended: threading.Event) -> None:
        while not ended.wait(self._seconds / 4):
            with self._guard:
                if ended.is_set():
                    return
                sent = time.monotonic()
                try:
                    renewed = self._write(self._holder, self._version)
                except WorkbenchError:
                    log.warning("A lease could not be renewed; trying again.")
                    continue
                if renewed is None:
                    self._lost = True
                    return
                self._version, self._renewed = renewed, sent
