"""How well passages are found for questions in people's own words over their own kinds of files.

`python -m bench.own_search [--documents FOLDER] [--models …]`. The questions are those of
`bench/own_files` over the guides that train nothing, asked of all guides together. A question
counts as found where a passage that holds a part of an answering sentence is among the first five
(or ten) that are shown.
"""

from __future__ import annotations

import argparse
import time
from pathlib import Path
from typing import Any

import numpy as np

from backend import registry
from backend.evaluation.intervals import difference_interval, mean_interval
from backend.pipelines.fused_hybrid import NAME as FUSED
from backend.pipelines.fused_hybrid import FusedOptions
from backend.ports import Pipeline
from backend.types import Options, Query
from bench._reader_own_files import GUIDES, default_documents, open_part, questions_with_passages
from bench.files import methods
from bench.report import table, write_results

DEPTH = 10
METRICS = {"Hit@1": 1, "Hit@5": 5, "Hit@10": 10}
READING_PAUSE = 0.2


def main() -> None:
    """Measure every method, print the table and write the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--documents", type=Path, default=default_documents())
    parser.add_argument("--models", nargs="+", default=[FusedOptions().model])
    parser.add_argument("--unwritten", action="store_true", help="print only")
    asked = parser.parse_args()
    questions = questions_with_passages(asked.documents, GUIDES, training=False)
    workbench, collection = open_part(asked.documents, GUIDES)
    values: dict[str, dict[str, list[float]]] = {}
    milliseconds: dict[str, float] = {}
    try:
        for label, (name, model) in methods(("naive", FUSED), asked.models).items():
            pipeline: Pipeline = registry.load("backend.pipelines", name).build(workbench.parts)
            options = FusedOptions(model=model) if model else Options()
            wall: list[float] = []
            for question, gold in questions:
                query = Query(question.question, collection.id, DEPTH, options=options)
                while True:
                    started = time.perf_counter()
                    found = pipeline.retrieve(query)
                    if not any("still being read" in each for each in found.notices):
                        break
                    time.sleep(READING_PAUSE)
                wall.append(time.perf_counter() - started)
                right = [hit.chunk.id in gold for hit in found.hits]
                for metric, depth in METRICS.items():
                    values.setdefault(label, {}).setdefault(metric, []).append(
                        float(any(right[:depth]))
                    )
            milliseconds[label] = 1000 * float(np.median(wall))
    finally:
        workbench.close()
    figures: dict[str, dict[str, list[float]]] = {}
    rows: list[list[str]] = []
    first = next(iter(values))
    for label, own in values.items():
        found_intervals = {metric: mean_interval(own[metric]) for metric in METRICS}
        figures[label] = {m: [i.mean, i.low, i.high] for m, i in found_intervals.items()}
        shown = [each.percent() for each in found_intervals.values()]
        rows.append([label, *shown, f"{milliseconds[label]:.0f}"])
        if label != first:
            gains = {m: difference_interval(own[m], values[first][m]) for m in METRICS}
            name = f"{label} − {first}"
            figures[name] = {m: [i.mean, i.low, i.high] for m, i in gains.items()}
            rows.append([name, *(each.percent() for each in gains.values()), ""])
    print(table(f"guides that train nothing: {len(questions)}", ("", *METRICS, "ms"), rows))
    if not asked.unwritten:
        result: dict[str, Any] = {
            "questions": len(questions),
            "milliseconds_median": milliseconds,
            "methods": figures,
        }
        write_results("own_search", result)


if __name__ == "__main__":
    main()
