"""Connecting to a Dask scheduler, and what its workers run."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
import warnings
from collections.abc import Callable, Iterator
from functools import cache
from typing import Any, TypeVar

import distributed
from distributed.utils import LoopRunner

from backend.cluster import worker_tasks
from backend.cluster.worker_agreement import ProcessDescription, disagreement
from backend.errors import CancelledError, ClusterError
from backend.settings import Settings

R = TypeVar("R")

TOPIC = "quire-progress"
WHOLE = 1000
"""How much of its resource a worker offers; work that takes all of it runs there alone."""
CONNECT_SECONDS = 10.0
REPORT_EVERY = 1.0
FETCH_SECONDS = 60.0
"""Longest wait for a result that is ready: a client that is closed meanwhile may never answer."""
_BROKEN = (
    *(OSError, RuntimeError, UnboundLocalError),
    *(distributed.CancelledError, distributed.client.ClosedClientError),
)
"""What a client raises whose scheduler is gone. In an UnboundLocalError, of Dask's own code, ends a
call of one thread while another thread closes the client."""

logger = logging.getLogger(__name__)


class LostError(ClusterError):
    """The connection to the scheduler broke, and what was sent over it is forgotten."""

    def __init__(self) -> None:
        super().__init__("The connection to the Dask scheduler broke.", "Try again.")


@contextlib.contextmanager
def lost_if_broken() -> Iterator[None]:
    """
    Raises:
        LostError: if a call of a client in the block ends because its scheduler is gone.
    """
    try:
        yield
    except _BROKEN as error:
        raise LostError from error


@cache
def dask_loop() -> Any:
    """The event loop of all connections. Dask would leave one behind each time that it connects in
    vain, and a client that is collected while another's loop starts holds that up."""
    runner = LoopRunner()
    runner.start()
    return runner.loop


def connect(settings: Settings) -> distributed.Client:
    """A connection to the scheduler of the settings. Of one that runs a somewhat different Dask,
    which works as well, Dask itself tells all versions.

    Raises:
        ClusterError: saying why there is none.
    """
    address = settings.dask_scheduler
    # files travel within their task on purpose, so that a lost worker's can go to another
    warnings.filterwarnings("ignore", message="Sending large graph")
    try:
        security = settings.dask_ca and distributed.Security(
            tls_ca_file=settings.dask_ca,
            tls_client_cert=settings.dask_certificate or None,
            tls_client_key=settings.dask_certificate_key or None,
            require_encryption=True,
        )
        return distributed.Client(
            address,
            timeout=CONNECT_SECONDS,
            loop=dask_loop(),
            security=security or None,
            set_as_default=False,
            name="quire",
        )
    except (OSError, ValueError, TypeError, RuntimeError, ImportError) as error:
        raise ClusterError(
            f"The Dask scheduler at {address} does not answer: "
            f"{str(error).splitlines()[0] if str(error) else type(error).__name__}.",
            "Start it, with the version of Dask that is here, correct the setting dask_scheduler, "
            "which is something like tcp://host:8786, or leave that empty to read files on this "
            "machine.",
        ) from error


async def refusal(client: distributed.Client, address: str, *asked: object) -> str:
    """Why a worker is given no work that was asked by `admit`; empty if it may be.

    Not asked by a task, which ends a worker that cannot load it.
    """
    answers = await client.run(
        admit, *asked, workers=[address], on_error="return", asynchronous=True
    )
    why = answers[address]
    if isinstance(why, Exception):
        why = f"cannot do the work ({why})"
    if why:
        logger.warning("the Dask worker at %s %s: it is given no work", address, why)
    return str(why)


async def admit(
    own: ProcessDescription,
    terms: worker_tasks.Terms,
    resource: str,
    dask_worker: distributed.Worker,
) -> str:
    """Executed by a worker: it offers the resource to Dask if it is like the process described.

    Returns:
        What differs, see `disagreement`; empty if nothing does.

    Raises:
        EmbedderError: if the worker cannot run the model of the terms.
    """
    found = await asyncio.to_thread(worker_tasks.describe, terms)
    why = disagreement(own, found, terms.vectors)
    if not why:
        await dask_worker.set_resources(**{resource: WHOLE})
        if dask_worker.status is distributed.Status.running:
            # what waits for such a worker is looked at when one begins to run, and only then
            dask_worker.status = distributed.Status.paused
            dask_worker.status = distributed.Status.running
    return why


def run(key: str, work: Callable[..., R], *given: object) -> R:
    """Executed by a worker: the work, with a progress that is heard where it came from, and that
    raises CancelledError once nobody wants the result any more."""
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

    return work(progress, *given)


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
