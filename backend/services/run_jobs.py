"""Jobs of the queue that work on runs: asking, judging, looking into causes."""

from __future__ import annotations

from collections.abc import Collection as Group

from backend.evaluation import judged_items, missed_causes, running
from backend.ingestion.queueing import UNFINISHED
from backend.ports import Records

KINDS = (running.KIND, judged_items.KIND, missed_causes.KIND)


def cancel_work_on(records: Records, collection_id: str, run_ids: Group[str]) -> None:
    """Stop what works on runs that are to be forgotten, so that nothing more is asked or paid."""
    for kind in KINDS:
        for job in records.find_jobs(collection_id, kind=kind, states=UNFINISHED):
            if job.key in run_ids:
                records.request_cancel(job.id)
