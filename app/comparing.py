"""From an answer to the page Compare: the same question through other pipelines."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import streamlit as st

from backend.types import Answer

QUESTION = "compare-question"
"""Key of the page's field."""
WANTED = "compare-wanted"
"""Key of the pipeline whose answer is to be compared; the page takes it and begins."""
PIPELINES = "compare-pipelines"
"""Key of the choice of pipelines."""
PAGE = str(Path(__file__).resolve().parent.parent / "pages" / "compare.py")


def compare(shown: Answer) -> None:
    """Opens the page and begins with the question as it was understood."""
    st.session_state[QUESTION] = shown.settings.get("read_as", shown.question)
    st.session_state.pop(PIPELINES, None)
    st.session_state[WANTED] = shown.pipeline
    st.switch_page(PAGE)


def compare_question(text: str, pipelines: Sequence[str]) -> None:
    """Opens the page and begins with a question, through these pipelines."""
    st.session_state[QUESTION] = text
    st.session_state[PIPELINES] = list(dict.fromkeys(pipelines))
    st.session_state[WANTED] = pipelines[0]
    st.switch_page(PAGE)
