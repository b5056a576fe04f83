"""How many files are being read, and how long it will still take."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from backend.types import Job, JobState, JobView
from components import wording

ACTIVE = (JobState.QUEUED, JobState.RUNNING)


def reading_text(jobs: Sequence[JobView]) -> str:
    """`2 files being read, 1 min left`; empty when nothing is."""
    active = [job for job in jobs if job.job.state in ACTIVE]
    if not active:
        return ""
    known = [job.seconds_left for job in active if job.seconds_left is not None]
    left = wording.remaining(max(known)) if known else ""
    text = f"{wording.count(len(active), 'file')} being read"
    return f"{text}, {left} left" if left else text


def reading_badge(data: Sequence[JobView], *, key: str) -> None:
    """An orange badge while files are being read, a red one when some could not be."""
    text = reading_text(data)
    failed = sum(job_view.job.state is JobState.FAILED for job_view in data)
    if text:
        st.badge(text, icon=":material/hourglass_top:", color="orange")
    elif failed:
        st.badge(
            f"{wording.count(failed, 'file')} could not be read",
            icon=":material/error:",
            color="red",
            help="Library says why, and what to do.",
        )


def example() -> tuple[JobView, ...]:
    """One invented file that is being embedded."""
    job = Job(
        id="j",
        kind="file",
        collection_id="c",
        name="Boeing 2022.pdf",
        sha256="0" * 64,
        size=1_200_000,
        media_type="application/pdf",
        state=JobState.RUNNING,
        stage="embedding",
        done=1204,
        total=1620,
        created=0.0,
        started=0.0,
        finished=0.0,
        heartbeat=0.0,
        attempts=1,
    )
    return (JobView(job, 0.74, 41.0, "Embedding 1,620 passages, 74 %"),)
