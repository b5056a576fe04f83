"""What the views of a collection cost: joined from all that was read, opened from their files, and
with one document more.

`python -m bench.stored_views --library FOLDER`, a folder that `bench.fused_latency --library` has
made. Each way in a process of its own, names and pages one after the other: joined from what is
kept of the documents, and stored; opened from the files that the first way has written; and, once
they are open, a document of 20 passages published, and the time until it is among the names and the
pages and both files are there again. Seconds by the clock and of processor, the memory that the way
has added to the process, its own and pages of files, which processes share, and the most that the
process ever held.
"""

from __future__ import annotations

import argparse
import json
import time
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

from backend import sparse
from backend.passage_view.views import Views
from backend.ports import DocumentBundle
from backend.scope.views import ScopeViews
from backend.settings import Settings, load_settings
from backend.view_files import ViewFiles, drop_views
from backend.view_folder import FOLDER
from backend.workbench import Workbench, open_workbench
from bench._large_library import NAME
from bench._stores import documents, names_extractor, sentences, with_names
from bench._ways import child, memory
from bench.report import table, write_results

WAYS = ("joined", "opened", "added")
ADDED = 20
"""Passages of the document that is added."""


def main() -> None:
    """Measure each way in a child process, or one of them here."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--library", type=Path, nargs="+", required=True)
    parser.add_argument("--way", choices=WAYS, help="one way alone, as JSON")
    parser.add_argument("--result", default="stored_views", help="name of the result file")
    chosen = parser.parse_args()
    if chosen.way:
        print(json.dumps(measured(chosen.library[0], chosen.way)))
        return
    figures: dict[str, Any] = {}
    for library in chosen.library:
        found: dict[str, Any] = {way: child("bench.stored_views", library, way) for way in WAYS}
        size = f"{found['opened']['passages'] // 1_000 * 1_000:.0f}"
        found["file_megabytes"] = sum(
            each.stat().st_size / 1e6 for each in (library / FOLDER).glob("*")
        )
        figures[size] = found
        print(figures, flush=True)
    rows = [
        (f"{int(size):,}", way, *(f"{each:.2f}" for each in list(found[way].values())[1:]))
        for size, found in figures.items()
        for way in WAYS
    ]
    heads = ("seconds", "of processor", "own MB", "shared MB", "peak MB")
    print(table("until names and pages are there", ("passages", "way", *heads), rows))
    print(f"written to {write_results(chosen.result, figures)}")


def measured(library: Path, way: str) -> dict[str, float]:
    """Passages, seconds, seconds of processor, and megabytes of memory that came."""
    settings = replace(load_settings(), library=library)
    workbench = open_workbench(settings, start_workers=False)
    try:
        collection_id = workbench.library.collection_named(NAME).id
        records = workbench.parts.records
        files = ViewFiles(library, records)
        if way == "joined":
            drop_views(library, collection_id)
        names, pages = Views(records, files), ScopeViews(records, files)
        sparse.load()
        if way == "added":
            names.of(collection_id, wait=True)
            pages.of(collection_id, wait=True)
            workbench.parts.records.publish([new_document(workbench, settings)])
        before = memory()
        began, processor = time.perf_counter(), time.process_time()
        size = names.of(collection_id, wait=way != "opened").size
        pages.of(collection_id, wait=way != "opened")
        seconds, used = time.perf_counter() - began, time.process_time() - processor
        after = memory()
        if way == "opened" and not names.is_current(collection_id):
            raise SystemExit("the file is not that of the documents: measure “joined” first")
        return {
            "passages": size,
            "seconds": seconds,
            "processor_seconds": used,
            "own_megabytes": after["own_megabytes"] - before["own_megabytes"],
            "shared_megabytes": after["mapped_megabytes"] - before["mapped_megabytes"],
            "peak_megabytes": after["peak_megabytes"],
        }
    finally:
        workbench.close()


def new_document(workbench: Workbench, settings: Settings) -> DocumentBundle:
    """A document that the collection does not have, with the names in its passages."""
    collection_id = workbench.library.collection_named(NAME).id
    number = workbench.library.counts(collection_id).documents
    generator = np.random.default_rng(number)
    pool = sentences(settings.benchmarks)
    nameless = next(documents(collection_id, pool, generator, number, ADDED))
    document_bundle = with_names(nameless, names_extractor(settings))
    return replace(document_bundle, embedding=workbench.parts.embedders.named("").identity)


if __name__ == "__main__":
    main()
