"""Loaded by a worker at its start (`--preload`), never by a test: DEADLY contents end the process,
as a crash in a library does, and RAISING ones raise what no task expects."""

from __future__ import annotations

import functools
import os

from backend.cluster import worker_tasks
from backend.cluster.worker_tasks import Terms
from backend.ingestion.document import Source
from backend.ingestion.failures import Failure
from backend.ports import DocumentBundle, Progress
from tests.cluster.launcher import DEADLY, RAISING

_prepare_file = getattr(worker_tasks.prepare_file, "__wrapped__", worker_tasks.prepare_file)


@functools.wraps(_prepare_file)  # a worker loads this file more than once
def prepare_file(
    progress: Progress, terms: Terms, source: Source, content: bytes
) -> DocumentBundle | Failure:
    if content.startswith(DEADLY):
        os._exit(1)
    if content.startswith(RAISING):
        raise ValueError("a wrong value")
    return _prepare_file(progress, terms, source, content)


worker_tasks.prepare_file = prepare_file
