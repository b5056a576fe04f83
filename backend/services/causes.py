"""Why evidence was missed over whole runs."""

from __future__ import annotations

import time

from backend.bootstrap import Assembly
from backend.errors import QuestionError
from backend.evaluation.missed_causes import KIND, ask_for_causes
from backend.ingestion.progress import view
from backend.ingestion.queueing import UNFINISHED
from backend.types import EvaluationRun, Job, JobView


class CauseService:
    """Looking into all that a run missed, in the background."""

    def __init__(self, assembly: Assembly) -> None:
        self._records = assembly.parts.records

    def ensure_worker(self) -> None:
        """Called when there is work; the workbench starts its worker here."""

    def find_causes(self, run: EvaluationRun) -> Job | None:
        """Look into what was not looked into yet; None if nothing is left or it is at work. The
        run's report then counts the causes.

        Raises:
            QuestionError: if the run is not kept, since it was never started.
        """
        if not self._records.entries(run.collection_id, "run", run.id):
            raise QuestionError("This run was not started.", "Start it first.")
        waiting = ask_for_causes(self._records, run)
        if not waiting or self._job_on_causes(run, unfinished=True) is not None:
            return None
        job = self._records.enqueue(
            kind=KIND,
            collection_id=run.collection_id,
            name=f"{self._records.collection(run.collection_id).name}: why missed",
            sha256="",
            size=0,
            media_type="",
            key=run.id,
        )
        self.ensure_worker()
        return job

    def causes_job(self, run: EvaluationRun) -> JobView | None:
        """The job that looks into a run, or did last."""
        job = self._job_on_causes(run, unfinished=False)
        return view(job, time.time()) if job is not None else None

    def _job_on_causes(self, run: EvaluationRun, *, unfinished: bool) -> Job | None:
        jobs = [
            each
            for each in self._records.find_jobs(run.collection_id, kind=KIND)
            if each.key == run.id and (not unfinished or each.state in UNFINISHED)
        ]
        return jobs[-1] if jobs else None
