"""A graph to look at and to click, with its legend and a list for those who do not see it."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache

import streamlit as st

from backend.types import CollectionGraph
from components import graph_words, verbatim
from components.graph_page import DRAWING, drawing_script, graph_page

_CSS = """
iframe { display: block; width: 100%; border: 1px solid var(--st-border-color);
  border-radius: .5rem; box-sizing: border-box; }
"""

# The page of the graph stands in a frame of its own that may run scripts and nothing else: it is of
# no origin, so that nothing in it reaches the app.
# The drawing's own script is half a megabyte and always the same: the browser fetches it once and
# keeps it, and what is sent at a click is small.
_JS = """
const fetched = new Map();
const whole = async (data) => {
  if (!data.script) return data.page;
  if (!fetched.has(data.mark_of_script))
    fetched.set(data.mark_of_script, fetch(data.script).then((answer) => {
      if (!answer.ok) throw new Error(`${data.script}: ${answer.status}`);
      return answer.text();
    }));
  try {
    const script = await fetched.get(data.mark_of_script);
    return data.page.split(data.place).join(`<script>${script}</script>`);
  } catch (error) {
    fetched.delete(data.mark_of_script);
    throw error;
  }
};
export default function (component) {
  const { data, parentElement, setTriggerValue } = component;
  let frame = parentElement.querySelector("iframe");
  if (!frame) {
    frame = document.createElement("iframe");
    frame.setAttribute("sandbox", "allow-scripts");
    frame.tell = {};
    parentElement.appendChild(frame);
    addEventListener("message", (event) => {
      const id = event.source === frame.contentWindow && event.data && event.data.clicked;
      if (typeof id === "string") frame.tell.clicked(id);
    });
    frame.onload = () => frame.tell.select();
  }
  frame.title = data.title;
  // the whole map is in sight where a window is low, and uses the room of a high one
  frame.style.height = data.below
    ? `clamp(22rem, 100vh - ${data.below}px, 56rem)` : `${data.height}px`;
  frame.tell = {
    clicked: (id) => setTriggerValue("clicked", id),
    select: () => frame.contentWindow.postMessage({ select: data.selected }, "*"),
  };
  if (frame.dataset.shown !== data.mark) {
    frame.dataset.shown = data.mark;
    whole(data).then((page) => { if (frame.dataset.shown === data.mark) frame.srcdoc = page; })
      .catch(() => { delete frame.dataset.shown; });
  } else {
    frame.tell.select();
  }
}
"""

_mount = st.components.v2.component("quire_graph", css=_CSS, js=_JS)


@dataclass(frozen=True, slots=True)
class GraphView:
    """What is drawn. `numbers` are those of cited passages by id, `selected` a node's id, `matches`
    those of the nodes that a search found."""

    graph: CollectionGraph
    numbers: Mapping[str, int] = field(default_factory=dict)
    selected: str = ""
    dark: bool = False
    width: int = 900
    height: int = 600
    matches: Sequence[str] = ()
    below: int = 0
    """Pixels of the window that other things take above and below; 0 for a map of `height`."""


def graph_view(data: GraphView, *, key: str, on_choice: Callable[[str], None]) -> None:
    """Draws the graph. The picture stands still when only the selection changes.

    Args:
        data: what to draw.
        key: the widget's key.
        on_choice: called with the id of a node that was chosen, by a click or in the list, before
            the run that this causes.
    """

    def clicked() -> None:
        node_id = st.session_state[key].clicked
        if node_id is not None:
            on_choice(str(node_id))

    st.html(_legend(data))
    script = _script_address()
    page = graph_page(
        data.graph,
        numbers=data.numbers,
        dark=data.dark,
        width=data.width,
        height=data.height,
        matches=data.matches,
        whole=not script,
    )
    _mount(
        key=key,
        data={
            "page": page,
            "script": script,
            "mark_of_script": _mark_of_script(),
            "place": DRAWING,
            "mark": hashlib.sha256(page.encode()).hexdigest(),
            "title": f"Graph of {len(data.graph.nodes)} nodes. The list below holds them all.",
            "height": data.height,
            "below": data.below,
            "selected": data.selected,
        },
        on_clicked_change=clicked,
        height="content" if data.below else data.height,
    )
    _list(data, f"{key}-list", on_choice)


@cache
def _mark_of_script() -> str:
    return hashlib.sha256(drawing_script().encode()).hexdigest()


def _script_address() -> str:
    """Where the browser finds the drawing's script; empty where no server runs."""
    if not st.runtime.exists():
        return ""
    manager = st.runtime.get_instance().media_file_mgr
    return str(
        manager.add(drawing_script().encode(), "text/javascript", f"drawing-{_mark_of_script()}")
    )


def _legend(data: GraphView) -> str:
    kinds = {node.kind for node in data.graph.nodes}
    parts = [
        f"<span><i style='color:{graph_words.color(kind, dark=data.dark)}' aria-hidden='true'>"
        f"{look.sign}</i> {look.word}</span>"
        for kind, look in graph_words.NODES.items()
        if kind in kinds
    ]
    return f"<p class='quire-legend'>{''.join(parts)}</p>"


def _list(data: GraphView, key: str, on_choice: Callable[[str], None]) -> None:
    """All nodes by kind and label."""
    nodes = {node.id: node for node in data.graph.nodes}
    order = list(graph_words.NODES)
    ids = sorted(
        nodes,
        key=lambda each: (
            data.numbers.get(each, len(data.numbers) + 1),
            order.index(nodes[each].kind),
            nodes[each].label,
            each,
        ),
    )

    def words(node_id: str) -> str:
        node = nodes.get(node_id)
        if node is None:
            return ""
        number = f"[{data.numbers[node_id]}] " if node_id in data.numbers else ""
        look = graph_words.NODES[node.kind]
        return f"{number}{look.sign} {look.word}: {verbatim.clipped(node.label, 70)}"

    def changed() -> None:
        if st.session_state[key] is not None:
            on_choice(st.session_state[key])

    st.selectbox(
        "Choose from a list",
        ids,
        index=None,
        format_func=words,
        placeholder=f"Or choose one of the {len(ids)} from a list",
        key=key,
        label_visibility="collapsed",
        on_change=changed,
    )
