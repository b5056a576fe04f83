"""How alike groups of different documents are, and what that means for the links between them."""

from __future__ import annotations

import streamlit as st

from backend.types import LinkLikeness
from components import wording

FEW = 0.25
"""Under this share of linked groups a lower threshold is suggested."""
LOWEST = 0.3
"""Groups that are less alike than this have little to do with each other."""


def link_likeness(data: LinkLikeness, *, key: str) -> None:
    """Draws one sentence, and where few groups are linked what would link more."""
    if not data.highest:
        st.caption("Links join groups of different documents: there is nothing to join yet.")
        return
    st.container(key=key).markdown(sentence(data))


def sentence(data: LinkLikeness) -> str:
    """Markdown; numbers only, no word of a document."""
    told = (
        f"{data.linked:,} of {wording.count(data.groups, 'group')} are linked to a group of "
        f"another document, from a likeness of {data.threshold:.2f} on. Half of the groups have a "
        f"nearest one of at least **{data.median:.2f}**; the highest is {data.highest:.2f}."
    )
    if data.linked >= FEW * data.groups or not LOWEST <= data.median < data.threshold:
        return told
    return (
        f"{told} To see more of what documents share, set *Least likeness of groups* to about "
        f"{data.median:.2f} in the settings of the collection, on the page Library."
    )
