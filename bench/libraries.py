"""Libraries with a question set imported, kept in the cache folder between runs."""

from __future__ import annotations

import sys
import time
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from threading import Event

from backend.definitions.views import DefinitionViews
from backend.discourse.views import SubjectViews
from backend.errors import NotFoundError
from backend.passage_view.views import views_over
from backend.ports import Pipeline
from backend.settings import Settings, load_settings
from backend.types import Collection, CollectionSettings, JobState, Query
from backend.windows.views import window_views_over
from backend.workbench import Workbench, open_workbench
from bench._question_sets import QuestionSet

LIBRARY = f"retrieval-{CollectionSettings().chunk_tokens}"
"""Named by the size of its passages, so that another default never measures an old library."""

READING_PAUSE = 0.2
"""Seconds between two looks at what is still being read."""


def benchmark_settings(library: str) -> Settings:
    """The settings with a library of its own in the cache folder."""
    settings = load_settings()
    return replace(settings, library=settings.cache / "bench" / library)


def open_with(
    question_set: QuestionSet, *, library: str = LIBRARY, cut: CollectionSettings | None = None
) -> tuple[Workbench, Collection]:
    """A workbench whose collection, named as the set, holds the set's corpus."""
    workbench = open_workbench(benchmark_settings(library), start_workers=False)
    try:
        collection = workbench.library.collection_named(question_set.name)
    except NotFoundError:
        collection = workbench.library.create_collection(question_set.name, cut)
    workbench.library.import_corpus(collection.id, question_set.corpus, _progress)
    read_through(workbench, collection.id)
    return workbench, workbench.library.collection_named(question_set.name)


def library_of(
    library: str, collection: str, files: Mapping[str, Path | bytes]
) -> tuple[Workbench, Collection]:
    """A workbench with a collection of some files, or of what they hold, by their names; those that
    it has already are not read again.

    Raises:
        NotFoundError: if a file could not be read.
    """
    workbench = open_workbench(benchmark_settings(library), start_workers=False)
    try:
        held = workbench.library.collection_named(collection)
    except NotFoundError:
        held = workbench.library.create_collection(collection, CollectionSettings())
    known = {document.name for document in workbench.library.documents(held.id)}
    for name, file in files.items():
        if name not in known:
            workbench.library.add_file(held.id, name, file)
    workbench.queue.work_until_idle(Event())
    jobs = [each.job for each in workbench.queue.jobs(held.id)]
    failed = [job for job in jobs if job.state is JobState.FAILED]
    if failed:
        workbench.close()
        raise NotFoundError(f"{failed[0].name} could not be read.", failed[0].reason)
    return workbench, workbench.library.collection_named(collection)


def read_through(workbench: Workbench, collection_id: str) -> None:
    """Wait for what is otherwise read in the background, so that no question goes without it."""
    parts = workbench.parts
    views_over(parts).of(collection_id, wait=True)
    window_views_over(parts).of(collection_id)
    DefinitionViews.over(parts).of(collection_id)
    SubjectViews.over(parts).of(collection_id)


def wait_until_read(pipeline: Pipeline, query: Query) -> None:
    """Ask until nothing is left out because names, pages or vectors are still being made."""
    while any(
        "still being read" in notice or "being made" in notice
        for notice in pipeline.retrieve(query).notices
    ):
        time.sleep(READING_PAUSE)


def _progress(stage: str, done: int, total: int) -> None:
    print(f"\r{stage} {done:,}", end="", file=sys.stderr, flush=True)
