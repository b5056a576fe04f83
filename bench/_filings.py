"""A library with the filings of financebench_small, read from their PDF files once and kept."""

from __future__ import annotations

import gzip
import json
import threading
from collections import Counter
from pathlib import Path

from backend.errors import NotFoundError
from backend.settings import load_settings
from backend.types import Collection, CollectionSettings, JobState
from backend.workbench import Workbench, open_workbench
from bench.libraries import benchmark_settings

SET = "financebench_small"


def open_filings(most_pages: int = 0) -> tuple[Workbench, Collection]:
    """A workbench whose collection holds the PDF files of the set, read, cut and embedded as usual.

    Args:
        most_pages: filings of more pages are left out; 0 takes all.

    Raises:
        NotFoundError: if the set is not there, or one of its files could not be read.
    """
    folder = load_settings().benchmarks / SET
    files = sorted((folder / "pdfs").glob("*.pdf"))
    if not files:
        raise NotFoundError(
            f"There are no PDF files in {folder / 'pdfs'}.",
            "Set QUIRE_BENCHMARKS to the folder that holds the question sets.",
        )
    library = "pages"
    if most_pages:
        library = f"pages-{most_pages}"
        files = [file for file in files if file.stem in short_filings(most_pages)]
    workbench = open_workbench(benchmark_settings(library), start_workers=False)
    try:
        collection = workbench.library.collection_named(SET)
    except NotFoundError:
        collection = workbench.library.create_collection(SET, CollectionSettings())
    _read(workbench, collection, files)
    return workbench, workbench.library.collection_named(SET)


def short_filings(most_pages: int) -> frozenset[str]:
    """The names of the set's filings that have at most so many pages."""
    corpus = load_settings().benchmarks / SET / "corpus.jsonl.gz"
    with gzip.open(corpus, "rt", encoding="utf-8") as lines:
        pages = Counter(
            str(json.loads(line)["doc_id"]).rsplit("#", 1)[0] for line in lines if line.strip()
        )
    return frozenset(name for name, count in pages.items() if count <= most_pages)


def _read(workbench: Workbench, collection: Collection, files: list[Path]) -> None:
    known = {document.name for document in workbench.library.documents(collection.id)}
    for path in files:
        if path.name not in known:
            workbench.library.add_file(collection.id, path.name, path)
    workbench.queue.work_until_idle(threading.Event())
    failed = [
        job.job for job in workbench.queue.jobs(collection.id) if job.job.state is JobState.FAILED
    ]
    if failed:
        raise NotFoundError(f"{failed[0].name} could not be read.", failed[0].reason)
