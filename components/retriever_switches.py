"""Switches for the retrievers of a ranking."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import streamlit as st

from components import retriever_words
from components.widget_value import tell_value


@dataclass(frozen=True, slots=True)
class SwitchesView:
    """The retrievers in their order, and those that are switched off."""

    names: Sequence[str]
    off: frozenset[str] = frozenset()
    label: str = "Retrievers: switch one off to see the ranking without it"


def retriever_switches(data: SwitchesView, *, key: str) -> frozenset[str]:
    """Draws one pill a retriever, filled while it is on, and a button that switches all on again;
    returns those that are off now."""
    on = [name for name in data.names if name not in data.off]
    tell_value(key, st.session_state.get(key, on))
    chosen = st.pills(
        data.label,
        list(data.names),
        selection_mode="multi",
        format_func=retriever_words.label,
        help=retriever_words.terms(data.names),
        key=key,
    )
    off = frozenset(data.names) - frozenset(chosen)
    if off:
        with st.container(horizontal=True, vertical_alignment="center"):
            st.caption(f"Ranked again without {retriever_words.listed(sorted(off))}.")
            st.space("stretch")
            st.button(
                "All on",
                icon=":material/undo:",
                type="tertiary",
                key=f"{key}-back",
                on_click=_all_on,
                args=(key, tuple(data.names)),
            )
    return off


def _all_on(key: str, names: tuple[str, ...]) -> None:
    st.session_state[key] = list(names)


def example() -> SwitchesView:
    """Three retrievers, one of them off."""
    return SwitchesView(("dense", "lexical", "path"), frozenset({"path"}))
