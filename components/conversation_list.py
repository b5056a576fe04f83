"""Earlier conversations of a collection: open one again, or delete it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import streamlit as st

from backend.types import Conversation
from components import verbatim, wording

SHOWN = 30
"""Conversations that are listed at once; a button adds as many."""
FEW = 6
"""More than these can be searched."""


@dataclass(frozen=True, slots=True)
class ConversationEvent:
    """A conversation was opened or is to be deleted."""

    kind: Literal["open", "delete"]
    conversation_id: str


def conversation_list(
    data: Sequence[Conversation], *, key: str, selected_id: str = ""
) -> ConversationEvent | None:
    """A popover with the conversations, newest first, and a search; deleting asks once more."""
    event = None
    with st.popover("Earlier", icon=":material/history:", type="tertiary", key=f"{key}-popover"):
        if not data:
            st.caption("Questions that you ask are kept here.")
        wanted = ""
        if len(data) > FEW:
            wanted = st.text_input(
                "Find a conversation",
                placeholder="Find a question",
                icon=":material/search:",
                key=f"{key}-find",
                label_visibility="collapsed",
            )
        conversations = matching(data, wanted or "")
        most = st.session_state.get(f"{key}-most", SHOWN)
        for conversation in conversations[:most]:
            event = _entry(conversation, key, selected_id) or event
        if not conversations and data:
            st.caption("No question holds these words.")
        if len(conversations) > most:
            st.button(
                f"Show more: {most} of {len(conversations)} are listed",
                type="tertiary",
                key=f"{key}-more",
                on_click=_show_more,
                args=(f"{key}-most", most),
            )
    return event


def matching(data: Sequence[Conversation], wanted: str) -> list[Conversation]:
    """The conversations whose first question holds all words, in any order and case."""
    words = wanted.casefold().split()
    return [
        conversation
        for conversation in data
        if all(word in conversation.title.casefold() for word in words)
    ]


def _show_more(name: str, most: int) -> None:
    st.session_state[name] = most + SHOWN


def _entry(data: Conversation, key: str, selected_id: str) -> ConversationEvent | None:
    title = verbatim.clipped(data.title, 70) or "Untitled"
    asks = f"{key}-asks"
    event = None
    with st.container(horizontal=True, vertical_alignment="center", gap="small", wrap=False):
        if st.button(
            verbatim.markdown(title),
            key=f"{key}-open-{data.id}",
            type="tertiary",
            help=wording.moment(data.updated),
            icon=":material/chat:" if data.id == selected_id else ":material/chat_bubble:",
            width="stretch",
        ):
            event = ConversationEvent("open", data.id)
        if st.session_state.get(asks) == data.id:
            if st.button("Delete", key=f"{key}-sure-{data.id}", type="primary"):
                st.session_state[asks] = ""
                event = ConversationEvent("delete", data.id)
        elif st.button(
            "",
            key=f"{key}-delete-{data.id}",
            type="tertiary",
            icon=":material/delete:",
            help=f"Delete “{verbatim.markdown(title)}”",
        ):
            st.session_state[asks] = data.id
            st.rerun()
    return event
