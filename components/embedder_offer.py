"""Fine-tuning a collection's embedder: the price, progress, before and after, and the way back."""

from __future__ import annotations

from dataclasses import dataclass

import streamlit as st

from backend.types import FineTuningState, JobView
from components import verbatim, wording
from components.learning_work import LearningEvent, learning_switch, learning_try
from components.tuning_report import TuningReportView, tuning_report


@dataclass(frozen=True, slots=True)
class EmbedderView:
    """What was and could be learned, the latest work, and the theme."""

    state: FineTuningState
    work: JobView | None = None
    dark: bool = False


def tuning_price(state: FineTuningState) -> str:
    """What there is to learn from, and the price; or what is missing."""
    if state.questions < state.least:
        return (
            f"{state.questions} of at least {state.least} questions with a passage known to be "
            "right: a third of them judges what was learned. Mark passages, or let a question set "
            "be made on the page Evaluate."
        )
    if state.seconds is None:
        time = "How long that takes on this machine is being measured. It takes"
    elif not state.seconds:
        time = "How long that takes on this machine cannot be told now. It takes"
    else:
        time = (
            f"By the speed of this machine that takes about {wording.duration(state.seconds)}, and"
        )
    return (
        f"{wording.count(state.questions, 'question')} to learn from, and "
        f"{wording.count(state.passages, 'passage')} to embed. {time} about 90 MB of the library "
        "if it is kept. Questions can be asked meanwhile."
    )


def embedder_offer(data: EmbedderView, *, key: str) -> LearningEvent | None:
    """Draws which model embeds, the price, the report and the buttons; returns what was pressed."""
    state, view = data.state, data.work
    if state.on:
        st.badge("This collection's own embedder", icon=":material/check:", color="green")
    else:
        st.badge("The embedder that is named in the settings", color="gray")
    if state.embedding:
        st.caption(f"Passages are embedded by {verbatim.markdown(state.embedding)}.")
    if state.moving:
        st.caption("They are being embedded anew; until that is done questions go on as before.")
    if state.gone:
        st.caption(
            "What was learned is gone: a document that it learned from was deleted or replaced. "
            "Learn again."
        )
    event = learning_try(
        view,
        progress=_progress(view) if view is not None else "",
        price=tuning_price(state),
        press="Fine-tune again" if state.report else "Fine-tune",
        icon=":material/model_training:",
        ready=state.questions >= state.least and not state.moving,
        explained="Learns by multiple-negatives ranking from each question, a passage that answers "
        "it, and one that shares words with it and does not.",
        key=key,
    )
    if state.report is not None:
        tuning_report(TuningReportView(state.report, data.dark), key=key)
    switched = learning_switch(
        "Back to the embedder before",
        "Use what was learned again",
        on=state.on,
        learned=state.learned,
        key=key,
    )
    return switched or event


def _progress(view: JobView) -> str:
    """What it does, and how long it still takes; before it learns nothing tells how fast."""
    known = view.job.stage not in {"searching", "loading"}
    left = wording.remaining(view.seconds_left) if known else ""
    return f"{view.label}{f', {left} left' if left else ''}"
