"""Why evidence was missed over whole runs."""

from __future__ import annotations

from collections.abc import Callable

from backend.bootstrap import Assembly
from backend.errors import QuestionError
from backend.evaluation.kept_runs import RUN
from backend.evaluation.missed_causes import KIND, ask_for_causes, same_library
from backend.services.run_jobs import is_at_work, last_job, queue_work_on
from backend.types import EvaluationRun, Job, JobView


class CauseService:
    """Looking into all that a run missed, in the background."""

    def __init__(self, assembly: Assembly, ensure_worker: Callable[[], None]) -> None:
        self._ensure_worker = ensure_worker
        self._records = assembly.parts.records

    def find_causes(self, run: EvaluationRun) -> Job | None:
        """Look into what was not looked into yet; None if nothing is left or it is at work. The
        run's report then counts the causes.

        Raises:
            QuestionError: if the run is not kept, since it was never started, or the library has
                changed since: a search would find something else than the run did.
        """
        if not self._records.entries(run.collection_id, RUN, run.id):
            raise QuestionError("This run was not started.", "Start it first.")
        same_library(self._records, run)
        waiting = ask_for_causes(self._records, run)
        if not waiting or is_at_work(self._records, run, KIND):
            return None
        job = queue_work_on(self._records, run, KIND, "why missed")
        self._ensure_worker()
        return job

    def causes_job(self, run: EvaluationRun) -> JobView | None:
        """The job that looks into a run, or did last."""
        return last_job(self._records, run, KIND)
