"""A library with the filings of financebench_small, read from their PDF files once and kept."""

from __future__ import annotations

import threading
from pathlib import Path

from backend.errors import NotFoundError
from backend.settings import load_settings
from backend.types import Collection, CollectionSettings, JobState
from backend.workbench import Workbench, open_workbench
from bench.libraries import benchmark_settings

SET = "financebench_small"


def open_filings() -> tuple[Workbench, Collection]:
    """A workbench whose collection holds every PDF of the set, read, cut and embedded as usual.

    Raises:
        NotFoundError: if the set is not there, or one of its files could not be read.
    """
    folder = load_settings().benchmarks / SET / "pdfs"
    files = sorted(folder.glob("*.pdf"))
    if not files:
        raise NotFoundError(
            f"There are no PDF files in {folder}.",
            "Set QUIRE_BENCHMARKS to the folder that holds the question sets.",
        )
    workbench = open_workbench(benchmark_settings("pages"), start_workers=False)
    try:
        collection = workbench.collection_named(SET)
    except NotFoundError:
        collection = workbench.create_collection(SET, CollectionSettings())
    _read(workbench, collection, files)
    return workbench, workbench.collection_named(SET)


def _read(workbench: Workbench, collection: Collection, files: list[Path]) -> None:
    known = {document.name for document in workbench.documents(collection.id)}
    for path in files:
        if path.name not in known:
            workbench.add_file(collection.id, path.name, path)
    workbench.work_until_idle(threading.Event())
    failed = [
        each.job for each in workbench.jobs(collection.id) if each.job.state is JobState.FAILED
    ]
    if failed:
        raise NotFoundError(f"{failed[0].name} could not be read.", failed[0].reason)
