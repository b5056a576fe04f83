"""Jobs of the queue that work on runs: asking, judging, looking into causes."""

from __future__ import annotations

import time
from collections.abc import Collection as Group

from backend.evaluation import judged_items, missed_causes, run_asking
from backend.ingestion.progress import view
from backend.ingestion.queueing import UNFINISHED, queue
from backend.ports import Records
from backend.types import EvaluationRun, Job, JobView

KINDS = (run_asking.KIND, judged_items.KIND, missed_causes.KIND)


def queue_work_on(records: Records, run: EvaluationRun, kind: str, words: str) -> Job:
    """A new job on a run, which a person sees as its collection's name and what is done."""
    return queue(records, records.collection(run.collection_id), kind, words, key=run.id)


def is_at_work(records: Records, run: EvaluationRun, kind: str) -> bool:
    """Whether a job of a kind waits for a run or works on it."""
    jobs = records.find_jobs(run.collection_id, kind=kind, states=UNFINISHED)
    return any(job.key == run.id for job in jobs)


def last_job(records: Records, run: EvaluationRun, kind: str) -> JobView | None:
    """The job of a kind that works on a run, or worked on it last."""
    jobs = [job for job in records.find_jobs(run.collection_id, kind=kind) if job.key == run.id]
    return view(jobs[-1], time.time()) if jobs else None


def last_jobs(records: Records, collection_id: str, kind: str) -> dict[str, JobView]:
    """The last job of a kind of each run of a collection by the run's id, with one look."""
    now = time.time()
    latest = {job.key: job for job in records.find_jobs(collection_id, kind=kind)}
    return {run_id: view(each, now) for run_id, each in latest.items()}


def cancel_work_on(records: Records, collection_id: str, run_ids: Group[str]) -> None:
    """Stop what works on runs that are to be forgotten, so that nothing more is asked or paid."""
    for kind in KINDS:
        for job in records.find_jobs(collection_id, kind=kind, states=UNFINISHED):
            if job.key in run_ids:
                records.request_cancel(job.id)
