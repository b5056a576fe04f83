"""Puts the cursor into the question's field when a screen for asking opens."""

from __future__ import annotations

import streamlit as st

# A phone would open its keyboard over the page; whoever has begun to do something is left alone.
_JS = """
export default function (component) {
  const { data, parentElement } = component;
  if (parentElement.focusedFor === data.of) return;
  parentElement.focusedFor = data.of;
  if (!matchMedia("(pointer: fine)").matches) return;
  let tries = 20;
  const put = () => {
    const active = document.activeElement;
    if (active && active !== document.body) return;
    const fields = document.querySelectorAll('[data-testid="stChatInputTextArea"]');
    const field = fields[fields.length - 1];
    if (field && !field.disabled) { field.focus({ preventScroll: true }); return; }
    if (tries-- > 0) setTimeout(put, 100);
  };
  put();
}
"""

_mount = st.components.v2.component("quire_question_focus", js=_JS)


def question_focus(data: str, *, key: str) -> None:
    """Focuses the field once for each value of `data`."""
    _mount(key=key, data={"of": data})
