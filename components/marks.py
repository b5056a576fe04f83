"""Thumbs up or down, and withdrawing it again."""

from __future__ import annotations

import streamlit as st

from components.widget_value import tell_value

_TO_WIDGET = {1: 1, -1: 0}


def marks(data: int, *, key: str) -> int | None:
    """Draws the thumbs with the judgement `data` (+1, -1 or 0 for none).

    Returns:
        The new judgement, if it was just changed.
    """
    tell_value(key, st.session_state.get(key, _TO_WIDGET.get(data)))
    pressed = st.feedback("thumbs", key=key)
    value = 0 if pressed is None else 1 if pressed == 1 else -1
    return value if value != data else None
