"""A library of so many passages, kept in the cache folder between runs: real filings, which have
pages to look at, and round them documents of real sentences, as measuring the stores makes them."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from dataclasses import replace
from itertools import islice
from pathlib import Path

import numpy as np
import numpy.typing as npt

from backend.errors import NotFoundError
from backend.passage_view.views import views_over
from backend.ports import Embedder, Vectors
from backend.settings import load_settings
from backend.types import Collection
from backend.windows.views import WindowViews
from backend.workbench import Workbench, open_workbench
from bench._stores import CHUNKS_OF_DOCUMENT, named, unit_vectors
from bench.libraries import benchmark_settings

SET = "financebench_small"
FILINGS = 2_000
"""Passages of filings after which no further file is read: a page takes a second or more, and what
is on the screen hangs on how much there is in all."""
_BATCH = 250


class _Drawn:
    """Random vectors under an embedder's name, for every collection."""

    def __init__(self, embedder: Embedder) -> None:
        self._embedder = embedder
        self._generator = np.random.default_rng(7)
        self.identity = embedder.identity
        self.dimension = embedder.dimension
        self.max_tokens = embedder.max_tokens

    def of(self, collection_id: str) -> Embedder:
        return self

    def named(self, model: str) -> Embedder:
        return self

    def question(self, collection_id: str, text: str) -> Vectors:
        vectors: Vectors = self.embed([text])[0]
        return vectors

    def learned_from(self, collection_id: str) -> int:
        return 0

    def token_offsets(self, texts: Sequence[str]) -> list[npt.NDArray[np.int32]]:
        return self._embedder.token_offsets(texts)

    def embed(self, texts: Sequence[str]) -> Vectors:
        return unit_vectors(self._generator, len(texts))


def filings_library(passages: int) -> tuple[Path, str]:
    """A folder with a library and the id of its collection, which holds at least so many passages.

    Files are added by size, the smallest first, until `FILINGS` passages; documents of sentences
    drawn from the open sets, with their names and with random vectors, make up the rest. Windows
    of passages have random vectors too: embedding those of 10,000 takes a quarter of an hour.

    Raises:
        NotFoundError: if the sets' files are not there or hold too few passages.
    """
    settings = benchmark_settings(f"screen-{passages}")
    workbench = open_workbench(settings, start_workers=False)
    try:
        try:
            collection = workbench.library.collection_named("Filings")
        except NotFoundError:
            collection = workbench.library.create_collection("Filings")
        _read_filings(workbench, collection, min(passages, FILINGS))
        _fill(workbench, collection, passages)
        views_over(workbench.parts).of(collection.id, wait=True)
        WindowViews(workbench.parts.records, _Drawn(workbench.parts.embedders.named(""))).of(
            collection.id
        )
        return settings.library, collection.id
    finally:
        workbench.close()


def _read_filings(workbench: Workbench, collection: Collection, wanted: int) -> None:
    folder = load_settings().benchmarks / SET / "pdfs"
    workbench.queue.work_until_idle(threading.Event())
    known = {document.name for document in workbench.library.documents(collection.id)}
    for path in sorted(folder.glob("*.pdf"), key=lambda each: (each.stat().st_size, each.name)):
        if workbench.library.counts(collection.id).chunks >= wanted:
            return
        if path.name not in known:
            workbench.library.add_file(collection.id, path.name, path)
        workbench.queue.work_until_idle(threading.Event())
    held = workbench.library.counts(collection.id).chunks
    if held < wanted:
        raise NotFoundError(
            f"The files in {folder} hold {held:,} passages, not {wanted:,}.",
            "Set QUIRE_BENCHMARKS to the folder of the question sets.",
        )


def _fill(workbench: Workbench, collection: Collection, wanted: int) -> None:
    missing = -(-(wanted - workbench.library.counts(collection.id).chunks) // CHUNKS_OF_DOCUMENT)
    known = sum(document.sha256 == "" for document in workbench.library.documents(collection.id))
    identity = workbench.parts.embedders.named("").identity
    source = islice(named(collection.id, load_settings()), known, None)
    while missing > 0:
        bundles = list(islice(source, min(_BATCH, missing)))
        workbench.parts.records.publish([replace(bundle, embedding=identity) for bundle in bundles])
        missing -= len(bundles)
    workbench.parts.index.catch_up()
