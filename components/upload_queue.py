"""The files that are being read, with how far they are, and those that could not be."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import streamlit as st

from backend.types import JobState, JobView
from components import reading_badge, verbatim, wording

SHOWN = 40


@dataclass(frozen=True, slots=True)
class QueueEvent:
    """What to do with a job; `job_id` is empty for all of them."""

    kind: Literal["cancel", "cancel_all", "retry", "dismiss", "dismiss_all"]
    job_id: str = ""
    password: str = ""


def upload_queue(data: Sequence[JobView], *, key: str) -> QueueEvent | None:
    """Draws one card per job that is not done; returns what was pressed."""
    shown = [job_view for job_view in data if job_view.job.state is not JobState.DONE]
    if not shown:
        return None
    event = _head(data, shown, key)
    for each in shown[:SHOWN]:
        with st.container(border=True, key=f"{key}-card-{each.job.id}", gap="xsmall"):
            event = _card(each, key) or event
    if len(shown) > SHOWN:
        st.caption(f"and {wording.count(len(shown) - SHOWN, 'more file')}")
    return event


def _head(data: Sequence[JobView], shown: Sequence[JobView], key: str) -> QueueEvent | None:
    active = [job_view for job_view in shown if job_view.job.state in reading_badge.ACTIVE]
    event = None
    with st.container(horizontal=True, vertical_alignment="center"):
        if active:
            known = [
                job_view.seconds_left for job_view in active if job_view.seconds_left is not None
            ]
            left = f", about {wording.remaining(max(known))} left" if known else ""
            of = wording.count(len(of_this_upload(data)), "file")
            st.markdown(f"**Being read** :small[{len(active)} of {of}{left}]", width="content")
            st.space("stretch")
            if st.button("Cancel all", key=f"{key}-cancel-all", type="tertiary"):
                event = QueueEvent("cancel_all")
        else:
            files = wording.count(len(shown), "file")
            st.markdown(f"**Not added** :small[{files}]", width="content")
            st.space("stretch")
            if st.button("Dismiss all", key=f"{key}-dismiss-all", type="tertiary"):
                event = QueueEvent("dismiss_all")
    return event


def of_this_upload(data: Sequence[JobView]) -> list[JobView]:
    """The files that are being read, and those that were done with since these came: what ended
    before belongs to an earlier upload."""
    began = min(
        (job_view.job.created for job_view in data if job_view.job.state in reading_badge.ACTIVE),
        default=float("inf"),
    )
    return [
        job_view
        for job_view in data
        if job_view.job.state in reading_badge.ACTIVE or job_view.job.finished >= began
    ]


def _card(view: JobView, key: str) -> QueueEvent | None:
    job = view.job
    if job.state is JobState.FAILED:
        return _failed(view, key)
    if job.state is JobState.CANCELLED:
        return _not_read(view, key, "cancelled", "gray")
    event = None
    with st.container(horizontal=True, vertical_alignment="center", wrap=False):
        _name(job.name)
        left = wording.remaining(view.seconds_left)
        if left:
            words = "left" if job.state is JobState.RUNNING else "until ready"
            st.caption(f"{left} {words}", width="content")
        if st.button(
            "",
            key=f"{key}-cancel-{job.id}",
            icon=":material/close:",
            type="tertiary",
            help="Cancel",
            disabled=job.cancel_requested,
        ):
            event = QueueEvent("cancel", job.id)
    if job.state is JobState.RUNNING:
        st.progress(min(1.0, max(0.0, view.fraction)))
    if job.state in reading_badge.ACTIVE:
        label = "Stopping …" if job.cancel_requested else view.label
        st.caption(verbatim.markdown(label or "Waiting"))
    return event


def _failed(view: JobView, key: str) -> QueueEvent | None:
    job = view.job
    word = "needs a password" if job.code == "encrypted" else "not readable"
    event = _not_read(view, key, word, "red")
    st.html(
        f"<p class='quire-reason' dir='auto'>{verbatim.html(job.reason)} "
        f"{verbatim.html(job.remedy)}</p>"
    )
    if job.code == "encrypted":
        with st.form(f"{key}-form-{job.id}", border=False, clear_on_submit=True):
            password = st.text_input(
                "Password of the file", type="password", key=f"{key}-password-{job.id}"
            )
            if st.form_submit_button("Unlock and read", icon=":material/lock_open:") and password:
                event = QueueEvent("retry", job.id, password)
    return event


def _not_read(
    view: JobView, key: str, word: str, color: Literal["red", "gray"]
) -> QueueEvent | None:
    """The file's name with room to be read, and below it what became of it and a second try."""
    event = None
    with st.container(horizontal=True, vertical_alignment="center", wrap=False):
        _name(view.job.name)
        if st.button(
            "",
            key=f"{key}-dismiss-{view.job.id}",
            icon=":material/close:",
            type="tertiary",
            help="Dismiss",
        ):
            event = QueueEvent("dismiss", view.job.id)
    with st.container(horizontal=True, vertical_alignment="center"):
        st.badge(word, icon=":material/error:" if color == "red" else None, color=color)
        if view.job.code != "encrypted" and st.button(
            "Try again",
            key=f"{key}-retry-{view.job.id}",
            icon=":material/refresh:",
            type="tertiary",
        ):
            event = QueueEvent("retry", view.job.id)
    return event


def _name(name: str) -> None:
    shown = verbatim.html(name)
    st.html(f"<div class='quire-file' dir='auto' title='{shown}'>{shown}</div>")
