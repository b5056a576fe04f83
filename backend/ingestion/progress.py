"""How far a file is, in words and numbers for a person. Pure functions."""

from __future__ import annotations

from backend.ingestion.queueing import REEMBED
from backend.types import Job, JobState, JobView

STAGES: tuple[tuple[str, str, float], ...] = (
    ("sent", "Waiting for another machine", 0.0),
    ("reading", "Reading page {done} of {total}", 0.10),
    ("cutting", "Cutting into passages", 0.03),
    ("embedding", "Embedding {total} passages, {percent} %", 0.76),
    ("grouping", "Grouping passages", 0.09),
    ("storing", "Storing", 0.02),
    ("waiting", "Stored; waiting for the search server", 0.0),
)
"""(stage, words for it, its usual share of the whole time)."""

OTHER_STAGES: dict[str, tuple[tuple[str, str, float], ...]] = {
    REEMBED: (
        ("embedding", "Embedding passages, {done} of {total}", 0.9),
        ("grouping", "Grouping the passages of document {done} of {total}", 0.1),
    ),
    "group": (("grouping", "Grouping the passages of document {done} of {total}", 1.0),),
    "summarise": (("summarising", "Summarising document {done} of {total}", 1.0),),
    "name": (("naming", "Naming things in document {done} of {total}", 1.0),),
    "describe": (("describing", "Describing the tables of document {done} of {total}", 1.0),),
    "evaluate": (
        ("waiting", "Waiting for another run to end", 0.0),
        ("preparing", "Preparing", 0.02),
        ("asking", "Asking, {done} of {total} answered", 0.98),
    ),
    "causes": (("looking", "Looking into question {done} of {total}", 1.0),),
    "judge": (("judging", "Judging, {done} of {total} judged", 1.0),),
    "learn_adapter": (
        ("searching", "Searching for question {done} of {total}", 0.5),
        ("learning", "Learning where questions belong, round {done} of {total}", 0.5),
    ),
    "learn_bounds": (
        ("preparing", "Preparing", 0.02),
        ("asking", "Asking question {done} of {total} again", 0.98),
    ),
    "fine_tune": (
        ("searching", "Searching for question {done} of {total}", 0.02),
        ("loading", "Loading the model", 0.03),
        ("learning", "Fine-tuning the embedder, batch {done} of {total}", 0.75),
        ("measuring", "Reading the vectors of passage {done} of {total}", 0.02),
        ("embedding", "Embedding passages to measure, {done} of {total}", 0.18),
    ),
    "learn_graph": (("learning", "Learning the graph's vectors, round {done} of {total}", 1.0),),
    "make": (
        ("preparing", "Preparing", 0.02),
        ("making questions", "Reading document {done} of {total}", 0.08),
        ("checking questions", "Checking question {done} of {total}", 0.9),
    ),
    "write": (
        ("preparing", "Preparing", 0.02),
        ("writing", "Asking about passages, {done} of at most {total} looked at", 0.98),
    ),
    "tune": (
        ("measuring", "Searching for question {done} of {total}", 0.7),
        ("fitting", "Weighing the retrievers, round {done} of {total}", 0.3),
    ),
}
"""The stages of jobs that are not about one file, by kind."""

_LEAST_SECONDS = 2.0
_ENDED = {
    JobState.QUEUED: "Waiting",
    JobState.DONE: "Ready",
    JobState.FAILED: "Not read",
    JobState.CANCELLED: "Cancelled",
}


def fraction(job: Job, ahead: int = 0) -> float:
    """Share of the work that is done, 0 to 1.

    Args:
        ahead: so many units of the stage are taken as done besides; a stage that does not count
            its units is then taken as done.
    """
    if job.state is JobState.DONE:
        return 1.0
    passed = 0.0
    for stage, _, share in OTHER_STAGES.get(job.kind, STAGES):
        if stage == job.stage:
            uncounted = 1.0 if ahead else 0.0
            within = min(1.0, (job.done + ahead) / job.total) if job.total > 0 else uncounted
            return passed + share * within
        passed += share
    return 0.0


def file_view(job: Job, seconds_left: float | None) -> JobView:
    """A file's job with its fraction and label, and when it will be ready."""
    return JobView(job, fraction(job), seconds_left, label(job))


def view(job: Job, now: float) -> JobView:
    """A job that is not about a file, with its fraction, remaining seconds (None while unknown)
    and label."""
    done = fraction(job)
    elapsed = now - job.started if job.started else 0.0
    left = None
    if job.state is JobState.RUNNING and done > 0.0 and elapsed >= _LEAST_SECONDS:
        left = max(0.0, elapsed * (1.0 - done) / done)
    return JobView(job, done, left, label(job))


def label(job: Job) -> str:
    """What happens to the file now, in words."""
    if job.state is not JobState.RUNNING:
        return _ENDED[job.state]
    for stage, words, _ in OTHER_STAGES.get(job.kind, STAGES):
        if stage == job.stage:
            if not job.total and "{total}" in words:
                return words.split(" ", 1)[0]
            percent = 100 * min(job.done, job.total) // job.total if job.total else 0
            return words.format(done=f"{job.done:,}", total=f"{job.total:,}", percent=percent)
    return "Starting"
