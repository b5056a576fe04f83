"""Sharing a collection with people and groups, and a conversation by its link."""

from __future__ import annotations

import streamlit as st

from app import gate, session
from backend.types import Collection, Grant, Role
from components import verbatim

WORDS = {
    Role.READER: "Reader: searches and asks",
    Role.CONTRIBUTOR: "Contributor: also adds files",
    Role.EDITOR: "Editor: also changes and deletes",
    Role.OWNER: "Owner: also shares",
}


def may(collection: Collection | None, role: Role) -> bool:
    """Whether the visitor has at least this role."""
    if collection is None:
        return True
    own = session.workbench().sharing.role_in(collection.id)
    return own is not None and own >= role


def is_offered(collection: Collection) -> bool:
    """Whether the visitor may share the collection."""
    return gate.is_on() and may(collection, Role.OWNER)


@session.guarded
def show(collection: Collection) -> None:
    """The dialog's content: who has which role, and giving another."""
    session.show_failures()
    workbench = session.workbench()
    for number, grant in enumerate(workbench.sharing.grants(collection.id)):
        _line(grant, str(number))
    with st.form("give-role", clear_on_submit=True, border=False):
        kind = st.radio(
            "To", ["person", "group"], format_func=str.capitalize, horizontal=True, key="give-kind"
        )
        name = st.text_input("Name or e-mail address", max_chars=200, key="give-name")
        role = st.selectbox(
            "Role", list(Role), index=0, format_func=WORDS.__getitem__, key="give-as"
        )
        if st.form_submit_button("Give", type="primary", icon=":material/person_add:"):
            session.remembering(workbench.sharing.share)(
                collection.id, "group" if kind == "group" else "person", name, role or Role.READER
            )
            st.rerun(scope="fragment")


def _line(grant: Grant, key: str) -> None:
    icon = ":material/group:" if grant.kind == "group" else ":material/person:"
    with st.container(horizontal=True, vertical_alignment="center"):
        st.markdown(
            f"{icon} {verbatim.markdown(grant.name)} :small[{grant.role.word}]", width="stretch"
        )
        if st.button("Take away", type="tertiary", key=f"take-{key}"):
            session.remembering(session.workbench().sharing.unshare)(
                grant.collection_id, grant.kind, grant.name
            )
            st.rerun(scope="fragment")


def conversation() -> None:
    """Whether the open conversation is shared, and changing that; nothing where nobody signs in,
    or where it is somebody else's."""
    conversation_id = session.state().conversation_id
    if (
        not gate.is_on()
        or not conversation_id
        or not session.workbench().questions.turns(conversation_id)
    ):
        return
    workbench = session.workbench()
    found = workbench.questions.conversation_about(conversation_id)
    who = workbench.sharing.principal
    if who is None or found.owner != who.id:
        st.badge("Shared with you", icon=":material/group:", color="gray")
        return
    label, icon = ("Shared", "group") if found.shared else ("Private", "lock")
    with st.popover(label, type="tertiary", icon=f":material/{icon}:", key="conversation-sharing"):
        st.toggle(
            "Everyone who may read this collection may open it by its link",
            found.shared,
            key=f"share-{conversation_id}-{found.shared}",
            on_change=session.remembering(workbench.questions.share_conversation),
            args=(conversation_id, not found.shared),
        )
        st.caption("The link is the address of this page.")
