"""Which programs may ask in my name?"""

from __future__ import annotations

import time
from datetime import UTC, datetime

import streamlit as st

from app import session
from backend.workbench import AccessToken
from components import verbatim

TITLE = "Account"
ICON = "key"
ORDER = 80
AUDIENCE = "signed_in"

SCOPES = {"read": "Read and ask", "write": "Also add, change and delete"}
_MADE = "account-made"


def show_page() -> None:
    """Draws the page."""
    session.show_failures()
    st.subheader("Tokens for programs", anchor=False)
    st.markdown(
        ":gray[A program or an assistant that shows a token may do what you may, as far as the "
        "token goes, until it ends or is withdrawn.]"
    )
    made = st.session_state.pop(_MADE, "")
    if made:
        st.success("Copy the token now: it is shown this once.", icon=":material/key:")
        st.code(made, language=None)
    _form()
    who = session.workbench().sharing.principal
    for number, token in enumerate(reversed(session.workbench().sharing.tokens())):
        _line(token, str(number), mine=who is not None and token.person == who.id)


def _form() -> None:
    with st.form("new-token", clear_on_submit=True):
        name, scope, days = st.columns([2, 2, 1])
        called = name.text_input("Name", max_chars=80, placeholder="my assistant")
        chosen = scope.selectbox("May", list(SCOPES), format_func=SCOPES.__getitem__)
        good = days.number_input("Days", 1, 3_650, 90)
        if st.form_submit_button("Make", type="primary", icon=":material/add:"):
            session.remembering(_make)(called, chosen, int(good))
            st.rerun()


def _make(name: str, scope: str, days: int) -> None:
    st.session_state[_MADE] = session.workbench().sharing.add_token(
        name, "write" if scope == "write" else "read", days
    )


def _line(token: AccessToken, key: str, *, mine: bool) -> None:
    over = token.withdrawn or token.expires <= time.time()
    ends = datetime.fromtimestamp(token.expires, UTC).date().isoformat()
    state = "withdrawn" if token.withdrawn else "over" if over else f"until {ends}"
    whose = "" if mine else f" · {token.person or 'whole library'}"
    with st.container(horizontal=True, vertical_alignment="center"):
        st.markdown(
            f"**{verbatim.markdown(token.name)}** "
            f":small[{SCOPES[token.scope]} · {state}{verbatim.markdown(whose)}]",
            width="stretch",
        )
        if not over:
            st.button(
                "Withdraw",
                type="tertiary",
                icon=":material/block:",
                key=f"withdraw-{key}",
                on_click=session.remembering(_withdraw),
                args=(token.name, token.person),
            )


def _withdraw(name: str, person: str) -> None:
    session.workbench().sharing.withdraw_token(name, person)


show_page()
