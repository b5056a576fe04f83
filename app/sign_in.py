"""Who visits: from what the browser shows to a person, and to the workbench as this person has it.

`gate` draws what belongs to it.
"""

from __future__ import annotations

import atexit
import json
import os
import tempfile
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, cast

import streamlit as st

from backend.types import Principal
from backend.workbench import Workbench

COOKIE = "quire_session"
"""Holds what a browser shows of somebody who signed in with a password."""
LOOK_EVERY = 2.0
"""Seconds after which it is looked again whether somebody has signed out elsewhere, and which
groups they are in. What they may do is looked up at each call."""
_KEPT = "signed-in"


@dataclass(frozen=True, slots=True)
class Visitor:
    """Somebody who is signed in; `seen` is when that was looked up, by the monotonic clock."""

    principal: Principal
    workbench: Workbench
    seen: float


def visitor(whole: Workbench) -> Visitor | None:
    """Who visits in this browser tab; None for somebody who is not signed in.

    Raises:
        SignInError: if the provider does not say who it is.
    """
    kept = cast(Visitor | None, st.session_state.get(_KEPT))
    now = time.monotonic()
    if kept is not None and now - kept.seen < LOOK_EVERY:
        return kept
    identify = _identify(whole)
    principal = identify()
    if kept is not None and (principal is None or principal.id != kept.principal.id):
        st.session_state.clear()  # what somebody else did here is not for whoever comes next
    if principal is None:
        return None
    guarded = whole.for_(principal, still=lambda: identify() is not None)
    found = Visitor(principal, guarded, now)
    st.session_state[_KEPT] = found
    return found


def _identify(whole: Workbench) -> Callable[[], Principal | None]:
    """How to find out who this is: bound to what the browser shows now, so that it can be asked
    outside of a page as well."""
    if whole.signing_in.sign_in_kind() == "password":
        shown = shown_by_browser()
        return lambda: whole.signing_in.principal_of_session(shown)
    claims = claims_of_provider()
    return lambda: whole.signing_in.principal_of_claims(claims) if claims else None


def shown_by_browser() -> str:
    """What the browser holds of somebody who signed in with a password."""
    return str(st.context.cookies.get(COOKIE, ""))


def claims_of_provider() -> Mapping[str, Any]:
    """What the provider said; empty for somebody who did not sign in."""
    return dict(st.user.to_dict()) if st.user.is_logged_in else {}


def secrets_file(provider: Mapping[str, object]) -> str:
    """A file, for this user alone and as long as the program runs, from which Streamlit reads what
    it is to know of the provider."""
    kwargs = cast(Mapping[str, str], provider["client_kwargs"])
    lines = [
        "[auth]",
        *(
            f"{name} = {json.dumps(value)}"
            for name, value in provider.items()
            if isinstance(value, str)
        ),
        "[auth.client_kwargs]",
        *(f"{name} = {json.dumps(value)}" for name, value in kwargs.items()),
    ]
    handle, name = tempfile.mkstemp(prefix="quire-provider-", suffix=".toml")
    with os.fdopen(handle, "w", encoding="utf-8") as out:
        out.write("\n".join(lines) + "\n")
    atexit.register(Path(name).unlink, missing_ok=True)
    return name
