"""How long a question takes, and how much memory, as a collection grows.

`python -m bench.question_latency [--sizes 1000 10000 100000]`. Real sentences and questions, random
vectors under the real embedder's name, so that every step of the naive pipeline and the local
reader is the one that people wait for.
"""

from __future__ import annotations

import argparse
import resource
import tempfile
import time
from dataclasses import replace
from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np

from backend.settings import load_settings
from backend.types import Collection, Query
from backend.workbench import Workbench, open_workbench
from bench._stores import CHUNKS_OF_DOCUMENT, documents, questions, sentences
from bench.report import table, write_results

SIZES = (1_000, 10_000, 100_000)
QUESTIONS = 40
BATCH = 500
_MEGABYTE = 1024.0


def main() -> None:
    """Grow one collection through the sizes and measure at each."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sizes", nargs="+", type=int, default=list(SIZES))
    sizes: list[int] = parser.parse_args().sizes
    settings = load_settings()
    asked = questions(settings.benchmarks, QUESTIONS)
    pool = sentences(settings.benchmarks)
    generator = np.random.default_rng(7)
    figures: dict[str, Any] = {}
    with tempfile.TemporaryDirectory() as folder:
        workbench = open_workbench(replace(settings, library=Path(folder)), start_workers=False)
        collection = workbench.library.create_collection("latency")
        identity = workbench.parts.embedders.named("").identity
        source = documents(collection.id, pool, generator)
        held = 0
        for size in sizes:
            while held < size:
                count = min(BATCH, (size - held) // CHUNKS_OF_DOCUMENT)
                bundles = [
                    replace(document, embedding=identity) for document in islice(source, count)
                ]
                workbench.parts.records.publish(bundles)
                held += count * CHUNKS_OF_DOCUMENT
            workbench.parts.index.catch_up()
            figures[str(held)] = measured(workbench, collection, asked)
        workbench.close()
    print(
        table(
            f"naive pipeline with the local reader, {QUESTIONS} questions",
            ("passages", "evidence p50 / p95 ms", "answer p50 / p95 ms", "memory MB"),
            [
                (
                    f"{int(size):,}",
                    f"{row['evidence_ms'][0]:.0f} / {row['evidence_ms'][1]:.0f}",
                    f"{row['answer_ms'][0]:.0f} / {row['answer_ms'][1]:.0f}",
                    f"{row['peak_memory_megabytes']:.0f}",
                )
                for size, row in figures.items()
            ],
        )
    )
    print(f"written to {write_results('question_latency', figures)}")


def measured(workbench: Workbench, collection: Collection, asked: list[str]) -> dict[str, Any]:
    """Percentiles of the evidence alone and of the whole answer, after one uncounted question."""
    evidence, answers = [], []
    for number, text in enumerate(["What was measured first?", *asked]):
        query = Query(text, collection.id)
        started = time.perf_counter()
        workbench.questions.search(query, "naive")
        found = time.perf_counter()
        asking = workbench.questions.ask(query, "naive")
        asking.wait()
        if asking.error is not None:
            raise asking.error
        if number:
            evidence.append(1_000 * (found - started))
            answers.append(1_000 * (time.perf_counter() - found))
    return {
        "evidence_ms": np.percentile(evidence, [50, 95]).tolist(),
        "answer_ms": np.percentile(answers, [50, 95]).tolist(),
        "peak_memory_megabytes": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / _MEGABYTE,
    }


if __name__ == "__main__":
    main()
