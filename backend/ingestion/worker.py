"""Works the queue of files: claims jobs from the records, one per thread, until told to stop.

Any number of workers, in any number of processes, may serve one library. A job's heartbeat is
renewed while it runs; when a worker dies, another takes the job over and goes on from its
checkpoints.
"""

from __future__ import annotations

import contextlib
import logging
import os
import socket
import threading
import time
import uuid
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Protocol

from backend.errors import (
    CancelledError,
    EmbedderError,
    NotFoundError,
    StorageError,
    UnavailableError,
    WorkbenchError,
)
from backend.ingestion.column_keeping import keep_columns
from backend.ingestion.communities import keep_up
from backend.ingestion.describing import describe_if_wanted
from backend.ingestion.document import Source
from backend.ingestion.failures import Failure, failure_of, tried_too_often
from backend.ingestion.naming import LOCAL, name_later
from backend.ingestion.parts import IngestionParts
from backend.ingestion.preparing import Steps, prepare
from backend.ingestion.queueing import ADD, REEMBED
from backend.ingestion.reading_ahead import ReadingAhead
from backend.ingestion.reembedding import notice_lost_teacher, reembed
from backend.ingestion.relief import Relief
from backend.ingestion.server_outage import patiently
from backend.ingestion.unused_files import remove_unused
from backend.ports import DocumentBundle, Embedder, Progress, StopSignal
from backend.question_vectors.kept_network import is_fine_tuned
from backend.readers.detection import HEAD_BYTES, media_type_of
from backend.tracing import Attributes, span
from backend.types import Collection, Document, Job, JobState

STALE_AFTER = 15.0
"""Seconds without a heartbeat after which a job counts as abandoned."""
HEARTBEAT_EVERY = 2.0
POLL_EVERY = 0.5
MOST_ATTEMPTS = 3
AWAY_EVERY = 2.0
"""Seconds between two looks whether a server that does not answer is back."""
MOST_AWAY = 600.0
"""Seconds after which a worker that ends when it is idle no longer waits for a server."""

logger = logging.getLogger(__name__)


class Prepare(Protocol):
    """Makes a file's bundle: this process, or another machine; see `preparing.prepare`."""

    def __call__(
        self, parts: IngestionParts, source: Source, path: Path, embedder: Embedder, steps: Steps, /
    ) -> DocumentBundle: ...


class SupersededError(WorkbenchError):
    """A newer version of the same file became ready first."""


class JobRun:
    """One job in the hands of one worker: its progress, heartbeat and checkpoints."""

    def __init__(self, parts: IngestionParts, job: Job, worker: str, stop: StopSignal) -> None:
        self._records = parts.records
        self.job = job
        self.worker = worker
        self._stop = stop
        self._stage: tuple[str, int, int] = ("", 0, 0)
        self._reported = 0.0
        self._alive = True
        self._ended = threading.Event()
        self._beat = threading.Thread(target=self._keep_alive, daemon=True)

    def __enter__(self) -> JobRun:
        self._beat.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._ended.set()
        self._beat.join()

    def progress(self, stage: str, done: int, total: int) -> None:
        """Report progress (at most a few times a second).

        Raises:
            CancelledError: if the job was cancelled, taken over, or the worker shall stop.
        """
        changed = stage != self._stage[0]
        self._stage = (stage, done, total)
        now = time.monotonic()
        if changed or now - self._reported > 0.3:
            self._reported = now
            self._alive = self._records.report_job(self.job.id, self.worker, stage, done, total)
        if not self._alive or self._stop.is_set():
            raise CancelledError("The work on this file was stopped.")

    def is_set(self) -> bool:
        """Whether the work shall end: the worker stops, or the job was cancelled."""
        return self._stop.is_set() or not self._alive

    def load(self, name: str) -> bytes | None:
        """A checkpoint of an earlier try."""
        return self._records.load_checkpoint(self.job.id, name)

    def save(self, name: str, payload: bytes) -> None:
        """Keep a checkpoint until the job ends."""
        self._records.save_checkpoint(self.job.id, name, payload)

    def _keep_alive(self) -> None:
        while not self._ended.wait(HEARTBEAT_EVERY):
            try:
                self._alive = self._records.report_job(self.job.id, self.worker, *self._stage)
            except WorkbenchError:
                logger.warning("a heartbeat could not be stored", exc_info=True)


def worker_name() -> str:
    """A name that no other worker has: host, process and a random part."""
    return f"{socket.gethostname()}:{os.getpid()}:{uuid.uuid4().hex[:8]}"


def work(
    parts: IngestionParts,
    stop: StopSignal,
    *,
    until_idle: bool,
    idle_seconds: float = 0.0,
    relief: Relief | None = None,
) -> None:
    """Claim and run jobs until `stop` is set or, with `until_idle`, none is left.

    Args:
        idle_seconds: how long the queue must have been empty to count as idle.
        relief: is told of every job, where a further thread helps out beside long ones.
    """
    name = worker_name()
    idle_since = answered = time.monotonic()
    ahead = ReadingAhead(parts)
    while not stop.is_set():
        try:
            job = parts.records.claim_job(name, STALE_AFTER)
        except UnavailableError:
            if until_idle and time.monotonic() - answered > MOST_AWAY:
                raise
            logger.warning("the records do not answer; the queue waits", exc_info=True)
            _sleep(AWAY_EVERY, stop)
            continue
        answered = time.monotonic()
        if job is None:
            if ahead.step():
                continue
            if until_idle and time.monotonic() - idle_since >= idle_seconds:
                return
            time.sleep(min(POLL_EVERY, max(0.02, idle_seconds / 4)) if until_idle else POLL_EVERY)
            continue
        with relief.busy() if relief is not None else contextlib.nullcontext():
            run_through(parts, job, name, stop)
        ahead.changed(job.collection_id)
        idle_since = time.monotonic()


def run_through(
    parts: IngestionParts, job: Job, worker: str, stop: StopSignal, prepare: Prepare = prepare
) -> None:
    """Run a job, and go on with it when a server that stopped answering is back.

    The job is not given up and no attempt is counted: nothing is wrong with the file. It is left
    where another worker took it over meanwhile, or `stop` was set.
    """
    while not stop.is_set():
        try:
            run_job(parts, job, worker, stop, prepare)
            return
        except UnavailableError:
            logger.warning("a server does not answer; the job waits for it", exc_info=True)
        while not stop.is_set():
            _sleep(AWAY_EVERY, stop)
            try:
                if not parts.records.report_job(job.id, worker, job.stage, job.done, job.total):
                    return
            except UnavailableError:
                continue
            break


def _sleep(seconds: float, stop: StopSignal) -> None:
    until = time.monotonic() + seconds
    while not stop.is_set() and time.monotonic() < until:
        time.sleep(min(POLL_EVERY, seconds))


def run_job(
    parts: IngestionParts, job: Job, worker: str, stop: StopSignal, prepare: Prepare = prepare
) -> None:
    """Run one claimed job to its end; it is left for later where `stop` was set.

    Raises:
        UnavailableError: if a server does not answer; the job can be run again.
    """
    try:
        if job.attempts > MOST_ATTEMPTS:
            end_job(parts, job, worker, tried_too_often(MOST_ATTEMPTS))
            return
        with (
            span(f"job {job.kind}", _told_of(job)),
            JobRun(parts, job, worker, stop) as run,
        ):
            document_id = _work_of(parts, job, prepare)(parts, run)
    except CancelledError:
        if not stop.is_set() or parts.records.job(job.id).cancel_requested:
            end_job(parts, job, worker, JobState.CANCELLED)
    except SupersededError as error:
        end_job(parts, job, worker, JobState.CANCELLED, reason=error.what)
    except UnavailableError:
        raise
    except Exception as error:  # noqa: BLE001 - the edge of a worker: no file may end the others
        end_job(parts, job, worker, failure_of(error))
    else:
        end_job(parts, job, worker, JobState.DONE, document_id=document_id)


def _told_of(job: Job) -> Attributes:
    """A job as a span tells it: no name of a file."""
    return {
        "gen_ai.data_source.id": job.collection_id,
        "quire.job.id": job.id,
        "quire.job.attempt": job.attempts,
        "quire.job.bytes": job.size,
    }


def end_job(
    parts: IngestionParts,
    job: Job,
    worker: str,
    how: JobState | Failure,
    *,
    reason: str = "",
    document_id: str = "",
) -> None:
    """Note how a job ended; nothing happens if another worker has it by now."""
    if isinstance(how, Failure):
        parts.records.finish_job(
            job.id, worker, JobState.FAILED, code=how.code, reason=how.reason, remedy=how.remedy
        )
        return
    parts.records.finish_job(job.id, worker, how, reason=reason, document_id=document_id)


def _add(parts: IngestionParts, run: JobRun, prepare: Prepare) -> str:
    job = run.job
    collection = parts.records.collection(job.collection_id)
    embedder = _embedder_of(parts, collection, run.progress)
    path = parts.files.path(job.sha256)
    made = prepare(parts, source_of(job, collection, path), path, embedder, run)
    keep_columns(parts, made.document, run.progress)
    run.progress("storing", 0, 0)
    publish(parts, job, collection, made)
    follow(parts, collection.id, run.progress)
    notice_lost_teacher(parts.records, parts.embedders, collection.id)
    name_if_wanted(parts, collection.id)
    describe_if_wanted(parts.records, collection.id)
    return made.document.id


def _embedder_of(parts: IngestionParts, collection: Collection, progress: Progress) -> Embedder:
    """The model of the live vectors. Where it was the collection's own and its weights are lost,
    passages are embedded by the model before first: nothing else would bring it back.

    Raises:
        EmbedderError: if it cannot be loaded.
    """
    try:
        return parts.embedders.of(collection.id)
    except EmbedderError:
        if not is_fine_tuned(collection.embedding):
            raise
    reembed(parts, collection.id, progress)
    return parts.embedders.of(collection.id)


def follow(parts: IngestionParts, collection_id: str, progress: Progress) -> None:
    """Let the index follow the records; wait for its server as long as agreed.

    Raises:
        StorageError: once the wait is over, so that the job ends with what a person can do.
        CancelledError: if progress asked for it.
    """
    try:
        patiently(lambda: keep_up(parts, collection_id), progress)
    except UnavailableError as error:
        raise StorageError(error.what, error.remedy) from error


def source_of(job: Job, collection: Collection, path: Path) -> Source:
    """What a job says of its file; of one that was found again without its kind, the file itself.

    Raises:
        ReadingError: `unsupported` where the file says nothing that is known.
    """
    kind, size = job.media_type, job.size
    if not kind:
        with path.open("rb") as file:
            kind = media_type_of(job.name, file.read(HEAD_BYTES))
        size = path.stat().st_size
    return Source(collection, job.name, kind, job.sha256, size, job.created, job.key)


def name_if_wanted(parts: IngestionParts, collection_id: str) -> None:
    """Queue the naming of what has come, where a language model names the collection's things."""
    collection = parts.records.collection(collection_id)
    if collection.settings.extractor != LOCAL:
        name_later(parts.records, collection)


def publish(parts: IngestionParts, job: Job, collection: Collection, made: DocumentBundle) -> None:
    """Make the document visible; earlier versions of the same file go in the same transaction, and
    their originals after it.

    Raises:
        SupersededError: if a newer version is there already.
    """
    earlier = [
        each
        for each in parts.records.find_documents(collection.id, name=job.name)
        if _is_version_of(each, job) and each.id != made.document.id
    ]
    if _one_came_later(parts, earlier, job):
        raise SupersededError("A newer version of this file became ready first.")
    replaced = {each.id: each for each in earlier}
    for document_id in job.replaces:
        if document_id != made.document.id and document_id not in replaced:
            try:
                replaced[document_id] = parts.records.document(document_id)
            except NotFoundError:
                continue
    version = _version_there(parts, made.document) or (
        1 + max((each.version for each in replaced.values()), default=0)
    )
    document = replace(made.document, version=version)
    parts.records.publish([replace(made, document=document)], tuple(sorted(replaced)))
    remove_unused(parts.records, parts.files, {each.sha256 for each in replaced.values()})


def _version_there(parts: IngestionParts, document: Document) -> int:
    """The version of the same file that was read before; 0 if it is new."""
    try:
        return parts.records.document(document.id).version
    except NotFoundError:
        return 0


def _one_came_later(parts: IngestionParts, documents: Sequence[Document], job: Job) -> bool:
    """Whether the file of one of the documents was added after the job's. Told by the order of the
    queue, which no clock can change; by the clock only where the document's own job was dismissed.
    """
    if not documents:
        return False
    hashes = {job.sha256, *(document.sha256 for document in documents)}
    queued = parts.records.find_jobs(job.collection_id, kind=ADD, sha256s=tuple(sorted(hashes)))
    turn = {each.id: number for number, each in enumerate(queued)}
    last_of = {each.document_id: turn[each.id] for each in queued if each.document_id}

    def came_later(document: Document) -> bool:
        if document.id in last_of and job.id in turn:
            return last_of[document.id] > turn[job.id]
        return job.created < document.added <= time.time()

    return any(map(came_later, documents))


def _is_version_of(document: Document, job: Job) -> bool:
    return document.name == job.name and not job.key and not document.key


def _reembed(parts: IngestionParts, run: JobRun) -> str:
    reembed(parts, run.job.collection_id, run.progress)
    return ""


def _work_of(
    parts: IngestionParts, job: Job, prepare: Prepare
) -> Callable[[IngestionParts, JobRun], str]:
    if job.kind == ADD:
        return partial(_add, prepare=prepare)
    other = parts.other_work.get(job.kind)
    if other is None:
        return _KINDS[job.kind]

    def work_on_collection(_parts: IngestionParts, run: JobRun) -> str:
        other(run.job, run.progress, run)
        return ""

    return work_on_collection


_KINDS: dict[str, Callable[[IngestionParts, JobRun], str]] = {REEMBED: _reembed}
