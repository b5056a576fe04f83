"""An error in sentences: what happened and what to do."""

from __future__ import annotations

import streamlit as st

from backend.errors import WorkbenchError
from components import verbatim


def failure(data: WorkbenchError, *, key: str) -> None:
    """Shows the error's sentences, never more."""
    with st.container(key=f"failure-{key}"):
        text = verbatim.markdown(data.what)
        if data.remedy:
            text += "\n\n" + verbatim.markdown(data.remedy)
        st.error(text, icon=":material/error:")
