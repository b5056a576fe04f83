"""Works the queue of files with the workers of a cluster.

The queue stays the truth: a job is claimed before its file is sent, its heartbeat is renewed here
while a worker has it, and what comes back is published here. So a job whose process dies is taken
over by the next one, whatever the cluster did with it.
"""

from __future__ import annotations

import logging
import threading
import time
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass

from backend.cluster.fan import Arrived, Errand, Fan, errand
from backend.cluster.parcels import FileParcel, terms_of
from backend.cluster.tasks import prepare_file
from backend.errors import NotFoundError, UnavailableError, WorkbenchError
from backend.ingestion.communities import keep_up
from backend.ingestion.failures import Failure, failure_of, tried_too_often
from backend.ingestion.parts import IngestionParts
from backend.ingestion.patience import STAGE as WAITING
from backend.ingestion.queueing import ADD
from backend.ingestion.reading_ahead import ReadingAhead
from backend.ingestion.worker import (
    AWAY_EVERY,
    MOST_ATTEMPTS,
    MOST_AWAY,
    POLL_EVERY,
    STALE_AFTER,
    SupersededError,
    end_job,
    name_if_wanted,
    publish,
    run_through,
    source_of,
    worker_name,
)
from backend.ports import DocumentBundle, StopSignal
from backend.types import Job, JobState

HEARTBEAT_EVERY = 4.0
"""Seconds between two reports of each job: many are under way at once."""
SENT = ("sent", 0, 0)

logger = logging.getLogger(__name__)


@dataclass(slots=True)
class _Held:
    """A claimed job. `mine` is False once it was cancelled or taken over."""

    job: Job
    stage: tuple[str, int, int] = SENT
    mine: bool = True


def work_on_cluster(
    parts: IngestionParts,
    fan: Fan,
    stop: StopSignal,
    *,
    until_idle: bool,
    idle_seconds: float = 0.0,
) -> None:
    """Claim jobs and have them done until `stop` is set or, with `until_idle`, none is left.

    Args:
        idle_seconds: how long the queue must have been empty to count as idle.

    Raises:
        ClusterError: if the cluster cannot do the work; jobs under way are left for the next.
        UnavailableError: if the records did not answer for too long.
    """
    fan.check(terms_of(parts.settings, parts.embedders.named("")), stop)
    queue = _Queue(parts, fan, stop)
    try:
        queue.work(until_idle=until_idle, idle_seconds=idle_seconds)
    finally:
        queue.close()


class _Queue:
    """The jobs in the hands of this process."""

    def __init__(self, parts: IngestionParts, fan: Fan, stop: StopSignal) -> None:
        self._parts = parts
        self._fan = fan
        self._stop = stop
        self._name = worker_name()
        self._held: dict[str, _Held] = {}
        self._arrived: list[Arrived] = []
        self._ready: list[tuple[_Held, DocumentBundle]] = []
        self._published: list[tuple[_Held, str]] = []
        self._ahead = ReadingAhead(parts)
        self._here = ThreadPoolExecutor(1, thread_name_prefix="job-here")
        self._jobs_here: list[Future[None]] = []
        self._closed = threading.Event()
        self._beat = threading.Thread(target=self._keep_alive, daemon=True)
        self._beat.start()

    def close(self) -> None:
        self._closed.set()
        self._beat.join()
        self._here.shutdown(wait=True, cancel_futures=True)

    def work(self, *, until_idle: bool, idle_seconds: float) -> None:
        idle_since = answered = time.monotonic()
        while not self._stop.is_set():
            try:
                self._claim()
                self._take_in()
                self._store()
                answered = time.monotonic()
            except UnavailableError:
                if until_idle and time.monotonic() - answered > MOST_AWAY:
                    raise
                logger.warning("a server does not answer; the queue waits", exc_info=True)
                time.sleep(AWAY_EVERY)
            if self._held or self._jobs_here:
                idle_since = time.monotonic()
                continue
            if self._ahead.step():
                continue
            if until_idle and time.monotonic() - idle_since >= idle_seconds:
                return

    # --- claiming --------------------------------------------------------------------------------

    def _claim(self) -> None:
        """Fill what the cluster has room for."""
        while self._fan.room() and not self._ready and not self._stop.is_set():
            job = self._parts.records.claim_job(self._name, STALE_AFTER)
            if job is None:
                return
            self._ahead.changed(job.collection_id)
            if job.kind != ADD:  # it concerns a whole collection
                self._held[job.id] = _Held(job, (job.stage, job.done, job.total))
                self._jobs_here.append(self._here.submit(self._do_here, job))
                continue
            failure = self._sent(job)
            self._held[job.id] = _Held(job)
            if failure is not None:
                self._arrived.append(Arrived(job.id, None, failure))

    def _sent(self, job: Job) -> Failure | None:
        """Send a claimed file; why it could not be sent, if it could not."""
        if job.attempts > MOST_ATTEMPTS:
            return tried_too_often(MOST_ATTEMPTS)
        try:
            self._fan.send(self._errand(job))
        except UnavailableError:
            raise  # it is claimed again when its heartbeat has grown old
        except Exception as error:  # noqa: BLE001 - one file may not end the others
            return failure_of(error)
        return None

    def _errand(self, job: Job) -> Errand:
        parts = self._parts
        collection = parts.records.collection(job.collection_id)
        terms = terms_of(parts.settings, parts.embedders.of(collection.id))
        try:
            content = parts.files.path(job.sha256).read_bytes()
        except OSError as error:
            raise NotFoundError(
                f"The file in the library could not be read: {error.strerror or error}.",
                "Add the file again.",
            ) from error
        parcel = FileParcel(terms, source_of(job, collection), content)
        return errand(job.id, terms, len(content), prepare_file, parcel)

    def _do_here(self, job: Job) -> None:
        if self._held.pop(job.id, None) is not None:  # the run keeps it alive from here on
            run_through(self._parts, job, self._name, self._stop)

    # --- what comes back -------------------------------------------------------------------------

    def _take_in(self) -> None:
        """See what has come, how far the rest is, and what was cancelled.

        Raises:
            UnavailableError: if the records are away; what has come is looked at again.
        """
        self._arrived += self._fan.arrived(POLL_EVERY)
        self._jobs_here = [each for each in self._jobs_here if not each.done()]
        for name, stage in self._fan.stages().items():
            if (held := self._held.get(name)) is not None:
                held.stage = stage
        for held in [each for each in list(self._held.values()) if not each.mine]:
            self._fan.withdraw(held.job.id)
            self._ready = [each for each in self._ready if each[0] is not held]
            self._end(held, JobState.CANCELLED)
        while self._arrived:
            self._receive(self._arrived[0])
            del self._arrived[0]

    def _receive(self, arrived: Arrived) -> None:
        held = self._held.get(arrived.name)
        if held is None:
            return
        if isinstance(arrived.result, DocumentBundle):
            held.stage = ("storing", 0, 0)
            self._ready.append((held, arrived.result))
        elif isinstance(arrived.result, Failure):
            self._end(held, arrived.result)
        else:
            self._end(held, arrived.failure or failure_of(TypeError("no document came back")))

    def _store(self) -> None:
        """Publish what is ready, let the index follow once for all of it, and end the jobs.

        Raises:
            UnavailableError: if a server is away; what is not done yet is done at the next call.
        """
        while self._ready:
            held, made = self._ready[0]
            if self._publish(held, made):
                held.stage = (WAITING, 0, 0)
                self._published.append((held, made.document.id))
            del self._ready[0]
        ends: dict[str, JobState | Failure] = {}
        for collection_id in sorted({held.job.collection_id for held, _ in self._published}):
            ends[collection_id] = self._follow(collection_id)
        while self._published:
            held, document_id = self._published[0]
            self._end(held, ends[held.job.collection_id], document_id=document_id)
            del self._published[0]

    def _follow(self, collection_id: str) -> JobState | Failure:
        """Let index, links and names follow; how the jobs of what was published have ended."""
        try:
            keep_up(self._parts, collection_id)
            name_if_wanted(self._parts, collection_id)
        except UnavailableError:
            raise
        except Exception as error:  # noqa: BLE001 - one collection may not end the others
            return failure_of(error)
        return JobState.DONE

    def _publish(self, held: _Held, made: DocumentBundle) -> bool:
        """Whether it is visible now; if not, its job has ended."""
        try:
            collection = self._parts.records.collection(held.job.collection_id)
            publish(self._parts, held.job, collection, made)
        except UnavailableError:
            raise
        except SupersededError as error:
            self._end(held, JobState.CANCELLED, reason=error.what)
            return False
        except Exception as error:  # noqa: BLE001 - one file may not end the others
            self._end(held, failure_of(error))
            return False
        return True

    def _end(
        self, held: _Held, how: JobState | Failure, *, reason: str = "", document_id: str = ""
    ) -> None:
        end_job(self._parts, held.job, self._name, how, reason=reason, document_id=document_id)
        self._held.pop(held.job.id, None)

    def _keep_alive(self) -> None:
        while not self._closed.wait(HEARTBEAT_EVERY):
            for held in list(self._held.values()):
                try:
                    held.mine = self._parts.records.report_job(held.job.id, self._name, *held.stage)
                except WorkbenchError:
                    logger.warning("a heartbeat could not be stored", exc_info=True)
