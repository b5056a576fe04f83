"""The one place that speaks with `distributed`: connecting, sending, fetching.

It takes seconds to load, and nothing else needs it: `backend.cluster.opening` imports this module
when a scheduler is used, and a worker when it is given work.
"""

from __future__ import annotations

import logging
import time
import uuid
import warnings
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from typing import TypeVar

import distributed

from backend.cluster.sending import Gone, Heard, Killed, LostError, Outcome, Raised, Returned
from backend.errors import CancelledError, ClusterError
from backend.ports import Progress
from backend.settings import Settings

C = TypeVar("C")
R = TypeVar("R")

TOPIC = "quire-progress"
CONNECT_SECONDS = 10.0
FETCH_SECONDS = 60.0
"""Longest wait for a result that is ready; its worker may die while it is fetched."""
REPORT_EVERY = 1.0
SCHEMES = ("tcp://", "tls://", "ws://", "wss://", "ucx://")

logger = logging.getLogger(__name__)


def connect(settings: Settings) -> DaskCluster:
    """A connection to the scheduler of the settings.

    Raises:
        ClusterError: saying why there is none.
    """
    address = settings.dask_scheduler
    if not address.startswith(SCHEMES):
        raise ClusterError(
            f"The setting dask_scheduler is “{address}”, which is not the address of a scheduler.",
            "Expected is something like tcp://host:8786.",
        )
    # files travel within their task on purpose, so that a lost worker's can go to another
    warnings.filterwarnings("ignore", message="Sending large graph")
    try:
        client = distributed.Client(
            address,
            timeout=CONNECT_SECONDS,
            security=_security(settings),
            set_as_default=False,
            name="quire",
        )
    except (OSError, ValueError, TypeError, RuntimeError, ImportError) as error:
        raise ClusterError(
            f"The Dask scheduler at {address} does not answer: "
            f"{str(error).splitlines()[0] if str(error) else type(error).__name__}.",
            "Start it, correct the setting dask_scheduler, or leave that empty to read files on "
            "this machine.",
        ) from error
    cluster = DaskCluster(client, address)
    try:
        cluster.check_versions()
    except BaseException:
        cluster.close()
        raise
    return cluster


def _security(settings: Settings) -> distributed.Security | None:
    if not settings.dask_ca:
        return None
    return distributed.Security(
        tls_ca_file=settings.dask_ca,
        tls_client_cert=settings.dask_certificate or None,
        tls_client_key=settings.dask_certificate_key or None,
        require_encryption=True,
    )


class DaskCluster:
    """A connected scheduler (`backend.cluster.sending.Cluster`)."""

    def __init__(self, client: distributed.Client, address: str) -> None:
        self._client = client
        self._address = address

    def check_versions(self) -> None:
        """Compare Python and Dask with the scheduler's.

        Raises:
            ClusterError: if they differ.
        """
        found = self._client.get_versions()
        for what, key in (("Dask", "distributed"), ("Python", "python")):
            here, there = (_version(found, side, key) for side in ("client", "scheduler"))
            if here.split(".")[:2] != there.split(".")[:2] or (what == "Dask" and here != there):
                raise ClusterError(
                    f"The Dask scheduler at {self._address} runs {what} {there}, and this machine "
                    f"{here}.",
                    "Install the same versions on both: Quire's requirements name them.",
                )

    def workers(self) -> Mapping[str, int]:
        """See `Cluster`."""
        try:
            return dict(self._client.nthreads())
        except (OSError, RuntimeError, TimeoutError) as error:
            raise LostError from error

    def hear(self, heard: Heard) -> None:
        """See `Cluster`."""

        def receive(event: tuple[float, tuple[str, str, int, int]]) -> None:
            key, stage, done, total = event[1]
            heard(key, stage, done, total)

        self._client.subscribe_topic(TOPIC, receive)

    def send(
        self,
        function: Callable[[C, Progress], R],
        content: C,
        workers: Sequence[str],
        *,
        urgent: bool,
        settled: Callable[[str], None],
    ) -> Sent:
        """See `Cluster`."""
        key = f"{function.__name__}-{uuid.uuid4().hex}"
        try:
            future = self._client.submit(
                run,
                function,
                content,
                key,
                key=key,
                workers=list(workers),
                priority=10 if urgent else 0,
                pure=False,
            )
            sent = Sent(key, future)
            sent.listen(settled)
        except (OSError, RuntimeError) as error:
            raise LostError from error
        return sent

    def close(self) -> None:
        """See `Cluster`."""
        with suppress(OSError, RuntimeError, TimeoutError):
            self._client.close(timeout=2)


class Sent:
    """Work that a worker does or has done (`backend.cluster.sending.Sent`)."""

    def __init__(self, key: str, future: distributed.Future[object]) -> None:
        self.key = key
        self._future = future

    def outcome(self) -> Outcome | None:
        """See `backend.cluster.sending.Sent`."""
        try:
            if self._future.status == "error":
                error = self._future.exception(timeout=FETCH_SECONDS)
                if isinstance(error, distributed.KilledWorker):
                    return Killed()
                return Raised(type(error).__name__, str(error))
            if self._future.status == "finished":
                value = self._future.result(timeout=FETCH_SECONDS)
                return value if isinstance(value, Raised) else Returned(value)
        except TimeoutError:
            return None  # its worker died with the result, which another makes again
        except (OSError, distributed.CancelledError):
            return Gone()
        return Gone() if self._future.status in ("cancelled", "lost") else None

    def listen(self, settled: Callable[[str], None]) -> None:
        """See `backend.cluster.sending.Sent`."""
        self._future.add_done_callback(lambda _future: settled(self.key))

    def cancel(self) -> None:
        """See `backend.cluster.sending.Sent`."""
        with suppress(OSError, RuntimeError, TimeoutError):
            self._future.cancel()


def run(function: Callable[[C, Progress], R], content: C, key: str) -> R | Raised:
    """What each task is: the function, with a progress that is heard where the work came from.

    Executed by a worker. Progress raises CancelledError once nobody wants the result any more. An
    error comes back in words: not every one can be made again from its arguments elsewhere.
    """
    worker = distributed.get_worker()
    reported = ("", 0.0)

    def progress(stage: str, done: int, total: int) -> None:
        nonlocal reported
        task = worker.state.tasks.get(key)
        if task is None or task.state == "cancelled":
            raise CancelledError("The work on this file was stopped.")
        now = time.monotonic()
        if stage != reported[0] or now - reported[1] >= REPORT_EVERY:
            reported = (stage, now)
            worker.log_event(TOPIC, [key, stage, done, total])

    try:
        return function(content, progress)
    except CancelledError:
        raise
    except Exception as error:
        logger.exception("work that was sent here failed")
        return Raised(type(error).__name__, str(error))


def _version(found: object, side: str, key: str) -> str:
    """A version in what `get_versions` returns; empty if it is not told."""
    sides = found if isinstance(found, Mapping) else {}
    told = sides.get(side) or {}
    packages = {**dict(told.get("host", {})), **dict(told.get("packages", {}))}
    return str(packages.get(key) or "")
