"""`describe`: tables described so that they are found by it; a language model only after its price
was agreed to."""

from __future__ import annotations

import argparse
import sys
import threading

from backend.command_line.naming import agreed
from backend.types import DescribedBy, DescribingEstimate, JobState
from backend.workbench import Workbench


def describe(workbench: Workbench, options: argparse.Namespace) -> int:
    """Print the price, ask, and do it here and now."""
    collection = workbench.library.collection_named(options.collection)
    by = DescribedBy(options.by)
    if by is DescribedBy.LANGUAGE_MODEL:
        estimate = workbench.describing.describing_estimate(collection.id)
        if estimate is not None:
            print(priced(estimate))
            if estimate.tables and not options.yes and not agreed():
                print("Nothing was done.")
                return 1
    workbench.describing.describe_tables(collection.id, by)
    workbench.queue.work_until_idle(threading.Event())
    view = workbench.queue.work_on(collection.id, "describe")
    if view is not None and view.job.state is not JobState.DONE:
        print(f"{view.job.reason} {view.job.remedy}".strip(), file=sys.stderr)
        return 1
    state = workbench.describing.describing_state(collection.id)
    print(
        f"{state.described:,} of {state.tables:,} tables are described, {state.written:,} of them "
        f"by a language model. So far: {state.requests:,} requests, {state.input_tokens:,} tokens "
        f"read and {state.output_tokens:,} written."
    )
    return 0


def priced(estimate: DescribingEstimate) -> str:
    """What it will cost, in a sentence."""
    if not estimate.tables:
        return f"{estimate.model} has described all {estimate.cached:,} tables already: no cost."
    tokens = f"about {estimate.input_tokens:,} tokens read and {estimate.output_tokens:,} written"
    money = (
        f"about {estimate.currency}{estimate.cost:.2f}"
        if estimate.cost
        else "no price is set (price_input, price_output)"
    )
    return (
        f"{estimate.model} will describe {estimate.tables:,} tables, one request each: {tokens}, "
        f"{money}. {estimate.cached:,} were described before."
    )
