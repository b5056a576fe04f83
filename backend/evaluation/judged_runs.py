"""A run with its judgements: what is still to be judged, judging it, and what was said."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from backend.errors import SettingsError
from backend.evaluation.judged_items import JudgedItem, items_of, work_on_judging
from backend.evaluation.judging_report import judged_measures, judging_report
from backend.evaluation.kept_judgings import choice_of, judgings_of
from backend.evaluation.kept_runs import outcomes_of, run_of
from backend.evaluation.kept_sets import questions_of
from backend.ports import Judge, Progress, Records, StopSignal
from backend.tasks.judge.language_model import WrittenJudge
from backend.types import (
    EvaluationRun,
    JudgeChoice,
    JudgingReport,
    Outcome,
    SetQuestion,
)


@dataclass(frozen=True, slots=True)
class JudgedRun:
    """The judge's marks as measures by the outcome's key, and the judge's own report; None and
    empty where no language model was asked to judge the run."""

    measures: Mapping[str, Mapping[str, float]]
    report: JudgingReport | None


def judged_run(
    records: Records,
    run: EvaluationRun,
    questions: Sequence[SetQuestion],
    outcomes: Mapping[str, Outcome],
    local: Judge,
    currency: str,
) -> JudgedRun:
    """What was judged of a run by now."""
    choice = choice_of(records, run.collection_id, run.id)
    if choice is None:
        return JudgedRun({}, None)
    items = items_of(run, choice, questions, outcomes, local)
    judgings = judgings_of(records, run.collection_id)
    return JudgedRun(
        judged_measures(run, items, judgings, questions, outcomes),
        judging_report(choice, items, judgings, local, currency),
    )


def items_of_run(
    records: Records, run: EvaluationRun, choice: JudgeChoice, local: Judge
) -> tuple[JudgedItem, ...]:
    """All that is to be judged of a run as the records have it."""
    questions = questions_of(records, run.collection_id, run.set_id)
    return items_of(run, choice, questions, outcomes_of(records, run.collection_id), local)


def judge_run(
    records: Records,
    collection_id: str,
    run_id: str,
    judge: tuple[str, WrittenJudge] | None,
    local: Judge,
    progress: Progress,
    stop: StopSignal,
    let_pass: Callable[[], object],
) -> None:
    """Judge what was not judged yet of a run; one that was stopped goes on where it was.

    Args:
        judge: the language model that is on, with its identity.

    Raises:
        SettingsError: if that is not the one that was chosen for the run.
        NotFoundError: if the run is gone.
        LanguageModelError: if its server fails several times in a row.
    """
    run = run_of(records, collection_id, run_id)
    choice = choice_of(records, collection_id, run_id)
    if choice is None or judge is None or judge[0] != choice.judge:
        wanted = choice.name if choice is not None else "none"
        raise SettingsError(
            f"The language model that was to judge ({wanted}) is not the one that is on now.",
            "Switch it on again on the Status page, or start judging anew.",
        )
    settled = {k for k, each in judgings_of(records, collection_id).items() if each.is_settled}
    items = [item for item in items_of_run(records, run, choice, local) if item.key not in settled]
    work_on_judging(records, collection_id, judge[1], choice, items, progress, stop, let_pass)
