"""`evaluate` and `benchmark`: pipelines over a question set, and public question sets."""

from __future__ import annotations

import argparse
import json
import math
import sys
import threading
from pathlib import Path

from backend.command_line.adding import add_paths, collection_for_adding
from backend.command_line.ask_command import pipeline_options
from backend.command_line.named_files import content_of
from backend.errors import NotFoundError, QuestionError, SettingsError
from backend.serialisation import to_plain
from backend.types import (
    Contender,
    EvaluationReport,
    EvaluationRun,
    JobState,
    MeasuredRow,
    QuestionSetCard,
    RunEstimate,
)
from backend.workbench import Workbench, report_text

BELOW = 3
"""Exit code where a measure is under its threshold."""
_UNFINISHED = (JobState.QUEUED, JobState.RUNNING)


def evaluate(workbench: Workbench, options: argparse.Namespace) -> int:
    """Ask all that was not asked yet, print the measures; non-zero if a row is in error, or 3 if a
    measure is under its threshold."""
    collection = workbench.library.collection_named(options.collection)
    least = [_threshold(each) for each in options.least]
    card = _set_named(workbench, collection.id, options.set)
    extra = pipeline_options(options.option)
    names = [each.strip() for each in options.pipelines.split(",") if each.strip()]
    run = workbench.evaluation.plan_run(
        collection.id,
        card.id,
        [_contender(name, extra) for name in names],
        top_k=options.top_k,
        answers=not options.no_answers,
    )
    _say(told(workbench.evaluation.estimate_run(run)))
    if options.estimate:
        return 0
    if options.failed_again:
        workbench.evaluation.ask_failed_again(run)
    else:
        workbench.evaluation.start_run(run)
    workbench.queue.work_until_idle(threading.Event())
    view = workbench.evaluation.run_job(run)
    _look_further(workbench, run, options)
    others = [_run_in(workbench, quotation, card, run) for quotation in options.also]
    report = (
        workbench.across.report_across([run, *others])
        if others
        else workbench.evaluation.evaluation_report(collection.id, run.id)
    )
    if view is not None and view.job.state not in {JobState.DONE, *_UNFINISHED}:
        _say(f"{view.label}. {view.job.reason} {view.job.remedy}".strip())
    if options.json:
        print(json.dumps(to_plain(report), ensure_ascii=False, indent=2))
    else:
        print(report_text(report, options.form))
    for each in report.errors:
        _say(f"in error: {each.qid} by {each.contender}: {each.error}")
    void = report.judging.errors if report.judging is not None else ()
    for question, error in void:
        _say(f"not judged: {question}: {error}")
    under = [words for measure, value in least for words in _under(report, measure, value)]
    for words in under:
        _say(words)
    if under:
        return BELOW
    failed = report.errors or (options.judge and void)
    return 1 if failed or report.progress.done < report.progress.total else 0


def _contender(text: str, extra: dict[str, str]) -> Contender:
    """`naive`, or with options of its own `naive:fusion=convex:alpha=0.7`."""
    name, *own = text.split(":")
    return Contender(name, {**extra, **pipeline_options(own)})


def _run_in(
    workbench: Workbench, name: str, card: QuestionSetCard, run: EvaluationRun
) -> EvaluationRun:
    """The same run over the same questions in another collection, worked off."""
    there = workbench.library.collection_named(name)
    questions = workbench.question_sets.questions_of_set(card.collection_id, card.id)
    copied = workbench.question_sets.copy_set(there.id, card.name, questions)
    planned = workbench.evaluation.plan_run(
        there.id, copied.id, run.contenders, top_k=run.top_k, answers=run.answers
    )
    workbench.evaluation.start_run(planned)
    workbench.queue.work_until_idle(threading.Event())
    return planned


def _look_further(workbench: Workbench, run: EvaluationRun, options: argparse.Namespace) -> None:
    """What was asked for besides the measures: a judge, causes, what it would cost."""
    if options.judge:
        _let_judge(workbench, run, options)
    if options.causes:
        workbench.causes.find_causes(run)
        workbench.queue.work_until_idle(threading.Event())
    if options.would_cost:
        workbench.would_costs.would_cost_of_run(
            run, lambda done, total: _say(f"counted {done} of {total}")
        )


def _let_judge(workbench: Workbench, run: EvaluationRun, options: argparse.Namespace) -> None:
    """Say what judging costs, and have it done."""
    price = workbench.judging.judging_estimate(run, votes=options.votes, pairs=options.pairs)
    if price is not None:
        _say(price.in_words)
    workbench.judging.start_judging(run, votes=options.votes, pairs=options.pairs)
    workbench.queue.work_until_idle(threading.Event())
    view = workbench.judging.judging_job(run)
    if view is not None and view.job.state not in {JobState.DONE, *_UNFINISHED}:
        _say(f"{view.label}. {view.job.reason} {view.job.remedy}".strip())


def told(estimate: RunEstimate) -> str:
    """What a run would take, in a sentence."""
    if not estimate.asked:
        return f"All {estimate.known} answers are known already."
    known = f" ({estimate.known} are known already)" if estimate.known else ""
    words = f"{estimate.asked} questions are to be asked{known}"
    if estimate.seconds is None:
        return f"{words}; how long that takes shows after the first ones."
    words += f", about {max(1, round(estimate.seconds)):,} s"
    if estimate.tokens:
        words += f", {estimate.tokens:,} tokens, {estimate.currency}{estimate.cost:.2f}"
    return f"{words}."


def benchmark(workbench: Workbench, options: argparse.Namespace) -> int:
    """Import a public set: its corpus as a collection, its questions as a question set."""
    collection = collection_for_adding(workbench, options.collection or options.name)

    def progress(stage: str, done: int, total: int) -> None:
        _say(f"{stage}: {done:,} records" + (f" of {total:,}" if total else ""))

    card, files = workbench.benchmarks.import_benchmark(options.name, collection.id, progress)
    if files and add_paths(workbench, collection.id, files):
        return 1
    documents = workbench.library.counts(collection.id).documents
    print(f"{card.name}: {documents:,} documents, {card.questions:,} questions")
    return 0


def _set_named(workbench: Workbench, collection_id: str, name: str) -> QuestionSetCard:
    """A set of the collection by its name; a file of that name becomes one."""
    path = Path(name)
    if path.suffix.lower() in {".jsonl", ".csv", ".json", ".txt"}:
        return workbench.question_sets.add_set_file(collection_id, path.name, content_of(path))
    there = {
        set_card.name.casefold(): set_card
        for set_card in workbench.question_sets.sets_of(collection_id)
    }
    if name.casefold() in there:
        return there[name.casefold()]
    known = ", ".join(each.name for each in there.values()) or "none"
    raise NotFoundError(
        f"The collection has no question set “{name}”.",
        f"It has: {known}. A file that ends with .jsonl or .csv is added.",
    )


def _threshold(text: str) -> tuple[str, float]:
    measure, _, value = text.rpartition("=")
    try:
        least = float(value)
    except ValueError:
        least = math.nan
    if not measure.strip() or not math.isfinite(least):
        raise SettingsError(
            f"“{text}” is not a threshold.", "Write it as MEASURE=VALUE, as Recall@5=0.8."
        )
    return measure.strip(), least


def _under(report: EvaluationReport, measure: str, least: float) -> list[str]:
    """Sentences on the contenders that are under a threshold.

    Raises:
        QuestionError: if the measure applies to no question of the run.
    """
    rows: dict[str, MeasuredRow] = {
        result.contender.name: row
        for result in report.results
        for row in result.rows
        if row.measure.casefold() == measure.casefold()
    }
    if not rows:
        names = ", ".join(
            dict.fromkeys(
                r.measure for contender_result in report.results for r in contender_result.rows
            )
        )
        raise QuestionError(
            f"Nothing was measured that is called {measure}.", f"There are: {names}."
        )
    return [
        f"{name}: {row.measure} is {row.mean:.3f}, under {least:g}"
        for name, row in rows.items()
        if row.mean < least
    ]


def _say(line: str) -> None:
    print(line, file=sys.stderr, flush=True)
