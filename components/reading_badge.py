"""How many files are being read, and how long it will still take."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from backend.types import JobState, JobView
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
