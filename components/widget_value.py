"""What a widget shows is told to the browser each time that it is drawn.

Streamlit sends a value of the session state once. A run that another one cuts short before the
browser saw it takes the value along: the widget then shows its first choice, and the browser's next
message says that somebody chose it.
"""

from __future__ import annotations

import streamlit as st


def tell_value(key: str, shown: object) -> None:
    """Let the widget of a key show a value, to be called right before it is drawn; what was chosen
    meanwhile is in the session state already."""
    st.session_state[key] = shown
