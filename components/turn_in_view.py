"""Brings the turn of a conversation that is open to the top of the thread."""

from __future__ import annotations

import streamlit as st

# A turn grows while its parts are drawn, so it is put in place again until it has settled or the
# reader scrolls.
_JS = """
const SETTLED = 2500;

export default function (component) {
  const { data, parentElement } = component;
  if (parentElement.turnedTo === data.of) return;
  parentElement.turnedTo = data.of;
  if (parentElement.leave) parentElement.leave();
  if (!data.of) return;
  const put = () => {
    const now = document.querySelector(".st-key-now");
    const thread = document.querySelector(".st-key-thread");
    if (!now || !thread) return;
    if (getComputedStyle(thread).overflowY === "auto")
      thread.scrollTop += now.getBoundingClientRect().top - thread.getBoundingClientRect().top;
    else now.scrollIntoView({ block: "start" });
  };
  const observer = new ResizeObserver(put);
  const hands = ["wheel", "touchstart", "keydown", "pointerdown"];
  const leave = () => {
    observer.disconnect();
    hands.forEach((each) => document.removeEventListener(each, leave));
    clearTimeout(timer);
  };
  const timer = setTimeout(leave, SETTLED);
  parentElement.leave = leave;
  hands.forEach((each) => document.addEventListener(each, leave, { passive: true }));
  const watch = (tries) => {
    const turns = document.querySelector(".st-key-turns");
    if (turns) observer.observe(turns);
    else if (tries) setTimeout(() => watch(tries - 1), 50);
  };
  watch(20);
}
"""

_mount = st.components.v2.component("quire_turn_in_view", js=_JS)


def turn_in_view(data: str, *, key: str) -> None:
    """Scrolls once for each value of `data`, which names the turn; an empty one stays as it is."""
    _mount(key=key, data={"of": data})
