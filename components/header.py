"""The row on top of a page: which collection, how large it is, and the page's own actions."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import streamlit as st

from backend.types import Collection, CollectionCounts
from components import wording
from components.widget_value import tell_value

NO_BREAK = "\u00a0"


@dataclass(frozen=True, slots=True)
class HeaderAction:
    """A quiet button at the right end. `name` comes back as the event."""

    name: str
    label: str
    icon: str


@dataclass(frozen=True, slots=True)
class HeaderView:
    """What the header shows. `note` follows the counts; `badge` draws what is being read."""

    collections: Sequence[Collection]
    selected_id: str
    counts: CollectionCounts | None
    note: str = ""
    actions: Sequence[HeaderAction] = ()
    badge: Callable[[], object] | None = None


@dataclass(frozen=True, slots=True)
class HeaderEvent:
    """Another collection was chosen (`action` is empty) or an action was pressed."""

    collection_id: str = ""
    action: str = ""


def header(data: HeaderView, *, key: str) -> HeaderEvent | None:
    """Draws the row; on a phone it wraps."""
    event = None
    with st.container(horizontal=True, vertical_alignment="center", key=f"header-{key}"):
        if data.collections:
            event = _collection_choice(data, key)
        if data.counts is not None:
            words = [
                wording.count(data.counts.documents, "document"),
                wording.count(data.counts.pages, "page"),
                wording.count(data.counts.chunks, "passage"),
            ]
            st.caption(_counts([*words, data.note] if data.note else words), width="content")
        st.space("stretch")
        if data.badge is not None:
            data.badge()
        for action in data.actions:
            pressed = st.button(
                action.label,
                icon=f":material/{action.icon}:",
                type="tertiary",
                key=f"{key}-{action.name}",
            )
            if pressed:
                event = HeaderEvent(action=action.name)
    return event


def _counts(words: Sequence[str]) -> str:
    """Counts in a line that breaks only before the dot between two of them."""
    return f" ·{NO_BREAK}".join(word.replace(" ", NO_BREAK) for word in words)


def _collection_choice(data: HeaderView, key: str) -> HeaderEvent | None:
    names = {collection.id: collection.name for collection in data.collections}
    identifiers = list(names)
    widget = f"{key}-collection"
    shown = st.session_state.get(widget)
    if shown not in names or st.session_state.get(f"{widget}-was") != data.selected_id:
        shown = data.selected_id
    tell_value(widget, shown)
    st.session_state[f"{widget}-was"] = data.selected_id
    chosen = st.selectbox(
        "Collection",
        identifiers,
        format_func=lambda identifier: names.get(identifier, ""),
        key=widget,
        label_visibility="collapsed",
        width=250,
    )
    if chosen and chosen != data.selected_id:
        return HeaderEvent(collection_id=chosen)
    return None
