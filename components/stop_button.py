"""Ends the request that is running."""

from __future__ import annotations

import streamlit as st


def stop_button(data: bool, *, key: str) -> bool | None:
    """Draws the button if something is running (`data`); True when it was pressed."""
    if not data:
        return None
    return st.button("Stop", icon=":material/stop_circle:", key=key, shortcut="Esc") or None
