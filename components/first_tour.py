"""What to try first: five minutes with the sample and with files of one's own, in order."""

from __future__ import annotations

import streamlit as st

from components import verbatim

STEPS = (
    ("auto_stories", "Load the sample", "Five documents, read while you look at what they hold."),
    (
        "forum",
        "Ask five questions",
        "A number, a reason, a table, an overview, and what is absent.",
    ),
    ("splitscreen_right", "Compare two ways", "Compare below an answer: who found what, how fast."),
    ("hub", "Look at the graph", "Who is named where; a click on a name asks about it."),
    ("upload_file", "Add three files", "Each can be asked about as soon as it has been read."),
    ("difference", "Replace one, delete one", "A new version, then a receipt of all that went."),
)
"""Icon, what to do and what is to be seen; docs/demo.md has the same walk with its questions."""


def first_tour(*, key: str) -> None:
    """Draws the walk as numbered steps."""
    with st.container(key=key):
        st.html(as_html())


def as_html() -> str:
    """The steps as an ordered list."""
    steps = "".join(
        f"<li><i class='quire-glyph' aria-hidden='true'>{icon}</i>"
        f"<span><b>{verbatim.html(what)}</b>{verbatim.html(seen)}</span></li>"
        for icon, what, seen in STEPS
    )
    return (
        f"<p class='quire-tour-head'>Five minutes with Quire</p><ol class='quire-tour'>{steps}</ol>"
    )
