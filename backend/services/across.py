"""The same questions in several collections: the same files cut or embedded in other ways."""

from __future__ import annotations

from collections.abc import Sequence

from backend import registry
from backend.answer_tasks import LOCAL
from backend.bootstrap import Assembly
from backend.errors import QuestionError
from backend.evaluation import kept_runs, kept_sets
from backend.evaluation.across import Arm, across
from backend.evaluation.answer_vectors import AnswerVectors
from backend.evaluation.gold import Resolver
from backend.evaluation.kept_runs import outcome_key
from backend.evaluation.run_state import changes, state_of
from backend.ports import Judge
from backend.types import EvaluationReport, EvaluationRun

PIPELINES = "backend.pipelines"


class AcrossService:
    """Runs in several collections as one report."""

    def __init__(self, assembly: Assembly) -> None:
        self._parts = assembly.parts
        self._records = assembly.parts.records
        self._tasks = assembly.tasks
        self._across_vectors = AnswerVectors(assembly.parts.embedders)

    def report_across(self, runs: Sequence[EvaluationRun]) -> EvaluationReport:
        """Runs over sets of the same questions in several collections, contender by contender and
        question by question, with paired intervals.

        Raises:
            QuestionError: if there are fewer than two runs, two are of one collection, or they
                have no question in common.
            NotFoundError: if a run or its set was deleted.
        """
        if len({run.collection_id for run in runs}) < max(2, len(runs)):
            raise QuestionError(
                "Runs of at least two collections can be compared, one of each.",
                "Run the same set in another collection first.",
            )
        judge: Judge = registry.load("backend.tasks.judge", LOCAL).build(self._parts.settings)
        titles = {
            name: registry.load(PIPELINES, name).CARD.title for name in registry.names(PIPELINES)
        }
        return across([self._arm(evaluation_run) for evaluation_run in runs], titles, judge)

    def _arm(self, run: EvaluationRun) -> Arm:
        collection_id = run.collection_id
        documents = self._records.documents(collection_id)
        resolver = Resolver(self._records, documents)
        questions = kept_sets.questions_of(self._records, collection_id, run.set_id)
        outcomes = kept_runs.outcomes_of(self._records, collection_id)
        wanted = {
            outcome_key(run, contender, question)
            for question in questions
            for contender in run.contenders
        }
        own = {key: outcome for key, outcome in outcomes.items() if key in wanted}
        now = state_of(self._records, collection_id, self._tasks.answering())
        return Arm(
            self._records.collection(collection_id).name,
            kept_sets.question_set(self._records, collection_id, run.set_id).name,
            run,
            questions,
            {question.qid: resolver.gold(question) for question in questions},
            own,
            self._across_vectors.cosines(run, questions, own),
            frozenset(document.key or document.name for document in documents),
            changes(run.state, now),
        )
