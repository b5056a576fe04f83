"""Evaluations: runs of pipelines over question sets, and what they say."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from statistics import median

from backend import registry
from backend.answer_tasks import LOCAL
from backend.bootstrap import Assembly
from backend.errors import NotFoundError, QuestionError
from backend.evaluation import kept_runs, kept_sets, run_asking
from backend.evaluation.answer_vectors import AnswerVectors
from backend.evaluation.earlier_run import run_differences
from backend.evaluation.gold import Resolver
from backend.evaluation.judged_runs import judged_run
from backend.evaluation.kept_would_costs import would_cost_of
from backend.evaluation.missed_causes import causes_of, missed_pieces
from backend.evaluation.reporting import progress_of, report_of
from backend.evaluation.run_state import changes, state_of
from backend.evaluation.why_not import why_not
from backend.evaluation.would_cost import with_right
from backend.identity import content_id
from backend.ports import Judge
from backend.serialisation import to_json
from backend.services.run_jobs import (
    cancel_work_on,
    is_at_work,
    last_job,
    last_jobs,
    queue_work_on,
)
from backend.types import (
    Contender,
    Difference,
    EvaluationReport,
    EvaluationRun,
    Job,
    JobView,
    Outcome,
    Query,
    RunEstimate,
    RunProgress,
    WhyNot,
)

PIPELINES = "backend.pipelines"


class EvaluationService:
    """Starting runs, following them, and reading their reports."""

    def __init__(self, assembly: Assembly, ensure_worker: Callable[[], None]) -> None:
        self._ensure_worker = ensure_worker
        self._parts = assembly.parts
        self._records = assembly.parts.records
        self._tasks = assembly.tasks
        self._vectors = AnswerVectors(assembly.parts.embedders)
        self._judge: Judge = registry.load("backend.tasks.judge", LOCAL).build(
            assembly.parts.settings
        )

    def plan_run(
        self,
        collection_id: str,
        set_id: str,
        contenders: Sequence[Contender],
        *,
        top_k: int = 10,
        answers: bool = True,
    ) -> EvaluationRun:
        """A run over a set as the library is now; nothing is kept or started.

        The same set, contenders and state give the same run, so that one that ended early goes on.

        Raises:
            QuestionError: if nothing is to be asked, or an option cannot be had.
            SettingsError: if there is no such pipeline, naming those that there are.
            NotFoundError: if there is no such set.
        """
        card = kept_sets.question_set(self._records, collection_id, set_id)
        if not card.questions or not contenders:
            raise QuestionError(
                "There is nothing to ask.",
                "Add questions to the set." if contenders else "Choose at least one pipeline.",
            )
        if not self._records.counts(collection_id).documents:
            raise QuestionError(
                "This collection holds no documents that are ready.",
                "Add files on the Library page, or wait until they are read.",
            )
        wanted = []
        for contender in contenders:
            options = registry.load(PIPELINES, contender.pipeline).OPTIONS.read(contender.options)
            wanted.append(Contender(contender.pipeline, options.texts()))
        state = state_of(self._records, collection_id, self._tasks.answering())
        run = EvaluationRun(
            "",
            collection_id,
            set_id,
            tuple({each.name: each for each in wanted}.values()),
            max(1, top_k),
            answers,
            state,
            0.0,
        )
        return replace(run, id=content_id("run", to_json(run)), created=time.time())

    def estimate_run(self, run: EvaluationRun) -> RunEstimate:
        """What a run would take, by what was measured before in its collection."""
        outcomes = kept_runs.outcomes_of(self._records, run.collection_id)
        waiting = run_asking.pending(self._records, run)
        questions = kept_sets.questions_of(self._records, run.collection_id, run.set_id)
        total = progress_of(run, questions, {}).total
        seconds, tokens, cost, all_known = 0.0, 0.0, 0.0, True
        for contender in run.contenders:
            left = sum(each == contender for each, _, _ in waiting)
            known = _measured(outcomes.values(), contender.pipeline, run)
            if known:
                seconds += left * median(outcome.seconds for outcome in known)
                tokens += left * median(
                    outcome.input_tokens + outcome.output_tokens for outcome in known
                )
                cost += left * sum(outcome.cost for outcome in known) / len(known)
            elif left:
                all_known = False
        return RunEstimate(
            len(waiting),
            total - len(waiting),
            seconds if all_known else None,
            round(tokens),
            cost,
            self._parts.settings.price_currency,
        )

    def start_run(self, run: EvaluationRun) -> Job | None:
        """Keep a run and have its questions asked in the background; None if all is known already
        or is being asked.

        Raises:
            NotFoundError: if its collection is gone.
        """
        earlier = {
            evaluation_run.id: evaluation_run
            for evaluation_run in kept_runs.runs_of(self._records, run.collection_id)
        }
        if run.id not in earlier:
            kept_runs.keep_run(self._records, run)
        else:  # it counts as the newest again
            kept_runs.keep_run(self._records, replace(run, created=time.time()))
        if is_at_work(self._records, run, run_asking.KIND) or not run_asking.pending(
            self._records, run
        ):
            return None
        card = kept_sets.question_set(self._records, run.collection_id, run.set_id)
        job = queue_work_on(self._records, run, run_asking.KIND, card.name)
        self._ensure_worker()
        return job

    def ask_failed_again(self, run: EvaluationRun) -> Job | None:
        """Ask those questions again that are in error, and no others."""
        waiting = run_asking.pending(self._records, run, failed_too=True)
        kept_runs.drop_outcomes(self._records, run.collection_id, [key for _, _, key in waiting])
        return self.start_run(run)

    def evaluation_runs(self, collection_id: str) -> tuple[RunProgress, ...]:
        """A collection's runs with how far they are and what has changed since, newest first."""
        runs = kept_runs.runs_of(self._records, collection_id)
        if not runs:
            return ()
        outcomes = kept_runs.outcomes_of(self._records, collection_id)
        now = state_of(self._records, collection_id, self._tasks.answering())
        questions = {
            set_id: kept_sets.questions_of(self._records, collection_id, set_id)
            for set_id in {run.set_id for run in runs}
        }
        return tuple(
            progress_of(
                evaluation_run,
                questions[evaluation_run.set_id],
                outcomes,
                changes(evaluation_run.state, now),
            )
            for evaluation_run in runs
        )

    def run_job(self, run: EvaluationRun) -> JobView | None:
        """The job that works on a run, or worked on it last."""
        self._ensure_worker()
        return last_job(self._records, run, run_asking.KIND)

    def run_jobs(self, collection_id: str) -> dict[str, JobView]:
        """Of each run of a collection that was ever started, by its id, the job that works on it
        or worked on it last."""
        self._ensure_worker()
        return last_jobs(self._records, collection_id, run_asking.KIND)

    def evaluation_report(self, collection_id: str, run_id: str) -> EvaluationReport:
        """Everything that a run has to say by now.

        Raises:
            NotFoundError: if the run or its set was deleted.
        """
        run = kept_runs.run_of(self._records, collection_id, run_id)
        card = kept_sets.question_set(self._records, collection_id, run.set_id)
        questions = kept_sets.questions_of(self._records, collection_id, run.set_id)
        resolver = Resolver(self._records, self._records.documents(collection_id))
        now = state_of(self._records, collection_id, self._tasks.answering())
        outcomes = kept_runs.outcomes_of(self._records, collection_id)
        currency = self._parts.settings.price_currency
        judged = judged_run(self._records, run, questions, outcomes, self._judge, currency)
        further = self._vectors.cosines(run, questions, outcomes)
        for key, marks in judged.measures.items():
            further[key] = {**further.get(key, {}), **marks}
        made = report_of(
            run,
            (card.name, self._records.collection(collection_id).name),
            questions,
            {question.qid: resolver.gold(question) for question in questions},
            outcomes,
            self._titles(),
            changes(run.state, now),
            self._judge,
            further,
        )
        counted = would_cost_of(self._records, collection_id, run_id)
        return replace(
            made,
            judging=judged.report,
            would_cost=None if counted is None else with_right(counted, made.per_right),
            causes=causes_of(self._records, run, questions),
        )

    def run_against(self, collection_id: str, run_id: str, earlier_id: str) -> list[Difference]:
        """Each contender of a run against itself in an earlier run over the same set, measure by
        measure; the gold of both is as the collection is now.

        Raises:
            NotFoundError: if one of the runs was deleted.
        """
        run = kept_runs.run_of(self._records, collection_id, run_id)
        earlier = kept_runs.run_of(self._records, collection_id, earlier_id)
        questions = kept_sets.questions_of(self._records, collection_id, run.set_id)
        resolver = Resolver(self._records, self._records.documents(collection_id))
        golds = {question.qid: resolver.gold(question) for question in questions}
        outcomes = kept_runs.outcomes_of(self._records, collection_id)
        return run_differences(run, earlier, questions, golds, outcomes, self._titles())

    def why_missed(
        self, run: EvaluationRun, contender: Contender, qid: str
    ) -> tuple[tuple[str, WhyNot], ...]:
        """For each piece of a question's evidence that a contender does not show among its first
        five: the evidence as it is named, and why. The library is searched as it is now.

        Raises:
            NotFoundError: if the question is not in the set any more.
        """
        questions = kept_sets.questions_of(self._records, run.collection_id, run.set_id)
        question = next((each for each in questions if each.qid == qid), None)
        if question is None:
            raise NotFoundError("This question is not in the set any more.", "Choose another one.")
        resolver = Resolver(self._records, self._records.documents(run.collection_id))
        found = missed_pieces(self._parts, resolver, run.collection_id, contender, question)
        return tuple((question.evidence[number].words, why) for number, why in found)

    def why_not_shown(self, query: Query, pipeline: str, chunk_id: str) -> WhyNot:
        """Why a pipeline does not show a passage for a question.

        Raises:
            NotFoundError: if the passage is not in the library any more.
            QuestionError: if it is shown.
            SettingsError: if there is no such pipeline.
        """
        options = registry.load(PIPELINES, pipeline).OPTIONS.taking(query.options)
        return why_not(self._parts, pipeline, replace(query, options=options), [chunk_id])

    def delete_run(self, collection_id: str, run_id: str) -> None:
        """Forget a run with the outcomes that no other run needs."""
        cancel_work_on(self._records, collection_id, [run_id])
        kept_runs.drop_runs(self._records, collection_id, [run_id])
        sets = {
            set_card.id: kept_sets.questions_of(self._records, collection_id, set_card.id)
            for set_card in kept_sets.question_sets(self._records, collection_id)
        }
        kept_runs.drop_unused_outcomes(self._records, collection_id, dict(sets))

    def judge_name(self) -> str:
        """Who judges answers, with what that can and cannot tell."""
        return self._judge.name

    def _titles(self) -> dict[str, str]:
        return {
            name: registry.load(PIPELINES, name).CARD.title for name in registry.names(PIPELINES)
        }


def _measured(outcomes: Iterable[Outcome], pipeline: str, run: EvaluationRun) -> list[Outcome]:
    """Outcomes of a pipeline that were asked for as much as the run does."""
    return [
        outcome
        for outcome in outcomes
        if outcome.pipeline == pipeline
        and not outcome.error
        and (outcome.verdict is not None) == run.answers
    ]
