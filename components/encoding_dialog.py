"""In which encoding a text file is read, with how it would look."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import streamlit as st

from components import verbatim

AUTOMATIC = ""


@dataclass(frozen=True, slots=True)
class EncodingView:
    """The file, the encoding that it was read in, those to choose from (name and words), and what
    of the file shows an encoding's letters best."""

    name: str
    current: str
    choices: Sequence[tuple[str, str]]
    sample: Callable[[str], str]


@dataclass(frozen=True, slots=True)
class EncodingDecision:
    """The encoding to read the file in, empty for the one that fits best; None to leave it."""

    encoding: str | None


def encoding_dialog(data: EncodingView, *, key: str) -> EncodingDecision | None:
    """The dialog's content: a choice and a sample. Call it inside of `st.dialog`."""
    words = dict(data.choices)
    st.markdown(
        f"**{verbatim.markdown(data.name)}** was read as "
        f"{verbatim.markdown(words.get(data.current, data.current))}."
    )
    chosen = st.selectbox(
        "Read it as",
        [AUTOMATIC, *words],
        index=[AUTOMATIC, *words].index(data.current) if data.current in words else 0,
        format_func=lambda name: words.get(name, "Whatever fits its letters best"),
        key=f"{key}-choice",
    )
    st.caption("With this choice it says:")
    with st.container(border=True):
        st.text(verbatim.printable(data.sample(chosen)))
    with st.container(horizontal=True, horizontal_alignment="right"):
        if st.button("Leave it", type="tertiary", key=f"{key}-leave"):
            return EncodingDecision(None)
        if st.button("Read again", type="primary", icon=":material/refresh:", key=f"{key}-read"):
            return EncodingDecision(chosen)
    return None
