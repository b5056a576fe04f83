"""A library with the filings of financebench_small, read from their PDF files once and kept."""

from __future__ import annotations

import gzip
import json
from collections import Counter

from backend.errors import NotFoundError
from backend.settings import load_settings
from backend.types import Collection
from backend.workbench import Workbench
from bench.libraries import library_of

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
    return library_of(library, SET, {file.name: file for file in files})


def short_filings(most_pages: int) -> frozenset[str]:
    """The names of the set's filings that have at most so many pages."""
    corpus = load_settings().benchmarks / SET / "corpus.jsonl.gz"
    with gzip.open(corpus, "rt", encoding="utf-8") as lines:
        pages = Counter(
            str(json.loads(line)["doc_id"]).rsplit("#", 1)[0] for line in lines if line.strip()
        )
    return frozenset(name for name, count in pages.items() if count <= most_pages)
