"""Draws the whole page again once a browser that was cut off is connected again.

A program that was started anew, or has forgotten a visit that slept, does not know the parts of the
page that a click would draw: such a click would do nothing. A conversation, which its address
names, is loaded again; where somebody has begun to type it is drawn anew and the words stay.
"""

from __future__ import annotations

import streamlit as st

_JS = """
export default function (component) {
  const { parentElement, setTriggerValue } = component;
  const app = document.querySelector('[data-testid="stApp"]');
  const connected = () => app.dataset.testConnectionState === "CONNECTED";
  let lost = !connected();
  parentElement.watching?.disconnect();
  parentElement.watching = new MutationObserver(() => {
    const back = lost && connected();
    lost = !connected();
    if (!back) return;
    const typed = [...document.querySelectorAll("textarea")].some((each) => each.value);
    if (document.querySelector(".st-key-thread") && !typed) location.reload();
    else setTriggerValue("back", Date.now());
  });
  parentElement.watching.observe(app, { attributeFilter: ["data-test-connection-state"] });
  return () => parentElement.watching.disconnect();
}
"""

_mount = st.components.v2.component("quire_after_a_break", js=_JS)


def after_a_break(*, key: str) -> None:
    """Watches the connection; a return of it runs the page."""
    _mount(key=key, on_back_change=_nothing)


def _nothing() -> None:
    """A return needs no more than the run that it causes."""
