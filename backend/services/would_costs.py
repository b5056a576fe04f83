"""What a language model would cost: prompts that are made and counted, and not sent."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from backend.bootstrap import Assembly
from backend.evaluation import kept_sets
from backend.evaluation.kept_would_costs import keep_would_cost
from backend.evaluation.would_cost import would_cost
from backend.types import Contender, EvaluationRun, Query, WouldCostReport


class WouldCostService:
    """Counting prompts, which needs neither a language model nor a key."""

    def __init__(self, assembly: Assembly) -> None:
        self._parts = assembly.parts
        self._records = assembly.parts.records
        self._tasks = assembly.tasks

    def would_cost(self, query: Query, contenders: Sequence[Contender]) -> WouldCostReport:
        """What one question would cost through several pipelines, beside what the collection would
        cost once.

        Raises:
            QuestionError: if the question cannot be asked, or an option cannot be had.
            SettingsError: if there is no such pipeline.
        """
        return would_cost(
            self._parts,
            self._tasks.effective(),
            query.collection_id,
            contenders,
            [query.text],
            query.top_k,
        )

    def would_cost_of_run(
        self, run: EvaluationRun, progress: Callable[[int, int], object] = lambda done, total: None
    ) -> WouldCostReport:
        """What the questions of a run would cost, of a large set a sample; kept with the run, whose
        report shows it from now on.

        Raises:
            QuestionError: if all its questions were struck.
        """
        questions = kept_sets.questions_of(self._records, run.collection_id, run.set_id)
        cost_report = would_cost(
            self._parts,
            self._tasks.effective(),
            run.collection_id,
            run.contenders,
            [question.text for question in questions if not question.struck],
            run.top_k,
            progress,
        )
        keep_would_cost(self._records, run.collection_id, run.id, cost_report)
        return cost_report
