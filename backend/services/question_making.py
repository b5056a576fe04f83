"""Making questions for question sets: by templates, or by the language model that is on."""

from __future__ import annotations

import time
from collections.abc import Callable

from backend.bootstrap import Assembly
from backend.briefing.kept_makings import keep_report, report_of
from backend.briefing.making import MAKE
from backend.briefing.writing_for_sets import KIND, estimate_making
from backend.errors import QuestionError, SettingsError
from backend.ingestion.progress import view
from backend.ingestion.queueing import waiting_job
from backend.one_line import on_one_line
from backend.types import TEMPLATES, Job, JobView, MakingEstimate, MakingReport

KINDS = (MAKE, KIND)
"""Kinds of the jobs that make questions."""


class QuestionMakingService:
    """What making questions costs, starting it, and what came of it. A language model writes none
    until it is asked to."""

    def __init__(self, assembly: Assembly, ensure_worker: Callable[[], None]) -> None:
        self._ensure_worker = ensure_worker
        self._parts = assembly.parts
        self._records = assembly.parts.records
        self._tasks = assembly.tasks
        self._makings_counted: dict[tuple[str, int], tuple[object, MakingEstimate]] = {}

    def making_estimate(self, collection_id: str, most: int) -> MakingEstimate | None:
        """What letting the language model that is on write so many questions would cost at most;
        None without one.

        Its prompts are made and counted, and not sent. Until documents, settings or what was asked
        change the answer is remembered, since a page asks at every click.
        """
        there = self._tasks.question_writer()
        if there is None:
            return None
        identity, writer = there
        latest = self._latest(collection_id)
        told = (latest.id, latest.state, latest.done) if latest else ()
        now = (self._records.sequence(), self._tasks.effective(), identity, told)
        remembered = self._makings_counted.get((collection_id, most))
        if remembered is not None and remembered[0] == now:
            return remembered[1]
        settings = self._parts.settings
        prices = (settings.price_input, settings.price_output)
        estimate = estimate_making(
            self._records, collection_id, writer, identity, most, prices, settings.price_currency
        )
        self._makings_counted[collection_id, most] = (now, estimate)
        return estimate

    def make_questions(self, collection_id: str, set_name: str, most: int) -> Job:
        """Make questions of the whole collection for a set by templates, in the background.

        Raises:
            QuestionError: if some are being made already, or the set has no name.
        """
        return self._make(MAKE, collection_id, set_name, most, TEMPLATES, "")

    def write_questions(self, collection_id: str, set_name: str, most: int) -> Job:
        """Let the language model that is on write them. What it said of a passage before is not
        asked for again.

        Raises:
            SettingsError: if no language model is on.
            QuestionError: as `make_questions`.
        """
        there = self._tasks.question_writer()
        if there is None:
            raise SettingsError(
                "No language model is on.",
                "Choose one on the Status page first; templates need none.",
            )
        identity, writer = there
        return self._make(KIND, collection_id, set_name, most, writer.name, identity)

    def making_job(self, collection_id: str) -> JobView | None:
        """The job that makes questions of a collection, or made them last."""
        self._ensure_worker()
        latest = self._latest(collection_id)
        return view(latest, time.time()) if latest else None

    def making_report(self, collection_id: str, set_name: str) -> MakingReport | None:
        """What came of making questions for a set the last time, or of those that are being made;
        None if none were."""
        return report_of(self._records, collection_id, set_name)

    def _latest(self, collection_id: str) -> Job | None:
        jobs = [job for kind in KINDS for job in self._records.find_jobs(collection_id, kind=kind)]
        return max(jobs, key=lambda job: job.created, default=None)

    def _make(
        self, kind: str, collection_id: str, set_name: str, most: int, by: str, identity: str
    ) -> Job:
        name = on_one_line(set_name)
        if not name:
            raise QuestionError("A question set needs a name.", "Type a name.")
        if any(waiting_job(self._records, collection_id, each) is not None for each in KINDS):
            raise QuestionError(
                "Questions of this collection are being made already.", "Wait until it is done."
            )
        collection = self._records.collection(collection_id)
        wanted = max(1, most)
        # kept first: the worker may take the job at once, and reads from it who is to write
        currency = self._parts.settings.price_currency
        report = MakingReport("", by, identity, wanted, currency=currency)
        keep_report(self._records, collection_id, name, report)
        job = self._records.enqueue(
            kind=kind,
            collection_id=collection_id,
            name=f"{collection.name}: questions for {name}",
            sha256="",
            size=wanted,
            media_type="",
            key=name,
        )
        self._ensure_worker()
        return job
