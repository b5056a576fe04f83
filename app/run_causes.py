"""Why evidence was missed over the run that the page Evaluate shows."""

from __future__ import annotations

import streamlit as st

from app import session
from app.job_bar import job_bar
from backend.types import EvaluationRun, JobState
from components import verbatim
from components.causes_table import CausesView, causes_table
from components.evaluation_results import ResultsView
from components.reading_badge import ACTIVE


def causes(run: EvaluationRun, data: ResultsView) -> None:
    """The part of the page about causes; nothing where the run has no evidence to miss."""
    if not data.report.unit:
        return
    st.subheader("Why evidence was missed", anchor=False)
    job = session.workbench().causes.causes_job(run)
    working = job is not None and job.job.state in ACTIVE
    found = data.report.causes
    if found is not None:
        titles = {contender.name: data.title(contender.name) for contender in run.contenders}
        causes_table(CausesView(found, titles), key="evaluate-causes")
    if working:
        st.fragment(_progress, run_every=2)(run)
        return
    if job is not None and job.job.state is JobState.FAILED:
        st.warning(verbatim.markdown(f"{job.job.reason} {job.job.remedy}".strip()))
    if (found is None or found.waiting) and st.button(
        "Look into all of it",
        icon=":material/troubleshoot:",
        type="tertiary",
        key="find-causes",
        help="Each missed piece is searched again, deeper and with one thing changed at a time",
    ):
        with session.reported():
            session.workbench().causes.find_causes(run)
            st.rerun()


@session.guarded
def _progress(run: EvaluationRun) -> None:
    job = session.workbench().causes.causes_job(run)
    if job is None or job.job.state not in ACTIVE:
        st.rerun()
    job_bar(job, job.label, cancel="cancel-causes")
