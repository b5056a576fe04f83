"""The queue of files and of work on whole collections: what is in it, and working it."""

from __future__ import annotations

import contextlib
import math
import threading
import time
from collections.abc import Callable, Sequence
from functools import partial

from backend.bootstrap import Assembly
from backend.cluster.file_queue import work_on_cluster
from backend.cluster.opening import AT_ONCE, open_workers
from backend.errors import NotFoundError
from backend.ingestion.pace import ReadFile, Standing, ready_in
from backend.ingestion.progress import file_view, view
from backend.ingestion.queueing import UNFINISHED
from backend.ingestion.reading_ahead import ReadingAhead
from backend.ingestion.reembedding import notice_changed_embedder
from backend.ingestion.relief import Relief
from backend.ingestion.unused_files import remove_unused
from backend.ingestion.worker import MOST_AWAY, work
from backend.ports import StopSignal
from backend.types import Job, JobState, JobView

_LATEST_FILES = 8
"""Files whose reading tells how fast the next ones will be."""


class QueueService:
    """Everything about jobs."""

    def __init__(self, assembly: Assembly, ensure_worker: Callable[[], None]) -> None:
        self._ensure_worker = ensure_worker
        self._parts = assembly.parts
        self._ingestion = assembly.ingestion
        self._records = assembly.parts.records
        self._relief: tuple[StopSignal, Relief] | None = None
        self._relief_lock = threading.Lock()
        self._stood: dict[str, Standing] = {}
        self._read: dict[str, ReadFile | None] = {}
        self._pace_lock = threading.Lock()

    def jobs(self, collection_id: str | None = None) -> tuple[JobView, ...]:
        """Files on their way in and how they ended, oldest first; all jobs without a collection."""
        self._ensure_worker()
        now = time.time()
        wanted = self._records.jobs(collection_id)
        other = self._ingestion.other_work
        ready: dict[str, float] = {}
        if any(job.state in UNFINISHED and job.kind not in other for job in wanted):
            # files of other collections wait in the same queue
            ready = self._ready_in(self._records.jobs() if collection_id else wanted, now)
        return tuple(
            view(job, now) if job.kind in other else file_view(job, ready.get(job.id))
            for job in wanted
            if collection_id is None or job.kind not in other
        )

    def job(self, job_id: str) -> JobView:
        """One job; of a file without the seconds until it is ready, for which all others would
        have to be looked at.

        Raises:
            NotFoundError: if it is not listed (any more).
        """
        self._ensure_worker()
        job = self._records.job(job_id)
        is_file = job.kind not in self._ingestion.other_work
        return file_view(job, None) if is_file else view(job, time.time())

    def _ready_in(self, jobs: Sequence[Job], now: float) -> dict[str, float]:
        """By id of a file's job: seconds until the file is ready."""
        files = [job for job in jobs if job.kind not in self._ingestion.other_work]
        ended = [file for file in files if file.state is JobState.DONE and file.document_id]
        latest = sorted(ended, key=lambda file: file.finished)[-_LATEST_FILES:]
        with self._pace_lock:
            self._read = {
                each.id: self._read[each.id] if each.id in self._read else self._read_file(each)
                for each in latest
            }
            self._stood = {
                file.id: self._seen(file, now) for file in files if file.state is JobState.RUNNING
            }
            return ready_in(
                [file for file in files if file.state is JobState.QUEUED],
                tuple(self._stood.values()),
                [each for each in self._read.values() if each is not None],
                now,
                self.worker_threads(),
            )

    def _seen(self, job: Job, now: float) -> Standing:
        """The job, and since when it was seen where it stands."""
        before = self._stood.get(job.id)
        stands = before is not None and (before.job.stage, before.job.done) == (job.stage, job.done)
        return Standing(job, before.since if before is not None and stands else now)

    def _read_file(self, job: Job) -> ReadFile | None:
        try:
            passages = self._records.document(job.document_id).chunks
        except NotFoundError:
            return None
        return ReadFile(job.size, passages, job.started, job.finished)

    def work_on(self, collection_id: str, kind: str) -> JobView | None:
        """The latest job of a kind that concerns a whole collection, `name` or `tune`."""
        self._ensure_worker()
        jobs = self._records.find_jobs(collection_id, kind=kind)
        return view(jobs[-1], time.time()) if jobs else None

    def cancel_job(self, job_id: str) -> None:
        """Stop a file on its way in."""
        self._records.request_cancel(job_id)

    def retry_job(self, job_id: str, password: str | None = None) -> Job:
        """Queue a failed or cancelled file again.

        Raises:
            ReadingError: `encrypted` if the password does not open the file.
        """
        if password:
            self._ingestion.open_protected(self._records.job(job_id).sha256, password)
        job = self._records.retry_job(job_id)
        self._ensure_worker()
        return job

    def dismiss_job(self, job_id: str) -> None:
        """Forget a file that was read, failed or was cancelled."""
        job = self._records.job(job_id)
        self._records.dismiss_job(job_id)
        remove_unused(self._records, self._ingestion.files, {job.sha256})

    def work_until_idle(
        self, stop: StopSignal, *, idle_seconds: float = 0.0, patient: bool = False
    ) -> None:
        """Work the queue in this thread until it is empty.

        Args:
            patient: wait for a Dask scheduler that is not there yet.

        Raises:
            ClusterError: if a Dask scheduler is set and its workers cannot do the work.
        """
        self._work(stop, until_idle=True, idle_seconds=idle_seconds, patient=patient)

    def work_until_stopped(self, stop: StopSignal, *, patient: bool = False) -> None:
        """Work the queue in this thread until `stop` is set; see `work_until_idle`."""
        self._work(stop, until_idle=False, idle_seconds=0.0, patient=patient)

    def read_ahead(self, collection_id: str, told: Callable[[], None] = lambda: None) -> None:
        """Read what a first question needs of a collection, names, pages and windows, in this
        thread, so that nobody waits for it later.

        Args:
            told: called between steps; what it raises ends the reading.
        """
        ReadingAhead(self._ingestion).finish(collection_id, told)

    def _work(
        self, stop: StopSignal, *, until_idle: bool, idle_seconds: float, patient: bool
    ) -> None:
        if not self._parts.settings.dask_scheduler:
            relief = self._relief_of(stop)
            with relief.present():
                work(
                    self._ingestion,
                    stop,
                    until_idle=until_idle,
                    idle_seconds=idle_seconds,
                    relief=relief,
                )
            return
        patience = AT_ONCE
        if patient:
            patience = MOST_AWAY if until_idle else math.inf
        with contextlib.closing(open_workers(self._ingestion, patience)) as workers:
            work_on_cluster(
                self._ingestion, workers, stop, until_idle=until_idle, idle_seconds=idle_seconds
            )

    def _relief_of(self, stop: StopSignal) -> Relief:
        """What all threads share that work the queue until the same signal."""
        with self._relief_lock:
            if self._relief is None or self._relief[0] is not stop:
                help_out = partial(work, self._ingestion, stop, until_idle=True)
                self._relief = stop, Relief(help_out)
            return self._relief[1]

    def worker_threads(self) -> int:
        """How many threads work the queue; one is enough to serve a cluster."""
        settings = self._parts.settings
        return 1 if settings.dask_scheduler else max(1, settings.ingestion_workers)

    def has_work(self) -> bool:
        """Whether files are waiting, or were left by a worker that died."""
        return bool(self._records.find_jobs(states=UNFINISHED, limit=1))

    def notice_changed_embedders(self) -> None:
        """Queue re-embedding for collections whose model is not the one of their settings."""
        for collection in self._records.collections():
            notice_changed_embedder(self._records, self._parts.embedders, collection.id)
