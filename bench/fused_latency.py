"""How long evidence takes in the fused hybrid pipeline as a collection grows, and how it starts.

`python -m bench.fused_latency [--sizes 1000 10000 100000] [--library FOLDER]`. Passages of seven
real sentences each, all different, with their names extracted as at ingestion; random vectors under
the real embedder's name; real questions, none of them asked twice. Measured: the first question,
while nothing has been read; reading names, links and word pieces in the background; questions once
they are read; and the same after a new start. Beside it in the same run the naive pipeline and an
exact scan of all vectors, each in milliseconds by the clock and of processor: on a machine that is
busy with something else the clock says little.
"""

from __future__ import annotations

import argparse
import resource
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import nullcontext
from dataclasses import replace
from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np

from backend import registry
from backend.errors import NotFoundError
from backend.graph.views import views_over
from backend.pipelines.fused_hybrid import FusedHybridPipeline
from backend.pipelines.naive import NaivePipeline
from backend.ports import (
    DocumentBundle,
    Extractor,
    VectorSearch,
    one_search,
)
from backend.settings import Settings, load_settings
from backend.types import Collection, Filters, Query
from backend.workbench import Workbench, open_workbench
from bench._stores import CHUNKS_OF_DOCUMENT, documents, questions, sentences
from bench.report import table, write_results

SIZES = (1_000, 10_000, 100_000)
QUESTIONS = 40
WARM = 10
"""Questions that are asked first and not counted."""
BATCH = 250
NAME = "latency"
_MEGABYTE = 1024.0


def main() -> None:
    """Grow one collection through the sizes and measure at each."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sizes", nargs="+", type=int, default=list(SIZES))
    parser.add_argument("--library", type=Path, help="kept, and grown further by the next run")
    chosen = parser.parse_args()
    settings = load_settings()
    asked = questions(settings.benchmarks, QUESTIONS + WARM)
    figures: dict[str, Any] = {}
    place = nullcontext(chosen.library) if chosen.library else tempfile.TemporaryDirectory()
    with place as folder:
        own = replace(settings, library=Path(folder))
        for size in chosen.sizes:
            workbench = open_workbench(own, start_workers=False)
            held = grown(workbench, settings, size)
            workbench.close()
            fresh, again = (run(own, asked) for _ in range(2))
            figures[str(held)] = {
                **fresh,
                "start_after_reading": again["start"],
                "peak_memory_megabytes": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
                / _MEGABYTE,
            }
            print(held, figures[str(held)], flush=True)
            write_results("fused_latency", figures)
    print(report(figures))
    print(f"written to {write_results('fused_latency', figures)}")


def grown(workbench: Workbench, settings: Settings, size: int) -> int:
    """Add documents until the collection holds so many passages; returns how many it holds."""
    try:
        collection = workbench.library.collection_named(NAME)
    except NotFoundError:
        collection = workbench.library.create_collection(NAME)
    identity = workbench.parts.embedders.named("").identity
    held = workbench.library.counts(collection.id).documents
    source = islice(named(collection.id, settings), held, None)
    while held * CHUNKS_OF_DOCUMENT < size:
        bundles = list(islice(source, min(BATCH, size // CHUNKS_OF_DOCUMENT - held)))
        workbench.parts.records.publish([replace(each, embedding=identity) for each in bundles])
        held += len(bundles)
    workbench.parts.index.catch_up()
    return held * CHUNKS_OF_DOCUMENT


def named(collection_id: str, settings: Settings) -> Iterator[DocumentBundle]:
    """Endless documents with the names in their passages."""
    extractor: Extractor = registry.load("backend.tasks.extract", "local").build(settings)
    generator = np.random.default_rng(7)
    for bundle in documents(collection_id, sentences(settings.benchmarks), generator):
        found = extractor.extract(bundle.document, (), bundle.chunks)
        yield replace(bundle, entities=found.entities, mentions=found.mentions)


def run(settings: Settings, asked: list[str]) -> dict[str, Any]:
    """One start: the first question, until names are read, and the questions after that."""
    workbench = open_workbench(settings, start_workers=False)
    try:
        collection = workbench.library.collection_named(NAME)
        pipeline = FusedHybridPipeline(workbench.parts)
        start = started(workbench, collection, pipeline, asked[0])
        naive = NaivePipeline(workbench.parts)
        vectors = dict(zip(asked, workbench.parts.embedders.named("").embed(asked), strict=True))

        def query(text: str) -> Query:
            return Query(text, collection.id)

        def scan(text: str) -> object:
            return one_search(
                workbench.parts.index, collection.id, VectorSearch(vectors[text], 50, Filters())
            )

        ways: dict[str, Callable[[str], object]] = {
            "fused": lambda text: pipeline.retrieve(query(text)),
            "fused, known": lambda text: pipeline.retrieve(query(text)),
            "naive": lambda text: naive.retrieve(query(text)),
            "vector scan": scan,
        }
        return {"start": start, **{name: timed(asked, way) for name, way in ways.items()}}
    finally:
        workbench.close()


def started(
    workbench: Workbench, collection: Collection, pipeline: FusedHybridPipeline, text: str
) -> dict[str, Any]:
    """The first question of a start, and how long names and links take to be there."""
    began, processor = time.perf_counter(), time.process_time()
    first = pipeline.retrieve(Query(text, collection.id))
    first_ms = 1_000 * (time.perf_counter() - began)
    views_over(workbench.parts).of(collection.id, wait=True)
    found = {
        "first_ms": first_ms,
        "first_notices": list(first.notices),
        "ready_seconds": time.perf_counter() - began,
        "ready_processor_seconds": time.process_time() - processor,
    }
    while any("being read" in each for each in _notices(pipeline, text, collection.id)):
        time.sleep(0.5)
    return found


def timed(asked: list[str], way: Callable[[str], object]) -> dict[str, list[float]]:
    """Medians and 95th percentiles in milliseconds, by the clock and of processor."""
    clock, processor = [], []
    for number, text in enumerate(asked):
        began, used = time.perf_counter(), time.process_time()
        way(text)
        if number >= WARM:
            processor.append(1_000 * (time.process_time() - used))
            clock.append(1_000 * (time.perf_counter() - began))
    return {
        "clock_ms": np.percentile(clock, [50, 95]).tolist(),
        "processor_ms": np.percentile(processor, [50, 95]).tolist(),
    }


def report(figures: dict[str, Any]) -> str:
    """The table of all sizes."""
    rows = []
    for size, row in figures.items():
        cells = []
        for name in ("fused", "naive", "vector scan"):
            for kind in ("clock_ms", "processor_ms"):
                median, high = row[name][kind]
                cells.append(f"{median:.0f} / {high:.0f}")
        start, again = row["start"], row["start_after_reading"]
        rows.append(
            (
                f"{int(size):,}",
                *cells,
                f"{start['ready_processor_seconds']:.0f}",
                f"{again['ready_processor_seconds']:.0f}",
                f"{row['peak_memory_megabytes']:.0f}",
            )
        )
    heads = ("passages", "fused ms", "processor", "naive ms", "processor", "scan ms", "processor")
    return table(
        f"evidence of {QUESTIONS} questions, p50 / p95",
        (*heads, "read s (processor)", "joined s", "MB"),
        rows,
    )


def _notices(pipeline: FusedHybridPipeline, text: str, collection_id: str) -> tuple[str, ...]:
    return pipeline.retrieve(Query(text, collection_id)).notices


if __name__ == "__main__":
    main()
