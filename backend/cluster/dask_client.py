"""Connecting to a Dask scheduler, and what its workers run."""

from __future__ import annotations

import logging
import time
import warnings
from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import TypeVar

import distributed

from backend.cluster.messages import Raised
from backend.errors import CancelledError, ClusterError
from backend.ports import Progress
from backend.settings import Settings

C = TypeVar("C")
R = TypeVar("R")

TOPIC = "quire-progress"
CONNECT_SECONDS = 10.0
REPORT_EVERY = 1.0
BROKEN = (
    OSError,
    RuntimeError,
    TimeoutError,
    UnboundLocalError,
    distributed.client.ClosedClientError,
)
"""What a client raises whose scheduler is gone. In an UnboundLocalError, of Dask's own code, ends a
call of one thread while another thread closes the client."""
FETCH_SECONDS = 60.0
"""Longest wait for a result that is ready; its worker may die while it is fetched."""
SCHEMES = ("tcp://", "tls://", "ws://", "wss://", "ucx://")

logger = logging.getLogger(__name__)


def connect(settings: Settings) -> distributed.Client:
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
    try:
        check_versions(client.get_versions(), address)
    except BaseException:
        disconnect(client)
        raise
    return client


def disconnect(client: distributed.Client) -> None:
    """Give up all that was sent, and the connection."""
    with suppress(*BROKEN):
        client.close(timeout=2)


def _security(settings: Settings) -> distributed.Security | None:
    if not settings.dask_ca:
        return None
    return distributed.Security(
        tls_ca_file=settings.dask_ca,
        tls_client_cert=settings.dask_certificate or None,
        tls_client_key=settings.dask_certificate_key or None,
        require_encryption=True,
    )


class LostError(Exception):
    """Nothing will come of what was sent.

    Args:
        by_work: all workers that could have had it died.
        by_connection: the scheduler forgot it, or does not answer.
    """

    def __init__(self, *, by_work: bool = False, by_connection: bool = False) -> None:
        self.by_work = by_work
        self.by_connection = by_connection


def outcome(future: distributed.Future[object]) -> object:
    """What came of something that has ended: what it returned, or the error in words.

    Raises:
        KilledWorker: if so many workers died that the scheduler gave it up.
        LostError: if nothing comes of it.
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
        raise LostError from error
    except (*BROKEN, distributed.CancelledError) as error:
        raise LostError(by_connection=True) from error
    raise LostError(by_connection=True)


def give_up(future: distributed.Future[object]) -> None:
    """Nobody wants what was sent any more: the scheduler drops it, and a worker that has it stops.

    It waits for nothing, other than `Future.cancel`, which waits for the client: for ever where
    another thread closes that at the same time.
    """
    future.release()


def check_versions(found: object, address: str) -> None:
    """Compare Python and Dask with the scheduler's.

    Args:
        found: what `Client.get_versions` returns.

    Raises:
        ClusterError: if they differ.
    """
    for what, key in (("Dask", "distributed"), ("Python", "python")):
        here, there = (_version(found, side, key) for side in ("client", "scheduler"))
        if here.split(".")[:2] != there.split(".")[:2] or (what == "Dask" and here != there):
            raise ClusterError(
                f"The Dask scheduler at {address} runs {what} {there}, and this machine {here}.",
                "Install the same versions on both: Quire's requirements name them.",
            )


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
