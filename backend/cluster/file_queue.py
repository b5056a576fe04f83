"""Works the queue of files with the workers of a cluster.

Each claimed job is run by a thread of its own as it is without a cluster, except that a worker
prepares the file. So the queue stays the truth: heartbeats, cancelling and the end of a job are
those of every job, and one whose process dies is taken over by the next.
"""

from __future__ import annotations

import logging
import threading
import time
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from backend.cluster.messages import FileParcel, terms_of
from backend.cluster.worker_admission import MOST_AT_ONCE
from backend.cluster.worker_tasks import prepare_file
from backend.errors import NotFoundError, ReadingError, UnavailableError
from backend.ingestion.document import Source
from backend.ingestion.failures import Failure
from backend.ingestion.parts import IngestionParts
from backend.ingestion.preparing import Steps, prepare
from backend.ingestion.reading_ahead import ReadingAhead
from backend.ingestion.worker import (
    AWAY_EVERY,
    MOST_AWAY,
    POLL_EVERY,
    STALE_AFTER,
    JobOutcome,
    Prepare,
    run_through,
    worker_name,
)
from backend.ports import DocumentBundle, Embedder, StopSignal
from backend.question_vectors.kept_network import is_fine_tuned
from backend.types import JobState

if TYPE_CHECKING:
    from backend.cluster.workers import Workers

logger = logging.getLogger(__name__)


def work_on_cluster(
    parts: IngestionParts,
    workers: Workers,
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
    workers.check(terms_of(parts.settings, parts.embedders.named("")), stop)
    ended = _Ended(stop)
    with ThreadPoolExecutor(MOST_AT_ONCE, thread_name_prefix="job") as threads:
        try:
            _Queue(parts, workers, threads, ended).work(until_idle, idle_seconds)
        finally:
            ended.here.set()
            workers.close()


@dataclass(frozen=True, slots=True)
class _Ended:
    """Set when a person stops the work, and when it ends here for another reason."""

    stop: StopSignal
    here: threading.Event = field(default_factory=threading.Event)

    def is_set(self) -> bool:
        return self.stop.is_set() or self.here.is_set()


class _Queue:
    """The jobs in the hands of this process."""

    def __init__(
        self, parts: IngestionParts, workers: Workers, threads: ThreadPoolExecutor, ended: _Ended
    ) -> None:
        self._parts = parts
        self._workers = workers
        self._threads = threads
        self._ended = ended
        self._name = worker_name()
        self._prepare = prepared_by(workers)
        self._sizes: dict[Future[JobOutcome | None], int] = {}
        self._ahead = ReadingAhead(parts)

    def work(self, until_idle: bool, idle_seconds: float) -> None:
        idle_since = answered = time.monotonic()
        while not self._ended.is_set():
            self._workers.look()
            try:
                claimed = self._claim()
                waiting = not claimed and not self._sizes and self._waits_for_workers()
                answered = time.monotonic()
            except UnavailableError:
                if until_idle and time.monotonic() - answered > MOST_AWAY:
                    raise
                logger.warning("the records do not answer; the queue waits", exc_info=True)
                time.sleep(AWAY_EVERY)
                continue
            if claimed or self._sizes:
                idle_since = time.monotonic()
                if not claimed:
                    self._wait()
            elif not self._ahead.step():
                if waiting:
                    idle_since = time.monotonic()
                elif until_idle and time.monotonic() - idle_since >= idle_seconds:
                    return
                time.sleep(POLL_EVERY)

    def _claim(self) -> bool:
        """Have a further job done, where the cluster has room for one."""
        if not self._workers.room(tuple(self._sizes.values())):
            return False
        job = self._parts.records.claim_job(self._name, STALE_AFTER)
        if job is None:
            return False
        self._ahead.changed(job.collection_id)
        run = self._threads.submit(
            run_through, self._parts, job, self._name, self._ended, self._prepare
        )
        self._sizes[run] = job.size
        return True

    def _waits_for_workers(self) -> bool:
        """Whether a job is left in the queue because no worker is there to have it done.

        How long that may last is for the workers to say, which raise in `look`.
        """
        if self._workers.room(tuple(self._sizes.values())):
            return False
        return bool(self._parts.records.find_jobs(states=(JobState.QUEUED,), limit=1))

    def _wait(self) -> None:
        """Until a job has ended, for a moment at most; what a thread did not expect is raised."""
        for each in wait(self._sizes, POLL_EVERY, FIRST_COMPLETED).done:
            del self._sizes[each]
            each.result()


def prepared_by(workers: Workers) -> Prepare:
    """Preparing a file as `backend.ingestion.preparing.prepare` does, on one of the workers."""

    def prepare_there(
        parts: IngestionParts, source: Source, path: Path, embedder: Embedder, steps: Steps
    ) -> DocumentBundle:
        if is_fine_tuned(embedder.identity):  # only the records of this library have it
            return prepare(parts, source, path, embedder, steps)
        try:
            content = path.read_bytes()
        except OSError as error:
            raise NotFoundError(
                f"The file in the library could not be read: {error.strerror or error}.",
                "Add the file again.",
            ) from error
        parcel = FileParcel(terms_of(parts.settings, embedder), source, content)
        made = workers.do(prepare_file, parcel, steps.progress)
        if isinstance(made, Failure):
            raise ReadingError(made.code, made.reason, made.remedy)
        return made

    return prepare_there
