"""What stands before the pages where people sign in: the sign-in itself, and who is signed in."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from app import password_route, session, sign_in
from app.page_files import PageFile
from backend.errors import SignInError
from components import verbatim

SIGN_OUT = ":material/logout:"


def is_on() -> bool:
    """Whether people sign in."""
    return session.sign_in_kind() != "none"


def is_closed() -> bool:
    """Whether the visitor has to sign in before anything is shown."""
    if not is_on():
        return False
    try:
        return sign_in.visitor(session.library()) is None
    except SignInError:
        return True


def seen(files: Sequence[PageFile]) -> list[PageFile]:
    """The pages that the visitor sees."""
    on = is_on()
    who = session.workbench().sharing.principal if on and not is_closed() else None
    leads = who is not None and who.administrator
    audiences = {"everybody"}
    if on:
        audiences.add("signed_in")
    if leads or not on:
        audiences.add("administrators")
    if leads:
        audiences.add("auditors")
    return [file for file in files if file.audience in audiences]


def show() -> None:
    """The page for somebody who is not signed in."""
    _, middle, _ = st.columns([1, 1.6, 1])
    with middle, st.container(horizontal_alignment="center", key="sign-in"):
        st.space("large")
        st.title("Ask your own documents", anchor=False, text_alignment="center")
        if session.sign_in_kind() == "password":
            st.html(
                f'<a class="quire-sign-in" href="{password_route.ADDRESS}" target="_self">'
                "Sign in</a>"
            )
            return
        try:
            sign_in.visitor(session.library())
        except SignInError as error:
            st.error(f"{verbatim.markdown(error.what)} {verbatim.markdown(error.remedy)}")
        if st.button("Sign in", type="primary", icon=":material/login:", key="sign-in-button"):
            st.login()


def account() -> None:
    """Who is signed in, on top of each page; nothing where nobody signs in."""
    if not is_on():
        return
    who = session.workbench().sharing.principal
    if who is None:
        return
    with (
        st.container(horizontal=True, horizontal_alignment="right", key="account"),
        st.popover(verbatim.markdown(who.name), type="tertiary", icon=":material/account_circle:"),
    ):
        st.caption(verbatim.markdown(who.id))
        if who.groups:
            st.caption(f"Groups: {verbatim.markdown(', '.join(who.groups))}")
        if who.administrator:
            st.caption("Administers this library")
        if st.button("Sign out", icon=SIGN_OUT, key="sign-out", width="stretch"):
            sign_out()


def sign_out() -> None:
    """End the sign-in, in every tab and for whoever may hold a copy of it."""
    whole = session.library()
    if session.sign_in_kind() == "password":
        whole.signing_in.end_session(sign_in.shown_by_browser())
        st.session_state.clear()
        st.rerun()
    whole.signing_in.end_sign_in(sign_in.claims_of_provider())
    st.session_state.clear()
    st.logout()
