"""The records of jobs."""

from __future__ import annotations

from collections.abc import Collection as Group
from collections.abc import Sequence
from typing import Protocol

from backend.types.jobs import Job, JobState


class QueueRecords(Protocol):
    """Files on their way in, and other work that waits for a worker."""

    def enqueue(
        self,
        *,
        kind: str,
        collection_id: str,
        name: str,
        sha256: str,
        size: int,
        media_type: str,
        key: str = "",
        replaces: Sequence[str] = (),
    ) -> Job: ...

    def reject(
        self, *, collection_id: str, name: str, size: int, code: str, reason: str, remedy: str
    ) -> Job:
        """A failed job of kind `refused` for a file that was not taken in, so that it is seen."""
        ...

    def jobs(self, collection_id: str | None = None) -> tuple[Job, ...]:
        """Jobs, oldest first."""
        ...

    def find_jobs(
        self,
        collection_id: str | None = None,
        *,
        states: Group[JobState] = (),
        kind: str = "",
        sha256s: Group[str] = (),
        limit: int | None = None,
    ) -> tuple[Job, ...]:
        """Jobs that fit all that is given, oldest first: one of the states, the kind, one of the
        files' hashes; at most `limit` of them. An empty group asks for nothing. The store looks
        them up: jobs that do not fit cost nothing.
        """
        ...

    def job(self, job_id: str) -> Job: ...

    def claim_job(self, worker: str, stale_after: float) -> Job | None:
        """Take the oldest queued job, or a running one whose heartbeat is older than `stale_after`
        seconds. Exactly one worker gets it. None if there is nothing to do."""
        ...

    def report_job(self, job_id: str, worker: str, stage: str, done: int, total: int) -> bool:
        """Record progress and a heartbeat; False if the job was cancelled or taken over."""
        ...

    def finish_job(
        self,
        job_id: str,
        worker: str,
        state: JobState,
        *,
        code: str = "",
        reason: str = "",
        remedy: str = "",
        document_id: str = "",
    ) -> None:
        """End a job; drops its checkpoints. Ignored when another worker has taken it over."""
        ...

    def request_cancel(self, job_id: str) -> None: ...

    def retry_job(self, job_id: str) -> Job:
        """Queue a failed or cancelled job again."""
        ...

    def dismiss_job(self, job_id: str) -> None:
        """Forget a finished, failed or cancelled job."""
        ...

    def save_checkpoint(self, job_id: str, name: str, payload: bytes) -> None: ...

    def load_checkpoint(self, job_id: str, name: str) -> bytes | None: ...
