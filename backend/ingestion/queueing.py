"""Queueing work on a whole collection, once at a time."""

from __future__ import annotations

from collections.abc import Collection as Group

from backend.ports import QueueRecords
from backend.types import Collection, Job, JobState

ADD, REEMBED = "add", "reembed"
"""Kinds of the jobs that ingestion itself knows: one file, and all passages of a collection."""
UNFINISHED = (JobState.QUEUED, JobState.RUNNING)
"""States of a job that has not come to its end."""


def waiting_job(
    records: QueueRecords,
    collection_id: str,
    kind: str,
    states: Group[JobState] = UNFINISHED,
) -> Job | None:
    """The collection's oldest job of a kind that is in one of the states; None without one."""
    jobs = records.find_jobs(collection_id, kind=kind, states=states, limit=1)
    return jobs[0] if jobs else None


def queue(
    records: QueueRecords, collection: Collection, kind: str, words: str, key: str = ""
) -> Job:
    """A new job on a collection, which a person sees as its name and what is done; `key` names
    what of the collection it works on."""
    return records.enqueue(
        kind=kind,
        collection_id=collection.id,
        name=f"{collection.name}: {words}",
        sha256="",
        size=0,
        media_type="",
        key=key,
    )
