"""Files on their way into a collection."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

REFUSED = "refused"
"""Kind of the jobs that stand for files which were never stored, and say why; nothing is there to
retry."""


class JobState(StrEnum):
    """Where a file stands on its way into a collection."""

    QUEUED = "queued"
    RUNNING = "running"
    DONE = "done"
    FAILED = "failed"
    CANCELLED = "cancelled"


@dataclass(frozen=True, slots=True)
class Job:
    """One file on its way in. `stage` names the step ("reading", "embedding" …), `done` of `total`.

    `reason` and `remedy` say why it failed and what to do; `code` is the reading error's code.
    `replaces` are the documents that go when this one is ready; `key` makes a kept copy distinct.
    """

    id: str
    kind: str
    collection_id: str
    name: str
    sha256: str
    size: int
    media_type: str
    state: JobState
    stage: str
    done: int
    total: int
    created: float
    started: float
    finished: float
    heartbeat: float
    attempts: int
    code: str = ""
    reason: str = ""
    remedy: str = ""
    document_id: str = ""
    key: str = ""
    replaces: tuple[str, ...] = ()
    cancel_requested: bool = False


@dataclass(frozen=True, slots=True)
class JobView:
    """A job as a person sees it. `fraction` is 0..1 over all stages; `seconds_left` is the time
    until it is done, with what waits before it in the queue, None if unknown.
    """

    job: Job
    fraction: float
    seconds_left: float | None
    label: str
