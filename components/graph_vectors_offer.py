"""Learning vectors of a collection's graph: the progress, the button, and the way back."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import streamlit as st

from backend.types import JobView
from components.learning_work import is_under_way, learning_failure, learning_progress

GraphVectorsEvent = Literal["learn", "stop", "forget"]


@dataclass(frozen=True, slots=True)
class GraphVectorsView:
    """The kind and what it is called, whether its vectors are there, and the latest work of any
    kind: a collection learns one at a time."""

    kind: str
    name: str
    learned: bool
    work: JobView | None = None


def graph_vectors_offer(data: GraphVectorsView, *, key: str) -> GraphVectorsEvent | None:
    """Draws how far it is, or the buttons; returns what was pressed."""
    view = data.work
    if is_under_way(view):
        return "stop" if learning_progress(view, view.label, key=key) else None
    if view is not None and view.job.key == data.kind:
        learning_failure(view)
    with st.container(horizontal=True):
        learn = st.button(
            f"Learn {data.name} again" if data.learned else f"Learn {data.name}",
            icon=":material/scatter_plot:",
            help="From the names, documents and statements of this collection; about five seconds "
            "for a thousand passages. Passages that come later stand where their names put them.",
            key=f"{key}-learn",
        )
        forget = data.learned and st.button(
            "Remove", icon=":material/delete:", type="tertiary", key=f"{key}-forget"
        )
    return "learn" if learn else "forget" if forget else None
