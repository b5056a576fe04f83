"""Loaded by a worker at its start (`--preload`), never by a test: it says that it runs another
Python, and every file that it is given all the same fails."""

from __future__ import annotations

from dataclasses import replace

from backend.cluster import worker_tasks
from backend.cluster.worker_agreement import ProcessDescription
from backend.cluster.worker_tasks import Terms
from backend.ingestion.failures import Failure

_describe = getattr(worker_tasks.describe, "__wrapped__", worker_tasks.describe)


def describe(terms: Terms) -> ProcessDescription:
    own: ProcessDescription = _describe(terms)
    return replace(own, parts={**own.parts, "Python": "2.7"})


def prepare_file(*_: object) -> Failure:
    return Failure("failed", "A file was given to another version.", "")


describe.__wrapped__ = _describe  # type: ignore[attr-defined]  # a worker loads this more than once
worker_tasks.describe = describe
worker_tasks.prepare_file = prepare_file
