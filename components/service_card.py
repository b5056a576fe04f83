"""One part of the program: whether it works, and what to do if not."""

from __future__ import annotations

from typing import Literal

import streamlit as st

from backend.types import ServiceStatus
from components import verbatim, wording

_Color = Literal["green", "orange", "red", "gray"]
_STATES: dict[str, tuple[str, _Color]] = {
    "ok": ("Works", "green"),
    "warning": ("Look here", "orange"),
    "failed": ("Failed", "red"),
    "off": ("Not used", "gray"),
}
_ICONS = (
    ("record", "database"),
    ("index", "search"),
    ("embed", "scatter_plot"),
    ("language", "smart_toy"),
    ("reader", "menu_book"),
    ("worker", "manufacturing"),
    ("queue", "manufacturing"),
    ("neo4j", "hub"),
    ("elastic", "cloud"),
)


def service_card(data: ServiceStatus, *, key: str) -> None:
    """Draws the card; a cell of a grid gives it its width."""
    word, color = _STATES[data.state]
    lowered = data.name.lower()
    icon = next((icon for part, icon in _ICONS if part in lowered), "settings")
    with st.container(border=True, key=f"service-{key}", gap="small", height="stretch"):
        with st.container(horizontal=True, vertical_alignment="center", wrap=False):
            name = verbatim.markdown(wording.name(data.name))
            st.markdown(f":material/{icon}: **{name}**", width="content")
            st.space("stretch")
            st.badge(word, color=color)
        st.html(f"<p class='quire-summary'>{verbatim.html(data.summary)}</p>")
        lines = "".join(
            f"<div><dt>{verbatim.html(wording.name(name))}</dt><dd>{verbatim.html(value)}</dd></div>"
            for name, value in data.detail.items()
        )
        if lines:
            st.html(f"<dl class='quire-facts'>{lines}</dl>")
        if data.remedy:
            st.html(f"<p class='quire-remedy {data.state}'>{verbatim.html(data.remedy)}</p>")
