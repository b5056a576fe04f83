"""A library of so many passages read from real filings, kept in the cache folder between runs."""

from __future__ import annotations

import threading
from pathlib import Path

from backend.errors import NotFoundError
from backend.settings import load_settings
from backend.workbench import open_workbench
from bench.libraries import benchmark_settings

SET = "financebench_small"


def filings_library(passages: int) -> tuple[Path, str]:
    """A folder with a library and the id of its collection, which holds at least so many passages.

    Files are added by size, the smallest first, until there are enough.

    Raises:
        NotFoundError: if the set's files are not there or hold fewer passages.
    """
    folder = load_settings().benchmarks / SET / "pdfs"
    settings = benchmark_settings(f"screen-{passages}")
    workbench = open_workbench(settings, start_workers=False)
    try:
        try:
            collection = workbench.collection_named("Filings")
        except NotFoundError:
            collection = workbench.create_collection("Filings")
        known = {each.name for each in workbench.documents(collection.id)}
        for path in sorted(folder.glob("*.pdf"), key=lambda each: (each.stat().st_size, each.name)):
            if workbench.counts(collection.id).chunks >= passages:
                break
            if path.name not in known:
                workbench.add_file(collection.id, path.name, path)
            workbench.work_until_idle(threading.Event())
        held = workbench.counts(collection.id).chunks
        if held < passages:
            raise NotFoundError(
                f"The files in {folder} hold {held:,} passages, not {passages:,}.",
                "Ask for fewer, or set QUIRE_BENCHMARKS to the folder of the question sets.",
            )
        return settings.library, collection.id
    finally:
        workbench.close()
