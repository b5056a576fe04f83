"""Letting a language model judge what came of runs."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence

from backend import registry
from backend.answer_tasks import LOCAL
from backend.bootstrap import Assembly
from backend.errors import QuestionError, SettingsError
from backend.evaluation.judged_items import KIND, JudgedItem, estimate_judging
from backend.evaluation.judged_runs import items_of_run
from backend.evaluation.kept_judgings import judge_again, judgings_of, keep_choice
from backend.ports import Judge
from backend.services.run_jobs import is_at_work, last_job, queue_work_on
from backend.types import EvaluationRun, Job, JobView, JudgeChoice, Judging, JudgingEstimate

VOTES = (1, 3, 5)
"""How often an answer may be judged: an odd number, so that there is a middle."""


class JudgingService:
    """What judging a run would cost, and starting it. It is off until it is asked for."""

    def __init__(self, assembly: Assembly, ensure_worker: Callable[[], None]) -> None:
        self._ensure_worker = ensure_worker
        self._parts = assembly.parts
        self._records = assembly.parts.records
        self._tasks = assembly.tasks
        self._local_judge: Judge = registry.load("backend.tasks.judge", LOCAL).build(
            assembly.parts.settings
        )
        self._judging_counted: dict[tuple[str, int, bool], tuple[object, JudgingEstimate]] = {}

    def judging_estimate(
        self, run: EvaluationRun, *, votes: int = 1, pairs: bool = False
    ) -> JudgingEstimate | None:
        """What letting the language model that is on judge a run would cost now; None without one.

        Its prompts are made and counted, and not sent. Until something changes the answer is
        remembered, since a page asks at every click.

        Raises:
            QuestionError: if votes is none of `VOTES`.
        """
        there = self._tasks.judge()
        if there is None:
            return None
        identity, judge = there
        choice = _choice(identity, judge.name, votes, pairs)
        items = self._judged_items(run, choice)
        known = judgings_of(self._records, run.collection_id)
        done = {item.key for item in items if item.key in known and _is_told(known[item.key])}
        now = (
            tuple(judged_item.key for judged_item in items),
            frozenset(done),
            self._tasks.effective(),
        )
        asked = (run.id, votes, pairs)
        remembered = self._judging_counted.get(asked)
        if remembered is not None and remembered[0] == now:
            return remembered[1]
        settings = self._parts.settings
        estimate = estimate_judging(
            self._records,
            judge,
            choice,
            items,
            done,
            (settings.price_input, settings.price_output),
            settings.price_currency,
        )
        self._judging_counted[asked] = (now, estimate)
        return estimate

    def start_judging(
        self, run: EvaluationRun, *, votes: int = 1, pairs: bool = False
    ) -> Job | None:
        """Let the language model that is on judge a run in the background: what was not judged
        yet, and what ended in error. None if nothing is left or it is at work.

        Raises:
            SettingsError: if no language model is on.
            QuestionError: if nothing can be judged, or votes is none of `VOTES`.
        """
        there = self._tasks.judge()
        if there is None:
            raise SettingsError(
                "No language model is on.",
                "Choose one on the Status page first; the local judge needs none.",
            )
        identity, judge = there
        choice = _choice(identity, judge.name, votes, pairs)
        items = self._judged_items(run, choice)
        if not items:
            raise QuestionError(
                "Nothing can be judged: no answer was given to a question with a right answer.",
                "Write answers in the run, and add right answers to the questions.",
            )
        if is_at_work(self._records, run, KIND):
            return None
        keep_choice(self._records, run.collection_id, run.id, choice)
        known = judgings_of(self._records, run.collection_id)
        failed = [item.key for item in items if item.key in known and known[item.key].error]
        judge_again(self._records, run.collection_id, failed)
        if all(
            judged_item.key in known and _is_told(known[judged_item.key]) for judged_item in items
        ):
            return None
        job = queue_work_on(self._records, run, KIND, "judging")
        self._ensure_worker()
        return job

    def judging_job(self, run: EvaluationRun) -> JobView | None:
        """The job that judges a run, or judged it last."""
        return last_job(self._records, run, KIND)

    def _judged_items(self, run: EvaluationRun, choice: JudgeChoice) -> Sequence[JudgedItem]:
        return items_of_run(self._records, run, choice, self._local_judge)


def _is_told(judging: Judging) -> bool:
    return judging.is_settled and not judging.error


def _choice(identity: str, name: str, votes: int, pairs: bool) -> JudgeChoice:
    if votes not in VOTES:
        raise QuestionError(
            f"An answer cannot be judged {votes} times.",
            f"Give {', '.join(map(str, VOTES[:-1]))} or {VOTES[-1]}.",
        )
    return JudgeChoice(identity, name, votes, pairs, time.time())
