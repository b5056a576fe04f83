"""`questions`: made of a collection for a question set, by templates or by the language model."""

from __future__ import annotations

import argparse
import json
import sys
import threading

from backend.command_line.naming import agreed
from backend.errors import SettingsError
from backend.serialisation import to_plain
from backend.types import TEMPLATES, JobState
from backend.workbench import Workbench


def questions(workbench: Workbench, options: argparse.Namespace) -> int:
    """Print the price if there is one, ask, make them here and now, and print what came of it;
    non-zero if no question came or the work did not end."""
    collection = workbench.library.collection_named(options.collection)
    if options.by == TEMPLATES:
        workbench.question_making.make_questions(collection.id, options.set, options.most)
    else:
        price = workbench.question_making.making_estimate(collection.id, options.most)
        if price is None:
            raise SettingsError(
                "No language model is on.",
                "Choose one on the Status page first, or give --by templates.",
            )
        print(price.in_words, file=sys.stderr, flush=True)
        if options.estimate:
            return 0
        if not options.yes and not agreed():
            print("Nothing was done.", file=sys.stderr)
            return 1
        workbench.question_making.write_questions(collection.id, options.set, options.most)
    workbench.queue.work_until_idle(threading.Event())
    view = workbench.question_making.making_job(collection.id)
    report = workbench.question_making.making_report(collection.id, options.set)
    if report is not None and options.json:
        print(json.dumps(to_plain(report), ensure_ascii=False, indent=2))
    elif report is not None:
        print("\n".join(report.in_words))
    ended = view is None or view.job.state is JobState.DONE
    if view is not None and not ended:
        print(f"{view.job.reason} {view.job.remedy}".strip() or view.label, file=sys.stderr)
    return 0 if ended and report is not None and report.kept else 1
