"""Work that a language model does for a price: what it would cost in money, and how far it is."""

from __future__ import annotations

import streamlit as st

from backend.types import JobView
from components import verbatim
from components.learning_work import is_under_way, learning_failure


def in_money(cost: float, currency: str) -> str:
    """A price in words, also where none is set."""
    if not cost:
        return "no price is set, so that it cannot be told in money"
    return f"about {currency}{cost:.2f}"


def paid_work(view: JobView, *, key: str) -> bool:
    """Draws how far the work is, or why it failed; whether it is to be tried again."""
    if is_under_way(view):
        st.progress(min(1.0, max(0.0, view.fraction)), verbatim.markdown(view.label))
        return False
    learning_failure(view)
    return bool(view.job.reason) and st.button(
        "Try again", icon=":material/refresh:", key=f"{key}-retry"
    )
