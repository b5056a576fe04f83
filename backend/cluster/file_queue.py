"""Works the queue of files with the workers of a cluster.

Each claimed job is run by a thread of its own as it is without a cluster, except that a worker
prepares the file. So the queue stays the truth: heartbeats, cancelling and the end of a job are
those of every job, and one whose process dies is taken over by the next.
"""

from __future__ import annotations

import logging
import threading
import time
from concurrent.futures import FIRST_COMPLETED, Future, wait
from pathlib import Path
from typing import TYPE_CHECKING

from backend.cluster.worker_tasks import prepare_file, terms_of
from backend.errors import ReadingError, UnavailableError
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
    workers.ask(terms_of(parts.settings, parts.embedders.named("")))
    name, prepared, ahead = worker_name(), prepared_by(workers), ReadingAhead(parts)
    ended = threading.Event()
    under_way: dict[Future[None], int] = {}
    idle_since = answered = time.monotonic()
    try:
        while not stop.is_set():
            workers.look()
            room = workers.room(tuple(under_way.values()))
            try:
                job = parts.records.claim_job(name, STALE_AFTER) if room else None
                # what waits for a worker is not left; `look` says how long that may last
                waits = not room and bool(
                    under_way or parts.records.find_jobs(states=(JobState.QUEUED,), limit=1)
                )
            except UnavailableError:
                if until_idle and time.monotonic() - answered > MOST_AWAY:
                    raise
                logger.warning("the records do not answer; the queue waits", exc_info=True)
                time.sleep(AWAY_EVERY)
                continue
            answered = time.monotonic()
            if job or under_way or waits:
                idle_since = answered
            if job:
                ahead.changed(job.collection_id)
                run = workers.threads.submit(run_through, parts, job, name, ended, prepared)
                under_way[run] = job.size
            elif under_way:
                for each in wait(under_way, POLL_EVERY, FIRST_COMPLETED).done:
                    del under_way[each]
                    each.result()  # what a thread did not expect is raised
            elif not ahead.step():
                if until_idle and answered - idle_since >= idle_seconds and not waits:
                    return
                time.sleep(POLL_EVERY)
    finally:
        ended.set()


def prepared_by(workers: Workers) -> Prepare:
    """Preparing a file as `backend.ingestion.preparing.prepare` does, on one of the workers."""

    def prepare_there(
        parts: IngestionParts, source: Source, path: Path, embedder: Embedder, steps: Steps
    ) -> DocumentBundle:
        if is_fine_tuned(embedder.identity):  # only the records of this library have it
            return prepare(parts, source, path, embedder, steps)
        terms = terms_of(parts.settings, embedder)
        made = workers.do(prepare_file, steps.progress, terms, source, path.read_bytes())
        if isinstance(made, Failure):
            raise ReadingError(made.code, made.reason, made.remedy)
        return made

    return prepare_there
