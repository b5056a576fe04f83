"""Closes the menu of pages on a phone once a page was chosen: it lies over what was asked for."""

from __future__ import annotations

import streamlit as st

_JS = """
export default function (component) {
  const { data, parentElement } = component;
  const before = parentElement.page;
  parentElement.page = data.page;
  if (before === undefined || before === data.page || innerWidth >= 900) return;
  const close = document.querySelector('[data-testid="stSidebarCollapseButton"] button');
  const menu = document.querySelector('[data-testid="stSidebar"]');
  if (close && menu && menu.getAttribute("aria-expanded") !== "false") close.click();
}
"""

_mount = st.components.v2.component("quire_phone_menu", js=_JS)


def phone_menu(data: str, *, key: str) -> None:
    """Closes the menu when `data`, the address of the shown page, has changed."""
    _mount(key=key, data={"page": data})


def example() -> str:
    """The page Library."""
    return "library"
