"""`name`: a language model names things and relations, after its price was agreed to."""

from __future__ import annotations

import argparse
import sys
import threading

from backend.types import JobState, NamingEstimate
from backend.workbench import Workbench


def name(workbench: Workbench, options: argparse.Namespace) -> int:
    """Print the price, ask, and do it here and now."""
    collection = workbench.library.collection_named(options.collection)
    if options.rules:
        workbench.naming.name_by_rules(collection.id)
    else:
        estimate = workbench.naming.naming_estimate(collection.id)
        if estimate is not None:
            print(priced(estimate))
            if estimate.passages and not options.yes and not agreed():
                print("Nothing was done.")
                return 1
        workbench.naming.name_with_language_model(collection.id)
    workbench.queue.work_until_idle(threading.Event())
    view = workbench.queue.work_on(collection.id, "name")
    if view is None or view.job.state is JobState.DONE:
        print("Done.")
        return 0
    print(f"{view.job.reason} {view.job.remedy}".strip(), file=sys.stderr)
    return 1


def priced(estimate: NamingEstimate) -> str:
    """What it will cost, in a sentence."""
    if not estimate.passages:
        return f"{estimate.model} has read all {estimate.cached:,} passages already: no cost."
    tokens = f"about {estimate.input_tokens:,} tokens read and {estimate.output_tokens:,} written"
    money = (
        f"about {estimate.currency}{estimate.cost:.2f}"
        if estimate.cost
        else "no price is set (price_input, price_output)"
    )
    return (
        f"{estimate.model} will read {estimate.passages:,} passages in {estimate.requests:,} "
        f"requests: {tokens}, {money}. {estimate.cached:,} were read before."
    )


def agreed() -> bool:
    """Whether a person types that the work may go on."""
    try:
        return input("Go on? [y/N] ").strip().casefold() in {"y", "yes"}
    except EOFError:
        return False
