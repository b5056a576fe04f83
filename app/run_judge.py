"""Letting a language model judge the run that the page Evaluate shows."""

from __future__ import annotations

import streamlit as st

from app import session
from app.job_bar import job_bar
from backend.types import EvaluationRun, JobState
from components import verbatim
from components.evaluation_results import ResultsView
from components.judge_results import JudgeView, judge_results
from components.reading_badge import ACTIVE

VOTES = {1: "once", 3: "3 times", 5: "5 times"}


def judge_menu(run: EvaluationRun) -> None:
    """The menu that says what judging costs, and starts it. Nothing is sent before."""
    with st.popover("Judge", icon=":material/gavel:", type="tertiary"):
        st.caption(
            "The local judge looks for the right answer's numbers, names and words. A language "
            "model understands other words for the same thing; one request in ten is a hidden "
            "probe that shows how far to trust it."
        )
        if not run.answers:
            st.caption("This run has no answers to judge.")
            return
        votes = st.segmented_control(
            "Judge each answer", list(VOTES), default=1, format_func=VOTES.__getitem__,
            key="judge-votes", help="Of several marks the middle one counts.",
        )  # fmt: skip
        pairs = st.toggle(
            "Compare in pairs",
            key="judge-pairs",
            disabled=len(run.contenders) < 2,
            help="The first pipeline beside each other one, in both orders",
        )
        price = session.workbench().judging.judging_estimate(run, votes=votes or 1, pairs=pairs)
        if price is None:
            st.caption("No language model is on; choose one on the Status page.")
            return
        st.markdown(verbatim.markdown(price.in_words))
        if st.button(
            "Let it judge", icon=":material/gavel:", disabled=not price.asked, key="start-judging"
        ):
            with session.reported():
                session.workbench().judging.start_judging(run, votes=votes or 1, pairs=pairs)
                st.rerun()


def judging(run: EvaluationRun, data: ResultsView) -> None:
    """What the judge says, or how far it is; nothing where none was asked."""
    job = session.workbench().judging.judging_job(run)
    working = job is not None and job.job.state in ACTIVE
    if job is not None and (working or job.job.state is not JobState.DONE):
        st.fragment(_progress, run_every=2 if working else None)(run, working)
    report = data.report.judging
    if report is not None:
        st.subheader("What the judge said", anchor=False)
        titles = {contender.name: data.title(contender.name) for contender in run.contenders}
        judge_results(JudgeView(report, titles), key="judge")


@session.guarded
def _progress(run: EvaluationRun, was_working: bool) -> None:
    job = session.workbench().judging.judging_job(run)
    if job is not None and job.job.state in ACTIVE:
        job_bar(job, job.label, cancel="cancel-judging")
        return
    if was_working:
        st.rerun()
    if job is not None and job.job.state in {JobState.FAILED, JobState.CANCELLED}:
        words = f"{job.job.reason} {job.job.remedy}".strip() or "Judging was cancelled."
        st.warning(verbatim.markdown(words))
