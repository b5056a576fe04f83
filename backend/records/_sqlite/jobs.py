"""The durable queue: claiming, heartbeats, takeover, checkpoints."""

from __future__ import annotations

import sqlite3
import time
import uuid
from collections.abc import Collection as Group
from collections.abc import Sequence

from backend.records._codecs import compact
from backend.records._sqlite.part import StorePart, collection_key
from backend.records._sqlite.rows import JOB_COLUMNS, job_of, one
from backend.types import REFUSED, Job, JobState

_OVER = (JobState.DONE, JobState.FAILED, JobState.CANCELLED)


def insert_job(
    connection: sqlite3.Connection,
    *,
    kind: str,
    collection_id: str,
    name: str,
    sha256: str,
    size: int,
    media_type: str,
    key: str,
    replaces: Sequence[str] = (),
) -> str:
    """Put a job into the queue within a transaction that is open; its id.

    It is never earlier than what bears its name already: which of two versions of a file is newer
    must not depend on a clock that was set back.
    """
    identity = uuid.uuid4().hex
    latest = connection.execute(
        "SELECT max(coalesce((SELECT max(d.added) FROM documents d JOIN collections c "
        "ON c.pk = d.collection WHERE c.id = ?1 AND d.name = ?2), 0), "
        "coalesce((SELECT max(created) FROM jobs WHERE collection = ?1 AND name = ?2), 0))",
        (collection_id, name),
    ).fetchone()[0]
    connection.execute(
        "INSERT INTO jobs (id, kind, collection, name, sha256, size, media_type, state, "
        "created, key, replaces) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        (
            identity,
            kind,
            collection_id,
            name,
            sha256,
            size,
            media_type,
            JobState.QUEUED,
            max(time.time(), latest),
            key,
            compact(list(replaces)),
        ),
    )
    return identity


class Jobs(StorePart):
    """The verbs of `Records` about jobs."""

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
    ) -> Job:
        """Put a file into the queue; NotFoundError if the collection is gone."""
        with self._database.write() as connection:
            collection_key(connection, collection_id)
            identity = insert_job(
                connection,
                kind=kind,
                collection_id=collection_id,
                name=name,
                sha256=sha256,
                size=size,
                media_type=media_type,
                key=key,
                replaces=replaces,
            )
            return _job(connection, identity)

    def reject(
        self, *, collection_id: str, name: str, size: int, code: str, reason: str, remedy: str
    ) -> Job:
        """Note a file that was not taken in, as a job that has failed already."""
        identity = uuid.uuid4().hex
        now = time.time()
        with self._database.write() as connection:
            collection_key(connection, collection_id)
            connection.execute(
                "INSERT INTO jobs (id, kind, collection, name, sha256, size, media_type, state, "
                "created, finished, code, reason, remedy, key, replaces) "
                "VALUES (?, ?, ?, ?, '', ?, '', ?, ?, ?, ?, ?, ?, '', '[]')",
                (
                    identity,
                    REFUSED,
                    collection_id,
                    name,
                    size,
                    JobState.FAILED,
                    now,
                    now,
                    code,
                    reason,
                    remedy,
                ),
            )
            return _job(connection, identity)

    def jobs(self, collection_id: str | None = None) -> tuple[Job, ...]:
        """Jobs, oldest first."""
        with self._database.read() as connection:
            if collection_id is None:
                rows = connection.execute(f"SELECT {JOB_COLUMNS} FROM jobs ORDER BY pk")
            else:
                rows = connection.execute(
                    f"SELECT {JOB_COLUMNS} FROM jobs WHERE collection = ? ORDER BY pk",
                    (collection_id,),
                )
            return tuple(map(job_of, rows))

    def find_jobs(
        self,
        collection_id: str | None = None,
        *,
        states: Group[JobState] = (),
        kind: str = "",
        sha256s: Group[str] = (),
        limit: int | None = None,
    ) -> tuple[Job, ...]:
        """Jobs that fit all that is given, oldest first."""
        wanted: dict[str, Sequence[str]] = {
            "collection": () if collection_id is None else (collection_id,),
            "state": tuple(states),
            "kind": (kind,) if kind else (),
            "sha256": tuple(sha256s),
        }
        given = {column: values for column, values in wanted.items() if values}
        # a plus keeps SQLite from an index: few jobs have a hash, many a collection or a kind, and
        # walking all jobs in order costs more than to look up those that fit
        plus = "+" if sha256s else ""
        unindexed = {"collection": plus, "kind": plus}
        fits = " AND ".join(
            f"{unindexed.get(column, '')}{column} IN ({', '.join('?' * len(values))})"
            for column, values in given.items()
        )
        order = "+pk" if given else "pk"
        with self._database.read() as connection:
            rows = connection.execute(
                f"SELECT {JOB_COLUMNS} FROM jobs WHERE {fits or '1'} ORDER BY {order} LIMIT ?",
                (*(value for values in given.values() for value in values), _limit(limit)),
            )
            return tuple(map(job_of, rows))

    def job(self, job_id: str) -> Job:
        """One job; NotFoundError if it does not exist."""
        with self._database.read() as connection:
            return _job(connection, job_id)

    def claim_job(self, worker: str, stale_after: float) -> Job | None:
        """Take the oldest job that waits, or whose worker has fallen silent."""
        # Most calls find nothing: they must not queue up behind writers.
        with self._database.read() as connection:
            if _claimable(connection, time.time() - stale_after) is None:
                return None
        with self._database.write() as connection:
            now = time.time()
            identity = _claimable(connection, now - stale_after)
            if identity is None:
                return None
            connection.execute(
                "UPDATE jobs SET state = ?, worker = ?, started = ?, heartbeat = ?, "
                "attempts = attempts + 1 WHERE id = ?",
                (JobState.RUNNING, worker, now, now, identity),
            )
            return _job(connection, identity)

    def report_job(self, job_id: str, worker: str, stage: str, done: int, total: int) -> bool:
        """Record progress and a heartbeat; False if the job was cancelled, removed or taken."""
        with self._database.write() as connection:
            updated = connection.execute(
                "UPDATE jobs SET stage = ?, done = ?, total = ?, heartbeat = ? WHERE id = ? "
                "AND worker = ? AND state = ? AND cancel_requested = 0",
                (stage, done, total, time.time(), job_id, worker, JobState.RUNNING),
            )
            return updated.rowcount == 1

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
        """End a job and drop its checkpoints; ignored when another worker has it."""
        with self._database.write() as connection:
            updated = connection.execute(
                "UPDATE jobs SET state = ?, finished = ?, code = ?, reason = ?, remedy = ?, "
                "document = ?, worker = '' WHERE id = ? AND worker = ? AND state = ?",
                (
                    state,
                    time.time(),
                    code,
                    reason,
                    remedy,
                    document_id,
                    job_id,
                    worker,
                    JobState.RUNNING,
                ),
            )
            if updated.rowcount:
                _drop_checkpoints(connection, job_id)

    def request_cancel(self, job_id: str) -> None:
        """Ask for a stop: a waiting job ends at once, a running one at its next report."""
        with self._database.write() as connection:
            _job(connection, job_id)
            connection.execute(
                "UPDATE jobs SET state = ?, finished = ?, cancel_requested = 1 "
                "WHERE id = ? AND state = ?",
                (JobState.CANCELLED, time.time(), job_id, JobState.QUEUED),
            )
            connection.execute(
                "UPDATE jobs SET cancel_requested = 1 WHERE id = ? AND state = ?",
                (job_id, JobState.RUNNING),
            )
            _drop_checkpoints(connection, job_id, only=JobState.CANCELLED)

    def retry_job(self, job_id: str) -> Job:
        """Queue a failed or cancelled job again; any other, or a refused file, stays as it is."""
        with self._database.write() as connection:
            job = _job(connection, job_id)
            if job.state not in (JobState.FAILED, JobState.CANCELLED) or job.kind == REFUSED:
                return job
            connection.execute(
                "UPDATE jobs SET state = ?, stage = '', done = 0, total = 0, started = 0, "
                "finished = 0, heartbeat = 0, attempts = 0, code = '', reason = '', remedy = '', "
                "document = '', cancel_requested = 0, worker = '' WHERE id = ?",
                (JobState.QUEUED, job_id),
            )
            return _job(connection, job_id)

    def dismiss_job(self, job_id: str) -> None:
        """Forget a job that is over; one that waits or runs stays."""
        with self._database.write() as connection:
            if _job(connection, job_id).state in _OVER:
                _drop_checkpoints(connection, job_id)
                connection.execute("DELETE FROM jobs WHERE id = ?", (job_id,))

    def save_checkpoint(self, job_id: str, name: str, payload: bytes) -> None:
        """Keep a step's result, so that a job that was killed goes on from there."""
        with self._database.write() as connection:
            found = connection.execute("SELECT pk FROM jobs WHERE id = ?", (job_id,))
            connection.execute(
                "INSERT OR REPLACE INTO checkpoints (job, name, payload) VALUES (?, ?, ?)",
                (one(found, "job")[0], name, payload),
            )

    def load_checkpoint(self, job_id: str, name: str) -> bytes | None:
        """What was kept under the name, None if nothing was."""
        with self._database.read() as connection:
            row = connection.execute(
                "SELECT c.payload FROM checkpoints c JOIN jobs j ON j.pk = c.job "
                "WHERE j.id = ? AND c.name = ?",
                (job_id, name),
            ).fetchone()
            return bytes(row[0]) if row else None


def _limit(limit: int | None) -> int:
    return -1 if limit is None else limit


def _job(connection: sqlite3.Connection, job_id: str) -> Job:
    found = connection.execute(f"SELECT {JOB_COLUMNS} FROM jobs WHERE id = ?", (job_id,))
    return job_of(one(found, "job"))


def _claimable(connection: sqlite3.Connection, silent_since: float) -> str | None:
    """Id of the oldest job that waits or is abandoned."""
    rows = [
        connection.execute(
            "SELECT pk, id FROM jobs WHERE state = ? ORDER BY pk LIMIT 1", (JobState.QUEUED,)
        ).fetchone(),
        connection.execute(
            "SELECT pk, id FROM jobs WHERE state = ? AND heartbeat < ? ORDER BY pk LIMIT 1",
            (JobState.RUNNING, silent_since),
        ).fetchone(),
    ]
    found = [row for row in rows if row is not None]
    return str(min(found)[1]) if found else None


def _drop_checkpoints(
    connection: sqlite3.Connection, job_id: str, *, only: JobState | None = None
) -> None:
    connection.execute(
        "DELETE FROM checkpoints WHERE job IN "
        "(SELECT pk FROM jobs WHERE id = ? AND (? IS NULL OR state = ?))",
        (job_id, only, only),
    )
