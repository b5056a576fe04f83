"""Learning where questions are searched from: the price, before and after, and the switch."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import streamlit as st

from backend.types import AdapterState, JobView, Measure, TuningReport
from components import verbatim, wording
from components.reading_badge import ACTIVE
from components.tuning_report import TuningReportView, tuning_report

AdapterEvent = Literal["learn", "stop", "on", "off"]


@dataclass(frozen=True, slots=True)
class AdapterView:
    """What was and could be learned, the latest work, and the theme."""

    state: AdapterState
    work: JobView | None = None
    dark: bool = False


def offer(state: AdapterState) -> str:
    """What there is to learn from, and the price; or what is missing."""
    if state.questions < state.least:
        return (
            f"{state.questions} of at least {state.least} questions with a passage known to be "
            "right. Mark passages, or let a question set be made on the page Evaluate."
        )
    return (
        f"{wording.count(state.questions, 'question')} to learn from. It takes about "
        f"{wording.duration(state.seconds)} and costs nothing else."
    )


def adapter_offer(data: AdapterView, *, key: str) -> AdapterEvent | None:
    """Draws what is on, the price, the report and the buttons; returns what was pressed."""
    state, view = data.state, data.work
    event: AdapterEvent | None = None
    if state.on:
        st.badge("Questions are moved", icon=":material/check:", color="green")
    else:
        st.badge("Questions are searched as they are", color="gray")
    if state.gone:
        st.caption(
            "What was learned is gone: a document that it learned from was deleted or replaced, or "
            "passages were embedded by another model. Learn again."
        )
    if view is not None and view.job.state in ACTIVE:
        st.progress(min(1.0, max(0.0, view.fraction)), verbatim.markdown(view.label))
        if st.button("Stop", icon=":material/stop:", key=f"{key}-stop"):
            event = "stop"
    else:
        if view is not None and view.job.reason:
            st.warning(verbatim.markdown(f"{view.job.reason} {view.job.remedy}"))
        st.caption(offer(state))
        if st.button(
            "Learn again" if state.report else "Learn",
            icon=":material/near_me:",
            disabled=state.questions < state.least,
            key=f"{key}-learn",
        ):
            event = "learn"
    if state.report is not None:
        tuning_report(TuningReportView(state.report, data.dark), key=key)
        event = _switch(state, state.report, key) or event
    return event


def _switch(state: AdapterState, report: TuningReport, key: str) -> AdapterEvent | None:
    if state.on:
        pressed = st.button("Switch off", icon=":material/undo:", key=f"{key}-off")
        return "off" if pressed else None
    if state.learned and report.difference.low > 0.0:
        pressed = st.button("Switch on again", icon=":material/redo:", key=f"{key}-on")
        return "on" if pressed else None
    return None


def example() -> AdapterView:
    """An invented report."""
    half, more = Measure(0.5, 0.4, 0.6), Measure(0.6, 0.5, 0.7)
    report = TuningReport(
        40,
        (("Rank of the first right passage", half, more),),
        Measure(0.1, 0.02, 0.18),
        (),
        kept=True,
        reason="Better: +10.0 points.",
        at=0.0,
    )
    return AdapterView(AdapterState(40, 20, 5, 35, 4.0, True, True, False, report))
