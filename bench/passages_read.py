"""What reading passages together with the question gains over own files:
`python -m bench.passages_read [PART …] [--documents FOLDER]`.

The documents trained neither the weights of the retrievers nor the cross-encoder: the fourteen
papers of `everyday_more.jsonl`, and every fourth document of the later parts of `bench/own_files`,
asked among all documents of their part. When it was built, 372 of the questions helped to choose
how reading counts.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from backend import registry
from backend.evaluation.intervals import difference_interval, mean_interval
from backend.pipelines._fused.read_together import ALWAYS
from backend.pipelines.fused_hybrid import NAME as FUSED
from backend.pipelines.fused_hybrid import FusedOptions
from backend.pipelines.naive import NAME as NAIVE
from backend.ports import Pipeline
from backend.types import Options, Query
from bench._reader_own_files import (
    EVERYDAY_FURTHER,
    EVERYDAY_MORE,
    HANDBOOKS,
    MANUALS,
    MANUALS_FURTHER,
    default_documents,
    left_out_of,
    open_part,
    questions_with_passages,
)
from bench._unread import UNREAD
from bench.libraries import wait_until_read
from bench.report import known_results, table, write_results

PARTS = (EVERYDAY_MORE, MANUALS, MANUALS_FURTHER, EVERYDAY_FURTHER, HANDBOOKS)
WHOLE = frozenset({EVERYDAY_MORE})
"""Parts of which every document is measured."""
NOT_READ, READ = "fused hybrid, not read together", "fused hybrid"
WAYS: Mapping[str, tuple[str, Options]] = {
    "naive": (NAIVE, Options()),
    NOT_READ: (FUSED, UNREAD),
    READ: (FUSED, FusedOptions(cross_encoder=ALWAYS)),
}
METRICS = {"Hit@1": 1, "Hit@5": 5, "Hit@10": 10}
DEPTH = 20
Values = dict[str, dict[str, list[float]]]
"""By way and metric, one number a question."""


def measure_part(documents: Path, part: str) -> tuple[Values, dict[str, float]]:
    """The numbers of each question of a part, and the median milliseconds of each way."""
    asked = questions_with_passages(documents, part, training=False)
    names = {each.document for each, _ in asked}
    measured = names if part in WHOLE else left_out_of(part)
    questions = [(each, gold) for each, gold in asked if each.document in measured]
    workbench, collection = open_part(documents, part)
    values: Values = {}
    milliseconds: dict[str, float] = {}
    try:
        for way, (name, options) in WAYS.items():
            pipeline: Pipeline = registry.load("backend.pipelines", name).build(workbench.parts)
            wait_until_read(pipeline, Query(questions[0][0].question, collection.id))
            own = values[way] = {metric: [] for metric in METRICS}
            wall = []
            for each, gold in questions:
                started = time.perf_counter()
                hits = pipeline.retrieve(
                    Query(each.question, collection.id, DEPTH, options=options)
                ).hits
                wall.append(time.perf_counter() - started)
                for metric, k in METRICS.items():
                    own[metric].append(float(any(hit.chunk.id in gold for hit in hits[:k])))
            milliseconds[way] = 1000 * float(np.median(wall))
    finally:
        workbench.close()
    return values, milliseconds


def figures(title: str, values: Values) -> dict[str, Any]:
    """Means of each way and what reading gains, with intervals, printed as a table."""
    count = len(values[READ]["Hit@1"])
    found: dict[str, Any] = {"questions": count, "methods": {}}
    rows: list[list[str]] = []
    for way, own in values.items():
        means = {metric: mean_interval(own[metric]) for metric in METRICS}
        found["methods"][way] = {m: [i.mean, i.low, i.high] for m, i in means.items()}
        rows.append([way, *(each.percent() for each in means.values())])
    for other in (NOT_READ, "naive"):
        gains = {m: difference_interval(values[READ][m], values[other][m]) for m in METRICS}
        found[f"{READ} − {other}"] = {m: [i.mean, i.low, i.high] for m, i in gains.items()}
        rows.append([f"{READ} − {other}", *(gain.percent() for gain in gains.values())])
    print(table(f"\n{title}: {count} questions", ("method", *METRICS), rows), flush=True)
    return found


def joined(parts: Sequence[Values]) -> Values:
    """All questions, in the order of the parts."""
    return {
        way: {m: [number for part in parts for number in part[way][m]] for m in METRICS}
        for way in WAYS
    }


def main() -> None:
    """Measure the parts and write the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("parts", nargs="*", default=list(PARTS))
    parser.add_argument("--documents", type=Path, default=default_documents())
    asked = parser.parse_args()
    found = dict(known_results("passages_read"))
    values: list[Values] = []
    for part in asked.parts:
        own, milliseconds = measure_part(asked.documents, part)
        values.append(own)
        found[part] = {**figures(part, own), "milliseconds_median": milliseconds}
    if tuple(asked.parts) == PARTS:
        found["all"] = figures("all", joined(values))
    print(f"written to {write_results('passages_read', found)}", flush=True)


if __name__ == "__main__":
    main()
