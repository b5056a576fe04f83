"""Closes the menu of pages on a phone once a page was chosen: it lies over what was asked for."""

from __future__ import annotations

import streamlit as st

_JS = """
// The page that the visit began with: the first choice may be made before this is mounted.
let shown = new URL(performance.getEntriesByType("navigation")[0]?.name ?? location.href)
  .pathname.split("/").pop();  // outlives the component, which a change of page may mount anew
export default function (component) {
  const before = shown;
  shown = component.data.page;
  if (before === shown || innerWidth >= 900) return;
  let tries = 20;  // the menu may be drawn after this
  const close = () => {
    const menu = document.querySelector('[data-testid="stSidebar"]');
    const button = document.querySelector('[data-testid="stSidebarCollapseButton"] button');
    if (button && menu && menu.getAttribute("aria-expanded") !== "false") button.click();
    else if (tries-- > 0) setTimeout(close, 100);
  };
  close();
}
"""

_mount = st.components.v2.component("quire_phone_menu", js=_JS)


def phone_menu(data: str, *, key: str) -> None:
    """Closes the menu when `data`, the address of the shown page, has changed."""
    _mount(key=key, data={"page": data})
