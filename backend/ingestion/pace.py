"""How long the files in the queue will still take. Pure functions.

A file's work is taken to grow with its passages. Files that are read side by side share the
machine, so one pace is measured for all of them together: the time in which something was read over
the work that was done in it, of the latest files and of the running ones as far as they have come.
Between two reports of progress a file's work falls with the clock, down to near what the next
report will leave.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from backend.ingestion.progress import fraction
from backend.types import Job, JobState

SECONDS_OF_A_FILE = 1.5
"""What every file takes, however small."""
SECONDS_PER_PASSAGE = 0.07
PASSAGES_PER_BYTE = 0.8e-3
"""Both measured on annual and quarterly reports as PDF, with two processors. They count as much as
`_PRIOR_SECONDS` of work and `_PRIOR_BYTES` of files, and give way to what is measured."""
AHEAD = 192
"""Units that the next report may say are done besides; passages are embedded 128 at once, the
longest first, whose share of the text is larger than that of their number."""
_PRIOR_SECONDS = 8.0
_PRIOR_BYTES = 100_000
_HELD_BACK = 0.3
"""The part of the work up to the next report that is not counted as done before it comes."""


@dataclass(frozen=True, slots=True)
class ReadFile:
    """A file that was read: its bytes, its passages, and from when to when, in seconds of Unix
    time."""

    size: int
    passages: int
    started: float
    finished: float


@dataclass(frozen=True, slots=True)
class Standing:
    """A running job and since when it has stood where it stands, in seconds of Unix time."""

    job: Job
    since: float


def ready_in(
    queued: Sequence[Job],
    running: Sequence[Standing],
    read: Sequence[ReadFile],
    now: float,
    workers: int,
) -> dict[str, float]:
    """By id: seconds until each file is ready, in the order of the queue.

    Args:
        queued: files that wait, the next one first.
        running: files that are being read.
        read: the files that were read last, for the pace.
        workers: how many files are read side by side, at least.
    """
    density = _passages_per_byte(read)
    pace = _pace(read, running, density)
    side_by_side = max(1, workers, len(running))
    at_work = {each.job.id: _work_left(each, density, now, pace * len(running)) for each in running}
    waiting = [(job.id, _work(job, density)) for job in queued]
    ready: dict[str, float] = {}
    spent = 0.0
    while at_work or waiting:
        while waiting and len(at_work) < side_by_side:
            job_id, work = waiting.pop(0)
            at_work[job_id] = work
        first = min(at_work, key=lambda each: at_work[each])
        done = at_work.pop(first)
        spent += done * (len(at_work) + 1)
        ready[first] = spent * pace
        at_work = {job_id: work - done for job_id, work in at_work.items()}
    return ready


def _passages_per_byte(read: Sequence[ReadFile]) -> float:
    passages = sum(read_file.passages for read_file in read) + _PRIOR_BYTES * PASSAGES_PER_BYTE
    return passages / (sum(read_file.size for read_file in read) + _PRIOR_BYTES)


def _pace(read: Sequence[ReadFile], running: Sequence[Standing], density: float) -> float:
    """Seconds that a second's work takes here, with all that is read side by side."""
    spans = [(read_file.started, read_file.finished) for read_file in read]
    spans += [(each.job.started, each.since) for each in running]
    work = sum(_work_of(read_file.passages) for read_file in read)
    work += sum(_work(each.job, density) * fraction(each.job) for each in running)
    return (_covered(spans) + _PRIOR_SECONDS) / (work + _PRIOR_SECONDS)


def _covered(spans: Sequence[tuple[float, float]]) -> float:
    """The length of what these spans of time cover together."""
    covered, until = 0.0, 0.0
    for start, end in sorted(spans):
        covered += max(0.0, end - max(start, until))
        until = max(until, end)
    return covered


def _work_of(passages: float) -> float:
    return SECONDS_OF_A_FILE + passages * SECONDS_PER_PASSAGE


def _work(job: Job, density: float) -> float:
    """The whole work of a file, in seconds of the machine of the constants."""
    known = job.state is JobState.RUNNING and job.stage == "embedding" and job.total > 0
    return _work_of(job.total if known else job.size * density)


def _work_left(standing: Standing, density: float, now: float, pace: float) -> float:
    """The work of a running file that is left; `pace` is its own, in seconds a second's work."""
    job, whole = standing.job, _work(standing.job, density)
    at_report = whole * (1.0 - fraction(job))
    at_next = whole * (1.0 - fraction(job, ahead=AHEAD))
    held_back = at_next + _HELD_BACK * (at_report - at_next)
    return max(at_report - max(0.0, now - standing.since) / pace, held_back)
