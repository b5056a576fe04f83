"""Puts a text on the clipboard."""

from __future__ import annotations

import streamlit as st

_CSS = """
button { display: inline-flex; align-items: center; gap: .45rem; border: 0; background: none;
  cursor: pointer; font: 400 .875rem/1.6 var(--st-font); color: var(--st-text-color);
  padding: .25rem 0; min-height: 2.5rem; white-space: nowrap; }
button:hover { color: var(--st-primary-color); }
button:focus-visible { outline: 2px solid var(--st-primary-color); outline-offset: 2px;
  border-radius: .3rem; }
svg { width: 1.05rem; height: 1.05rem; fill: none; stroke: currentColor; stroke-width: 2; }
/* As the other words below an answer, where there is little room. */
@media (min-width: 1100px) and (max-width: 1380px) { svg { display: none; } }
"""

_JS = """
export default function (component) {
  const { data, parentElement } = component;
  let button = parentElement.querySelector("button");
  if (!button) {
    button = document.createElement("button");
    button.type = "button";
    const icon = document.createElementNS("http://www.w3.org/2000/svg", "svg");
    icon.setAttribute("viewBox", "0 0 24 24");
    icon.setAttribute("aria-hidden", "true");
    const shape = document.createElementNS("http://www.w3.org/2000/svg", "path");
    shape.setAttribute("d", "M9 4h10v13H9z M15 17v3H5V7h4");
    icon.appendChild(shape);
    const words = document.createElement("span");
    words.setAttribute("aria-live", "polite");
    words.textContent = data.label;
    button.append(icon, words);
    parentElement.appendChild(button);
  }
  const words = button.querySelector("span");
  button.onclick = async () => {
    let done = true;
    try {
      await navigator.clipboard.writeText(data.text);
    } catch {
      const field = document.createElement("textarea");
      field.value = data.text;
      field.style.position = "fixed";
      document.body.appendChild(field);
      field.select();
      done = document.execCommand("copy");
      field.remove();
    }
    words.textContent = done ? "Copied" : "Not allowed by the browser";
    setTimeout(() => { words.textContent = data.label; }, 1600);
  };
}
"""

_mount = st.components.v2.component("quire_copy", css=_CSS, js=_JS)


def copy_button(data: str, *, key: str) -> None:
    """A button that copies `data`."""
    _mount(key=key, data={"text": data, "label": "Copy"}, width="content")
