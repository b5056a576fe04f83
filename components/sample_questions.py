"""Questions that these documents answer, one click each."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from components import verbatim


def sample_questions(data: Sequence[str], *, key: str) -> str | None:
    """Draws the questions; returns the one that was clicked."""
    if not data:
        return None
    st.caption("Try one of these")
    chosen = None
    with st.grid(2, min_column_width=260):
        for number, question in enumerate(data):
            label = verbatim.markdown(question)
            if st.button(label, key=f"{key}-{number}", width="stretch", wrap=True):
                chosen = question
    return chosen
