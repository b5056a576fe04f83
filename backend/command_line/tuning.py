"""`tune`: a collection learns its own weights from marks and question sets, or its graph."""

from __future__ import annotations

import argparse
import sys
import threading
from pathlib import Path

from backend.command_line.named_files import content_of
from backend.types import (
    BoundsReport,
    Collection,
    JobState,
    MeasuredMean,
    TuningReport,
    VerdictCount,
    bound_words,
)
from backend.workbench import Workbench


def tune(workbench: Workbench, options: argparse.Namespace) -> int:
    """Train here and now, print before and after; the weights are used only if they are better."""
    collection = workbench.library.collection_named(options.collection)
    if options.embedder == "full":
        return _fine_tune(workbench, collection, options)
    if options.embedder:
        return _learn_adapter(workbench, collection, options)
    if options.bounds:
        return _learn_bounds(workbench, collection, options)
    if options.graph:
        return _learn_graph(workbench, collection, options)
    if options.undo:
        workbench.tuning.undo_tuning(collection.id)
        print("Questions are ranked with the weights of Quire again.")
        return 0
    _add(workbench, collection, options.questions)
    workbench.tuning.tune(collection.id)
    done = _worked(workbench, collection, "tune")
    return _reported(workbench.tuning.tuning_state(collection.id).report if done else None)


def _add(workbench: Workbench, collection: Collection, path: Path | None) -> None:
    """Learn from the questions of a file as well, if one was named."""
    if path is None:
        return
    count = workbench.tuning.add_question_set(collection.id, path.name, content_of(path))
    print(f"{count:,} questions added.")


def _learn_adapter(
    workbench: Workbench, collection: Collection, options: argparse.Namespace
) -> int:
    """Learn here and now where questions are searched from; used only if it is better."""
    if options.undo:
        workbench.tuning.use_query_adapter(collection.id, on=False)
        print("Questions are searched as they are again.")
        return 0
    _add(workbench, collection, options.questions)
    there = workbench.tuning.query_adapter(collection.id)
    print(f"{there.questions:,} questions; this takes about {there.seconds:.0f} seconds.")
    workbench.tuning.learn_query_adapter(collection.id)
    done = _worked(workbench, collection, "learn_adapter")
    return _reported(workbench.tuning.query_adapter(collection.id).report if done else None)


def _fine_tune(workbench: Workbench, collection: Collection, options: argparse.Namespace) -> int:
    """Fine-tune the embedder here and now, and embed passages by it if it is better."""
    if options.undo:
        workbench.tuning.use_fine_tuned(collection.id, on=False)
        workbench.queue.work_until_idle(threading.Event())
        print("Passages and questions are embedded by the model before again.")
        return 0
    _add(workbench, collection, options.questions)
    there = workbench.tuning.fine_tuning(collection.id, wait=True)
    if there.seconds:
        minutes = max(1, round(there.seconds / 60))
        print(
            f"{there.questions:,} questions over {there.passages:,} passages; this takes about "
            f"{minutes:,} {'minute' if minutes == 1 else 'minutes'}.",
            flush=True,
        )
    workbench.tuning.fine_tune_embedder(collection.id)
    done = _worked(workbench, collection, "fine_tune")
    return _reported(workbench.tuning.fine_tuning(collection.id).report if done else None)


def _learn_bounds(workbench: Workbench, collection: Collection, options: argparse.Namespace) -> int:
    """Learn here and now how sure an answer must be for its verdict; used only if it is better."""
    if options.undo:
        workbench.tuning.use_reader_bounds(collection.id, on=False)
        print("Verdicts keep to the bounds of Quire again.")
        return 0
    _add(workbench, collection, options.questions)
    there = workbench.tuning.reader_bounds(collection.id)
    print(
        f"{there.questions:,} questions; this takes about {there.seconds:.0f} seconds.", flush=True
    )
    workbench.tuning.learn_reader_bounds(collection.id)
    if not _worked(workbench, collection, "learn_bounds"):
        return 1
    report = workbench.tuning.reader_bounds(collection.id).report
    if report is None:
        return 1
    print(bounds_described(report))
    return 0


def bounds_described(report: BoundsReport) -> str:
    """Before and after for each verdict, and what was decided."""
    lines = [
        f"{report.answers:,} answers known to be right or wrong, {report.unjudged:,} that nobody "
        f"judged, {report.elsewhere:,} left out as their verdict is decided otherwise, "
        f"{report.repeated:,} that quote the same place as another and count with it"
    ]
    for each in (report.direct, report.likely):
        lines.append(
            f"{each.verdict.words}: {_counted(each.before)} -> {_counted(each.after)}; bound "
            f"{bound_words(each.shipped)} -> {bound_words(each.bound)}"
            f"{'' if each.own else ', not used'}. {each.reason}"
        )
    return "\n".join(lines)


def _counted(count: VerdictCount) -> str:
    share = f" {_percent(count.share)}" if count.share is not None else ""
    return f"{count.right} of {count.known} right{share}, {count.given} given"


def _learn_graph(workbench: Workbench, collection: Collection, options: argparse.Namespace) -> int:
    """Learn the vectors of a graph here and now, or take away what was learned."""
    kind = options.graph
    if options.undo:
        workbench.tuning.forget_graph_vectors(collection.id, kind)
        print(f"There are no {kind} vectors any more.")
        return 0
    workbench.tuning.learn_graph_vectors(collection.id, kind)
    if not _worked(workbench, collection, "learn_graph"):
        return 1
    print(
        f"Learned. “ask --pipeline text_and_graph --option vectors={kind}” puts passages in order "
        "by them."
    )
    return 0


def _worked(workbench: Workbench, collection: Collection, kind: str) -> bool:
    """Work until nothing waits; whether a collection's work of a kind is done, and why not."""
    workbench.queue.work_until_idle(threading.Event())
    view = workbench.queue.work_on(collection.id, kind)
    if view is not None and view.job.state is JobState.DONE:
        return True
    reason = f"{view.job.reason} {view.job.remedy}".strip() if view else "It was stopped."
    print(reason, file=sys.stderr)
    return False


def _reported(report: TuningReport | None) -> int:
    """Print a report; the exit code, which says whether there is one."""
    if report is None:
        return 1
    print(described(report))
    return 0


def described(report: TuningReport) -> str:
    """The table of before and after, and what was decided."""
    lines = [f"{report.questions} questions, each judged by weights that had not seen it"]
    lines += [
        f"{name}: {_percent(before)} -> {_percent(after)}"
        for name, before, after in report.measures
    ]
    lines.append(report.reason)
    if not report.importance:
        return "\n".join(lines)
    weights = ", ".join(f"{name} {100 * each.mean:+.1f}" for name, each in report.importance)
    lines.append(f"What the ranking loses without each retriever's say, in points: {weights}")
    return "\n".join(lines)


def _percent(measure: MeasuredMean) -> str:
    return f"{100 * measure.mean:.1f} [{100 * measure.low:.1f}, {100 * measure.high:.1f}]"
