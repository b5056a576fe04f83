"""Something that a collection learns in the background: its progress, why it failed, its switch."""

from __future__ import annotations

from typing import Literal, TypeGuard

import streamlit as st

from backend.types import JobView
from components import verbatim
from components.reading_badge import ACTIVE

LearningEvent = Literal["learn", "stop", "on", "off"]


def is_under_way(view: JobView | None) -> TypeGuard[JobView]:
    """Whether a job waits or runs."""
    return view is not None and view.job.state in ACTIVE


def learning_progress(view: JobView, label: str, *, key: str) -> LearningEvent | None:
    """Draws how far it is, and the button that stops it."""
    st.progress(min(1.0, max(0.0, view.fraction)), verbatim.markdown(label))
    return "stop" if st.button("Stop", icon=":material/stop:", key=f"{key}-stop") else None


def learning_failure(view: JobView | None) -> None:
    """Draws why the last try failed and what to do; nothing if it did not."""
    if view is not None and view.job.reason:
        st.warning(verbatim.markdown(f"{view.job.reason} {view.job.remedy}"))


def learning_try(
    view: JobView | None,
    *,
    progress: str,
    price: str,
    press: str,
    icon: str,
    ready: bool,
    key: str,
    explained: str | None = None,
) -> LearningEvent | None:
    """Draws how far the work is; where none is under way why the last try failed, the price, and
    the button that starts it.

    Args:
        progress: said beside how far it is.
        press: words of the button.
        ready: whether there is enough to learn from.
        explained: what the button says where a pointer rests on it.
    """
    if is_under_way(view):
        return learning_progress(view, progress, key=key)
    learning_failure(view)
    st.caption(price)
    pressed = st.button(press, icon=icon, disabled=not ready, help=explained, key=f"{key}-learn")
    return "learn" if pressed else None


def learning_switch(
    back: str, again: str, *, on: bool, learned: bool, key: str
) -> LearningEvent | None:
    """Draws the button that leaves what was learned, or takes it up again where it is there."""
    if on:
        return "off" if st.button(back, icon=":material/undo:", key=f"{key}-off") else None
    if learned:
        return "on" if st.button(again, icon=":material/redo:", key=f"{key}-on") else None
    return None
