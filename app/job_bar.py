"""How far a job of the queue is, with the button that cancels it."""

from __future__ import annotations

import streamlit as st

from app import session
from backend.types import JobView
from components import verbatim


def job_bar(job: JobView, label: str, *, cancel: str) -> None:
    """Draws the bar under its label; `cancel` is the key of the button."""
    with st.container(horizontal=True, vertical_alignment="center"):
        st.progress(min(1.0, max(0.0, job.fraction)), verbatim.markdown(label))
        if st.button("Cancel", icon=":material/stop:", key=cancel):
            session.workbench().queue.cancel_job(job.job.id)
            st.rerun()
