"""Says that documents were read by an earlier version, and offers to read them again."""

from __future__ import annotations

from dataclasses import dataclass

import streamlit as st

from components import wording


@dataclass(frozen=True, slots=True)
class RereadView:
    """How many documents an earlier version has read."""

    documents: int


def reread_offer(data: RereadView, *, key: str) -> bool:
    """Draws one line with a button, nothing without such documents; whether it was pressed."""
    if not data.documents:
        return False
    one = data.documents == 1
    with st.container(
        horizontal=True, vertical_alignment="center", gap="small", key=f"{key}-offer"
    ):
        st.caption(
            f"{wording.count(data.documents, 'document')} {'was' if one else 'were'} read by an "
            "earlier version of Quire.",
            width="content",
        )
        return st.button(
            "Read it again" if one else "Read them again",
            type="tertiary",
            icon=":material/refresh:",
            help="In the background; questions are answered from the earlier reading meanwhile.",
            key=key,
        )
