"""How long evidence takes as a collection grows, how it starts, and what one document more takes.

`python -m bench.fused_latency [--sizes 100000 1000000] [--library FOLDER]`. A library of recombined
passages (`bench._large_library`) grows through the sizes, its parts of passages read and its views
stored, as a worker leaves them. Then each of these in a new process: a start until fused hybrid
answers by all retrievers, 40 real questions, none of them asked twice, of fused hybrid,
naive, and an exact scan of all vectors; and a document of 20 passages that comes to such a process.
Milliseconds by the clock and of processor: on a machine that is busy with something else the clock
says little. Memory is that of the process alone (Linux: RssAnon), and the pages of mapped files
that it looks at beside it (RssFile), which the system takes back when it needs them.
"""

from __future__ import annotations

import argparse
import json
import os
import tempfile
import time
from collections.abc import Callable
from contextlib import nullcontext
from dataclasses import replace
from itertools import count
from pathlib import Path
from typing import Any

import numpy as np

from backend.passage_view.views import Views, views_over
from backend.pipelines.fused_hybrid import FusedHybridPipeline
from backend.pipelines.naive import NaivePipeline
from backend.ports import Pipeline, VectorSearch, one_search
from backend.scope.views import ScopeViews, scope_views_over
from backend.settings import Settings, load_settings
from backend.types import Filters, Query
from backend.view_files import ViewFiles
from backend.windows.views import window_views_over
from backend.workbench import Workbench, open_workbench
from bench._large_library import NAME, grow, source
from bench._stores import questions
from bench._unread import UNREAD
from bench._ways import child, memory
from bench.report import table, write_results

SIZES = (1_000, 10_000, 100_000)
QUESTIONS = 40
WARM = 10
"""Questions that are asked first and not counted."""
ADDED = 20
"""Passages of the document that is added."""
WAYS = ("asked", "added")
NOT_READ = "fused, not read together"


def main() -> None:
    """Grow one collection through the sizes and measure at each, or measure one way here."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sizes", nargs="+", type=int, default=list(SIZES))
    parser.add_argument("--library", type=Path, help="kept, and grown further by the next run")
    parser.add_argument("--result", default="fused_latency", help="name of the result file")
    parser.add_argument("--way", choices=WAYS, help="one way alone, as JSON")
    chosen = parser.parse_args()
    settings = load_settings()
    if chosen.way:
        own = replace(settings, library=chosen.library)
        print(json.dumps(asked(own) if chosen.way == "asked" else added(own)))
        return
    figures: dict[str, Any] = {}
    place = nullcontext(chosen.library) if chosen.library else tempfile.TemporaryDirectory()
    with place as folder:
        for size in chosen.sizes:
            own = replace(settings, library=Path(folder))
            prepare(own, settings, size)
            load = os.getloadavg()[0]
            found = {way: child("bench.fused_latency", Path(folder), way) for way in WAYS}
            figures[str(size)] = {**found, "load_before": load}
            print(size, figures[str(size)], flush=True)
            write_results(chosen.result, figures)
    print(report(figures))


def prepare(own: Settings, settings: Settings, size: int) -> None:
    """Grow the library, and store its views."""
    workbench = open_workbench(own, start_workers=False)
    try:
        grow(workbench, settings, size)
        collection_id = workbench.library.collection_named(NAME).id
        files = ViewFiles(own.library, workbench.parts.records)
        Views(workbench.parts.records, files).of(collection_id, wait=True)
        ScopeViews(workbench.parts.records, files).of(collection_id, wait=True)
        while not window_views_over(workbench.parts).keep(collection_id, size):
            pass  # what is embedded is joined when all of it is
    finally:
        workbench.close()


def asked(settings: Settings) -> dict[str, Any]:
    """A start, and the questions after it."""
    every = questions(settings.benchmarks, 2 * (QUESTIONS + WARM))
    texts, further = every[: QUESTIONS + WARM], every[QUESTIONS + WARM :]
    began, processor = time.perf_counter(), time.process_time()
    workbench = open_workbench(settings, start_workers=False)
    try:
        collection_id = workbench.library.collection_named(NAME).id
        fused, naive = FusedHybridPipeline(workbench.parts), NaivePipeline(workbench.parts)

        def first(pipeline: Pipeline) -> float:
            pipeline.retrieve(Query(texts[0], collection_id))
            return time.perf_counter() - began

        start = {"naive_seconds": first(naive), "fused_seconds": first(fused)}
        until_ready(fused, Query(texts[0], collection_id))
        start["ready_seconds"] = time.perf_counter() - began
        start["ready_processor_seconds"] = time.process_time() - processor
        start.update(memory())
        embedder = workbench.parts.embedders.named("")
        vectors = dict(zip(texts, embedder.embed(texts), strict=True))
        index = workbench.parts.index

        def scan(text: str) -> object:
            everywhere = VectorSearch(vectors[text], 50, Filters())
            return one_search(index, collection_id, everywhere)

        ways: dict[str, Callable[[str], object]] = {
            "fused": lambda text: fused.retrieve(Query(text, collection_id)),
            "naive": lambda text: naive.retrieve(Query(text, collection_id)),
            "vector scan": scan,
        }
        timings = {name: timed(texts, way) for name, way in ways.items()}
        # other questions, since what was made for the first ones may still be known
        timings[NOT_READ] = timed(
            further, lambda text: fused.retrieve(Query(text, collection_id, options=UNREAD))
        )
        return {"start": start, **timings, "memory": memory()}
    finally:
        workbench.close()


def until_ready(pipeline: Pipeline, query: Query) -> None:
    """Ask until nothing is said to be missing: names, links, pages, parts of passages."""
    while any("being read" in notice for notice in pipeline.retrieve(query).notices):
        time.sleep(0.05)


def added(settings: Settings) -> dict[str, float]:
    """A document comes to a collection that questions are asked of: seconds until it is stored and
    indexed, until it is among names and pages, and until the parts of its passages are read."""
    workbench = open_workbench(settings, start_workers=False)
    try:
        parts = workbench.parts
        collection_id = workbench.library.collection_named(NAME).id
        query = Query(questions(settings.benchmarks, 1)[0], collection_id)
        fused = FusedHybridPipeline(parts)
        until_ready(fused, query)
        bundle = new_document(workbench, settings)
        began, processor = time.perf_counter(), time.process_time()

        def passed() -> tuple[float, float]:
            return time.perf_counter() - began, time.process_time() - processor

        parts.records.publish([bundle])
        parts.index.catch_up()
        fused.retrieve(query)
        indexed = passed()
        views_over(parts).of(collection_id, wait=True)
        scope_views_over(parts).of(collection_id, wait=True)
        joined = passed()
        window_views_over(parts).of(collection_id)
        fused.retrieve(query)
        whole = passed()
        steps = {"indexed": indexed, "joined": joined, "whole": whole}
        seconds = {f"{name}_seconds": step[0] for name, step in steps.items()}
        used = {f"{name}_processor_seconds": step[1] for name, step in steps.items()}
        return {**seconds, **used, **memory()}
    finally:
        workbench.close()


def new_document(workbench: Workbench, settings: Settings) -> Any:
    """A document that the collection does not have."""
    made, held = source(workbench, settings)
    collection_id = workbench.library.collection_named(NAME).id
    known = {document.id for document in workbench.library.documents(collection_id)}
    coming = (made.document(number, ADDED)[0] for number in count(held))
    return next(each for each in coming if each.document.id not in known)


def timed(texts: list[str], way: Callable[[str], object]) -> dict[str, list[float]]:
    """Medians and 95th percentiles in milliseconds, by the clock and of processor."""
    clock, processor = [], []
    for number, text in enumerate(texts):
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
        found, came = row["asked"], row["added"]
        cells = []
        for name in ("fused", NOT_READ, "naive", "vector scan"):
            for kind in ("clock_ms", "processor_ms"):
                median, high = found[name][kind]
                cells.append(f"{median:.0f} / {high:.0f}")
        rows.append(
            (
                f"{int(size):,}",
                *cells,
                f"{found['start']['ready_seconds']:.1f}",
                f"{found['memory'].get('own_megabytes', 0.0):.0f}",
                f"{found['memory'].get('mapped_megabytes', 0.0):.0f}",
                f"{came['joined_seconds']:.1f}",
            )
        )
    timed_ways = ("fused", NOT_READ, "naive", "scan")
    heads = ("passages", *(head for way in timed_ways for head in (f"{way} ms", "processor")))
    return table(
        f"evidence of {QUESTIONS} questions, p50 / p95",
        (*heads, "ready s", "own MB", "mapped MB", "added s"),
        rows,
    )


if __name__ == "__main__":
    main()
