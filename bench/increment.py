"""What one more document costs as a collection grows: `python -m bench.increment`.

Timed are the stores' shares: publishing a document of ten chunks in the records, replaying it into
the index, and the first search that sees it. Beside it, what a library without an incremental
index does: building its index anew.
"""

from __future__ import annotations

import argparse
import tempfile
import time
from itertools import islice
from pathlib import Path

import numpy as np

from backend.indexes import embedded
from backend.indexes.embedded import EmbeddedIndex
from backend.ports import TextSearch, VectorSearch, one_search
from backend.records import sqlite
from backend.settings import Settings, load_settings
from backend.types import CollectionSettings, Filters
from bench._stores import documents, questions, sentences, unit_vectors
from bench.report import table, write_results

REPEATS = 20
BATCH = 500
STEPS = ("publish", "catch up", "first search")


def measure(size: int, pool: list[str], question: str) -> dict[str, float]:
    """Median milliseconds per step, and seconds of a build from nothing, at one size."""
    generator = np.random.default_rng(size)
    query = unit_vectors(generator, 1)[0]
    with tempfile.TemporaryDirectory() as folder:
        settings = Settings(library=Path(folder))
        records = sqlite.build(settings)
        index = embedded.build(settings, records)
        collection = records.create_collection("bench", CollectionSettings())
        source = documents(collection.id, pool, generator)
        for _ in range(0, size, BATCH):
            records.publish(list(islice(source, min(BATCH, size))))
        index.catch_up()

        def search() -> None:
            one_search(index, collection.id, TextSearch(question, 10, Filters()))
            one_search(index, collection.id, VectorSearch(query, 10, Filters()))

        search()
        taken: dict[str, list[float]] = {step: [] for step in STEPS}
        for bundle in islice(source, REPEATS):
            moments = [time.perf_counter()]
            records.publish([bundle])
            moments.append(time.perf_counter())
            index.catch_up()
            moments.append(time.perf_counter())
            search()
            moments.append(time.perf_counter())
            for step, start, end in zip(STEPS, moments, moments[1:], strict=False):
                taken[step].append(1_000 * (end - start))
        start = time.perf_counter()
        anew = EmbeddedIndex(records, Path(folder) / "anew", exact_limit=10**6)
        anew.catch_up()
        figures = {step: float(np.median(values)) for step, values in taken.items()}
        figures["build anew"] = 1_000 * (time.perf_counter() - start)
        for opened in (anew, index):
            opened.close()
        records.close()
    return figures


def main() -> None:
    """Measure the sizes asked for, print a table and write the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sizes", type=int, nargs="+", default=[10, 1_000, 10_000])
    chosen = parser.parse_args()
    benchmarks = load_settings().benchmarks
    pool = sentences(benchmarks)
    (question,) = questions(benchmarks, 1)
    found = {size: measure(size, pool, question) for size in chosen.sizes}
    columns = ("documents", *STEPS, "build anew")
    rows = [
        (f"{size:,}", *(f"{figures[column]:.1f}" for column in columns[1:]))
        for size, figures in found.items()
    ]
    print(table("One more document of ten chunks, ms", columns, rows))
    write_results("increment", {"sizes": {str(each): found[each] for each in found}})


if __name__ == "__main__":
    main()
