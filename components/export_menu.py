"""Downloads of an answer with its question, settings and evidence."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import streamlit as st


@dataclass(frozen=True, slots=True)
class ExportView:
    """The file's name without its ending, and makers of the two forms (called on a click)."""

    name: str
    json: Callable[[], str]
    markdown: Callable[[], str]


def export_menu(data: ExportView, *, key: str) -> None:
    """A popover with the two downloads."""
    with st.popover("Export", type="tertiary", icon=":material/ios_share:", key=f"{key}-export"):
        st.caption("The question, the settings, the evidence with its checksums and the answer.")
        st.download_button(
            "Markdown, to read",
            data.markdown,
            file_name=f"{data.name}.md",
            mime="text/markdown",
            icon=":material/article:",
            key=f"{key}-markdown",
            on_click="ignore",
            width="stretch",
        )
        st.download_button(
            "JSON, for programs",
            data.json,
            file_name=f"{data.name}.json",
            mime="application/json",
            icon=":material/data_object:",
            key=f"{key}-json",
            on_click="ignore",
            width="stretch",
        )
