"""The dialog that says why a pipeline does not show a passage for a question."""

from __future__ import annotations

import streamlit as st

from app import session
from backend.types import Query
from components.missed_evidence import missed_evidence


@st.dialog("Why was this not shown?", width="large")
def show(query: Query, pipeline: str, chunk_id: str, *, asked: str, key: str) -> None:
    """Opens the dialog.

    Args:
        query: the question with the options that it was asked with.
        asked: what stands above, as Markdown: the question, and of whom where several were asked.
    """
    st.markdown(asked)
    with session.reported():
        missed_evidence(
            session.workbench().evaluation.why_not_shown(query, pipeline, chunk_id), key=key
        )
