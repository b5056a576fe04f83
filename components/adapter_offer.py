"""Learning where questions are searched from: the price, before and after, and the switch."""

from __future__ import annotations

from dataclasses import dataclass

import streamlit as st

from backend.types import AdapterState, JobView
from components import wording
from components.learning_work import LearningEvent, learning_switch, learning_try
from components.tuning_report import TuningReportView, tuning_report


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


def adapter_offer(data: AdapterView, *, key: str) -> LearningEvent | None:
    """Draws what is on, the price, the report and the buttons; returns what was pressed."""
    state, view = data.state, data.work
    if state.on:
        st.badge("Questions are moved", icon=":material/check:", color="green")
    else:
        st.badge("Questions are searched as they are", color="gray")
    if state.gone:
        st.caption(
            "What was learned is gone: a document that it learned from was deleted or replaced, or "
            "passages were embedded by another model. Learn again."
        )
    event = learning_try(
        view,
        progress=view.label if view is not None else "",
        price=offer(state),
        press="Learn again" if state.report else "Learn",
        icon=":material/near_me:",
        ready=state.questions >= state.least,
        key=key,
    )
    if state.report is not None:
        tuning_report(TuningReportView(state.report, data.dark), key=key)
        learned = state.learned and state.report.difference.low > 0.0
        switched = learning_switch(
            "Switch off", "Switch on again", on=state.on, learned=learned, key=key
        )
        event = switched or event
    return event
