"""The durable queue: claiming, heartbeats, takeover, checkpoints.

Times are those of the server's clock, so that workers on machines whose clocks differ agree about
who has fallen silent.
"""

from __future__ import annotations

import uuid
from collections.abc import Collection as Group
from collections.abc import Sequence

from backend.records._neo4j.part import StorePart
from backend.records._neo4j.rows import job_of
from backend.records._neo4j.server import Transaction
from backend.types import REFUSED, Job, JobState

_OVER = (JobState.DONE, JobState.FAILED, JobState.CANCELLED)

_COLLECTION = "MATCH (c:Collection {library: $library, id: $id}) RETURN c.id"
_CREATE = """
CREATE (j:Job)
SET j = $job, j.library = $library, j.created = timestamp() / 1000.0,
    j.finished = CASE WHEN $over THEN timestamp() / 1000.0 ELSE 0.0 END
RETURN j
"""
_ALL = """
MATCH (j:Job {library: $library})
WHERE j.id IS NOT NULL AND ($collection IS NULL OR j.collection = $collection)
RETURN j
"""
_ONE = "MATCH (j:Job {library: $library, id: $id}) RETURN j"
# Whoever changes a job holds it first and looks at it then: a check before the lock may be old.
_HOLD = """
MATCH (j:Job {library: $library, id: $id}) SET j.lock = true REMOVE j.lock
RETURN j.state AS state, j.kind AS kind
"""
_CLAIMABLE = """
MATCH (j:Job {library: $library})
WHERE j.state = 'queued'
   OR (j.state = 'running' AND j.heartbeat < timestamp() / 1000.0 - $stale_after)
RETURN j.id AS id ORDER BY j.position LIMIT 1
"""
_CLAIM = """
MATCH (j:Job {library: $library, id: $id}) SET j.lock = true REMOVE j.lock
WITH j
WHERE j.state = 'queued'
   OR (j.state = 'running' AND j.heartbeat < timestamp() / 1000.0 - $stale_after)
SET j.state = 'running', j.worker = $worker, j.started = timestamp() / 1000.0,
    j.heartbeat = timestamp() / 1000.0, j.attempts = j.attempts + 1
RETURN j
"""
_REPORT = """
MATCH (j:Job {library: $library, id: $id}) SET j.lock = true REMOVE j.lock
WITH j
WHERE j.worker = $worker AND j.state = 'running' AND NOT j.cancel_requested
SET j.stage = $stage, j.done = $done, j.total = $total, j.heartbeat = timestamp() / 1000.0
RETURN j.id
"""
_FINISH = """
MATCH (j:Job {library: $library, id: $id}) SET j.lock = true REMOVE j.lock
WITH j
WHERE j.worker = $worker AND j.state = 'running'
SET j.state = $state, j.finished = timestamp() / 1000.0, j.code = $code, j.reason = $reason,
    j.remedy = $remedy, j.document_id = $document_id, j.worker = ''
WITH j
OPTIONAL MATCH (j)-[:HAS_CHECKPOINT]->(p:Checkpoint) DETACH DELETE p
"""
_CANCEL_WAITING = """
MATCH (j:Job {library: $library, id: $id})
SET j.state = 'cancelled', j.finished = timestamp() / 1000.0, j.cancel_requested = true
"""
_CANCEL_RUNNING = """
MATCH (j:Job {library: $library, id: $id}) SET j.cancel_requested = true
"""
_AGAIN = """
MATCH (j:Job {library: $library, id: $id})
SET j.state = 'queued', j.stage = '', j.done = 0, j.total = 0, j.started = 0.0, j.finished = 0.0,
    j.heartbeat = 0.0, j.attempts = 0, j.code = '', j.reason = '', j.remedy = '',
    j.document_id = '', j.cancel_requested = false, j.worker = ''
RETURN j
"""
_DROP_CHECKPOINTS = """
MATCH (:Job {library: $library, id: $id})-[:HAS_CHECKPOINT]->(p:Checkpoint) DETACH DELETE p
"""
_DISMISS = "MATCH (j:Job {library: $library, id: $id}) DETACH DELETE j"
_SAVE = """
MATCH (j:Job {library: $library, id: $id})
MERGE (j)-[:HAS_CHECKPOINT]->(p:Checkpoint {name: $name})
SET p.payload = $payload
"""
_LOAD = """
MATCH (:Job {library: $library, id: $id})-[:HAS_CHECKPOINT]->(p:Checkpoint {name: $name})
RETURN p.payload AS payload
"""


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
        fresh = _fresh_job(
            kind=kind,
            collection_id=collection_id,
            name=name,
            sha256=sha256,
            size=size,
            media_type=media_type,
            key=key,
            replaces=list(replaces),
        )
        return self._create(collection_id, fresh)

    def reject(
        self, *, collection_id: str, name: str, size: int, code: str, reason: str, remedy: str
    ) -> Job:
        """Note a file that was not taken in, as a job that has failed already."""
        fresh = _fresh_job(
            kind=REFUSED,
            collection_id=collection_id,
            name=name,
            size=size,
            state=JobState.FAILED.value,
            code=code,
            reason=reason,
            remedy=remedy,
        )
        return self._create(collection_id, fresh)

    def _create(self, collection_id: str, job: dict[str, object]) -> Job:
        def create(transaction: Transaction) -> Job:
            transaction.one("collection", _COLLECTION, id=collection_id)
            there = transaction.rows(_ONE, id=job["id"])
            if there:  # a first try was stored although its confirmation was lost
                return job_of(there[0]["j"])
            position = transaction.next_number("jobs")
            over = job["state"] != JobState.QUEUED.value
            row = transaction.one("job", _CREATE, job={**job, "position": position}, over=over)
            return job_of(row["j"])

        return self._server.write(create)

    def jobs(self, collection_id: str | None = None) -> tuple[Job, ...]:
        """Jobs, oldest first."""
        rows = self._server.read(
            lambda transaction: transaction.rows(_ALL, collection=collection_id)
        )
        nodes = sorted((row["j"] for row in rows), key=lambda job: job["position"])
        return tuple(map(job_of, nodes))

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
        # Only what is given stands in the query: an index serves no condition on a null.
        conditions = ["j.id IS NOT NULL"]
        if collection_id is not None:
            conditions.append("j.collection = $collection")
        if states:
            conditions.append("j.state IN $states")
        if kind:
            conditions.append("j.kind = $kind")
        if sha256s:
            conditions.append("j.sha256 IN $sha256s")
        fitting = f"MATCH (j:Job {{library: $library}}) WHERE {' AND '.join(conditions)}"
        most = "" if limit is None else " LIMIT $limit"
        rows = self._server.read(
            lambda transaction: transaction.rows(
                f"{fitting} RETURN j ORDER BY j.position{most}",
                collection=collection_id,
                states=[state.value for state in states],
                kind=kind,
                sha256s=list(sha256s),
                limit=limit,
            )
        )
        return tuple(job_of(row["j"]) for row in rows)

    def job(self, job_id: str) -> Job:
        """One job; NotFoundError if it does not exist."""
        row = self._server.read(lambda transaction: transaction.one("job", _ONE, id=job_id))
        return job_of(row["j"])

    def claim_job(self, worker: str, stale_after: float) -> Job | None:
        """Take the oldest job that waits, or whose worker has fallen silent."""

        def claimable(transaction: Transaction) -> str | None:
            found: str | None = transaction.value(_CLAIMABLE, stale_after=stale_after)
            return found

        def claim(transaction: Transaction) -> Job | None:
            identity = claimable(transaction)
            if identity is None:
                return None
            rows = transaction.rows(_CLAIM, id=identity, worker=worker, stale_after=stale_after)
            return job_of(rows[0]["j"]) if rows else None

        # Another worker may have been quicker with the oldest: then the next one is tried.
        while self._server.read(claimable) is not None:
            job = self._server.write(claim)
            if job is not None:
                return job
        return None

    def report_job(self, job_id: str, worker: str, stage: str, done: int, total: int) -> bool:
        """Record progress and a heartbeat; False if the job was cancelled, removed or taken."""
        rows = self._server.write(
            lambda transaction: transaction.rows(
                _REPORT, id=job_id, worker=worker, stage=stage, done=done, total=total
            )
        )
        return bool(rows)

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
        self._server.write(
            lambda transaction: transaction.rows(
                _FINISH,
                id=job_id,
                worker=worker,
                state=state.value,
                code=code,
                reason=reason,
                remedy=remedy,
                document_id=document_id,
            )
        )

    def request_cancel(self, job_id: str) -> None:
        """Ask for a stop: a waiting job ends at once, a running one at its next report."""

        def cancel(transaction: Transaction) -> None:
            state = transaction.one("job", _HOLD, id=job_id)["state"]
            if state == JobState.QUEUED:
                transaction.rows(_CANCEL_WAITING, id=job_id)
                transaction.rows(_DROP_CHECKPOINTS, id=job_id)
            elif state == JobState.RUNNING:
                transaction.rows(_CANCEL_RUNNING, id=job_id)

        self._server.write(cancel)

    def retry_job(self, job_id: str) -> Job:
        """Queue a failed or cancelled job again; any other, or a refused file, stays as it is."""

        def again(transaction: Transaction) -> Job:
            held = transaction.one("job", _HOLD, id=job_id)
            can = held["state"] in (JobState.FAILED, JobState.CANCELLED) and held["kind"] != REFUSED
            return job_of(transaction.one("job", _AGAIN if can else _ONE, id=job_id)["j"])

        return self._server.write(again)

    def dismiss_job(self, job_id: str) -> None:
        """Forget a job that is over; one that waits or runs stays."""

        def dismiss(transaction: Transaction) -> None:
            if transaction.one("job", _HOLD, id=job_id)["state"] in _OVER:
                transaction.rows(_DROP_CHECKPOINTS, id=job_id)
                transaction.rows(_DISMISS, id=job_id)

        self._server.write(dismiss)

    def save_checkpoint(self, job_id: str, name: str, payload: bytes) -> None:
        """Keep a step's result, so that a job that was killed goes on from there."""

        def save(transaction: Transaction) -> None:
            transaction.one("job", _HOLD, id=job_id)
            transaction.rows(_SAVE, id=job_id, name=name, payload=payload)

        self._server.write(save)

    def load_checkpoint(self, job_id: str, name: str) -> bytes | None:
        """What was kept under the name, None if nothing was."""
        found = self._server.read(
            lambda transaction: transaction.value(_LOAD, id=job_id, name=name)
        )
        return None if found is None else bytes(found)


def _fresh_job(**known: object) -> dict[str, object]:
    """The properties of a job that waits, with what is known of it. Server and clock add the rest.

    The id is made here, before the first try to store it: a try again stores nothing twice.
    """
    return {
        "id": uuid.uuid4().hex,
        "kind": "",
        "name": "",
        "sha256": "",
        "size": 0,
        "media_type": "",
        "state": JobState.QUEUED.value,
        "stage": "",
        "done": 0,
        "total": 0,
        "started": 0.0,
        "heartbeat": 0.0,
        "attempts": 0,
        "code": "",
        "reason": "",
        "remedy": "",
        "document_id": "",
        "key": "",
        "replaces": [],
        "cancel_requested": False,
        "worker": "",
        "collection": known.get("collection_id", ""),
        **known,
    }
