"""The answer's prose with its citation chips.

A component of its own because a chip must answer at once and stand inside a line. Text reaches the
page through `textContent` alone.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

import streamlit as st

from backend.types import Sentence
from components import prose, verbatim

_CSS = """
:host, .prose { font-family: var(--st-font); color: var(--st-text-color); }
.prose { font-size: 1.06rem; line-height: 1.65; max-width: 68ch; overflow-wrap: anywhere; }
p { margin: 0 0 .95rem; }
p.item { margin: 0 0 .5rem; padding-left: 1.2rem; position: relative; }
p.item::before { content: attr(data-mark); position: absolute; left: .3rem; }
p.numbered { padding-left: 1.7rem; }
p:last-child { margin-bottom: .1rem; }
.lit { background: linear-gradient(transparent 62%, rgba(255, 200, 30, .5) 62%); }
.dark .lit { background: none; text-decoration: underline #D9B944 2px;
  text-underline-offset: 4px; }
.doubt { text-decoration: underline dotted #B4460E 2px; text-underline-offset: 4px; }
.dark .doubt { text-decoration-color: #F2A065; }
button { font: 600 .78rem/1 var(--st-font); min-width: 1.3rem; height: 1.3rem; padding: 0 .3rem;
  margin: 0 .1rem 0 .15rem; border: 0; border-radius: .3rem; cursor: pointer; vertical-align: .12em;
  color: var(--st-primary-color);
  background: color-mix(in srgb, var(--st-primary-color) 13%, var(--st-background-color)); }
button:hover { background:
  color-mix(in srgb, var(--st-primary-color) 28%, var(--st-background-color)); }
button[aria-pressed="true"] { color: var(--st-background-color);
  background: var(--st-primary-color); }
button:focus-visible { outline: 2px solid var(--st-primary-color); outline-offset: 2px; }
@media (pointer: coarse) { button { min-width: 1.7rem; height: 1.6rem; } }
.writing { display: inline-block; width: .5rem; height: 1.05rem; vertical-align: -.15rem;
  margin-left: .1rem; background: var(--st-primary-color); opacity: .55; }
@media (prefers-reduced-motion: no-preference) { .writing { animation: pulse 1.1s infinite; } }
@keyframes pulse { 50% { opacity: .15; } }
"""

_JS = """
// Brings the passage into view once the page has drawn it; below 900 px it stands under the answer.
function follow(number) {
  const until = Date.now() + 2500;
  const smooth = matchMedia("(prefers-reduced-motion: reduce)").matches ? "auto" : "smooth";
  const look = () => {
    const pane = document.querySelector(".st-key-evidence");
    const card = document.querySelector(`[class*="st-key-card-"][class*="-${number}-open"]`);
    if (card) card.scrollIntoView({ block: "nearest", behavior: smooth });
    else if (Date.now() < until) { setTimeout(look, 120); return; }
    if (pane && innerWidth < 900 && !card) pane.scrollIntoView({ behavior: smooth });
  };
  setTimeout(look, 120);
}

export default function (component) {
  const { data, parentElement, setTriggerValue } = component;
  let box = parentElement.querySelector(".prose");
  if (!box) {
    box = document.createElement("div");
    box.className = "prose";
    parentElement.appendChild(box);
  }
  box.classList.toggle("dark", data.dark);
  box.dir = "auto";
  const light = (number) => {
    for (const chip of box.querySelectorAll("button"))
      chip.setAttribute("aria-pressed", String(Number(chip.dataset.number) === number));
    for (const run of box.querySelectorAll("[data-rests]"))
      run.classList.toggle("lit", run.dataset.rests.split(" ").includes(String(number)));
  };
  const shown = JSON.stringify(data.paragraphs) + data.writing;
  if (box.dataset.shown !== shown) {
    box.dataset.shown = shown;
    const made = data.paragraphs.map((paragraph) => {
      const element = document.createElement("p");
      if (paragraph.mark) {
        element.className = paragraph.mark === "•" ? "item" : "item numbered";
        element.dataset.mark = paragraph.mark;
      }
      for (const run of paragraph.runs) {
        if (run.chip) {
          const chip = document.createElement("button");
          chip.type = "button";
          chip.textContent = String(run.chip);
          chip.dataset.number = String(run.chip);
          chip.title = run.label;
          chip.setAttribute("aria-label", run.label);
          element.appendChild(chip);
        } else {
          const piece = document.createElement(run.bold ? "strong" : "span");
          piece.textContent = run.text;
          if (run.rests.length) piece.dataset.rests = run.rests.join(" ");
          if (run.problem) { piece.classList.add("doubt"); piece.title = run.problem; }
          element.appendChild(piece);
        }
      }
      return element;
    });
    if (data.writing) {
      const last = made.length ? made[made.length - 1] : document.createElement("p");
      if (!made.length) made.push(last);
      const cursor = document.createElement("span");
      cursor.className = "writing";
      cursor.setAttribute("aria-hidden", "true");
      last.appendChild(cursor);
    }
    box.replaceChildren(...made);
  }
  box.onclick = (event) => {
    const chip = event.target.closest("button");
    if (!chip) return;
    light(Number(chip.dataset.number));
    follow(chip.dataset.number);
    setTriggerValue("clicked", Number(chip.dataset.number));
  };
  light(data.selected);
}
"""

_mount = st.components.v2.component("quire_answer", css=_CSS, js=_JS)


@dataclass(frozen=True, slots=True)
class AnswerView:
    """What is shown: the text, its checked sentences (none while it is being written) and the
    sources by number, each with a name to read out."""

    text: str
    sentences: Sequence[Sentence] = ()
    sources: Mapping[int, str] = field(default_factory=dict)
    selected: int = 0
    writing: bool = False
    dark: bool = False
    lead: str = ""
    """The first line, which is drawn bold where the text begins with it."""


def answer(
    data: AnswerView, *, key: str, on_citation: Callable[[int], None] | None = None
) -> int | None:
    """Draws the answer.

    Args:
        data: what to show.
        key: the widget's key.
        on_citation: called with a chip's number before the run that its click causes.

    Returns:
        The number of the chip that was just clicked.
    """

    def clicked() -> None:
        number = st.session_state[key].clicked
        if number is not None and on_citation is not None:
            on_citation(int(number))

    paragraphs = prose.with_lead(
        prose.compose(verbatim.printable(data.text), data.sentences, list(data.sources)),
        verbatim.printable(data.lead),
    )
    result = _mount(
        key=key,
        data={
            "paragraphs": prose.as_data(paragraphs, data.sources),
            "selected": data.selected,
            "writing": data.writing,
            "dark": data.dark,
        },
        on_clicked_change=clicked,
    )
    number = result.get("clicked")
    return None if number is None else int(number)
