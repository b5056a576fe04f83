"""A graph to look at and to click, with its legend and a list for those who do not see it."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import streamlit as st

from backend.types import CollectionGraph, Edge, GraphNode
from components import graph_words, verbatim
from components.graph_page import graph_page

_CSS = """
iframe { display: block; width: 100%; border: 1px solid var(--st-border-color);
  border-radius: .5rem; box-sizing: border-box; }
"""

# The page of the graph stands in a frame of its own that may run scripts and nothing else: it is of
# no origin, so that nothing in it reaches the app.
_JS = """
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
    frame.srcdoc = data.page;
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


def graph_view(data: GraphView, *, key: str) -> str | None:
    """Draws the graph; returns the id of the node that was just chosen, by a click or in the list.

    The picture stands still when only the selection changes.
    """
    st.html(_legend(data))
    page = graph_page(
        data.graph,
        numbers=data.numbers,
        dark=data.dark,
        width=data.width,
        height=data.height,
        matches=data.matches,
    )
    result = _mount(
        key=key,
        data={
            "page": page,
            "mark": hashlib.sha256(page.encode()).hexdigest(),
            "title": f"Graph of {len(data.graph.nodes)} nodes. The list below holds them all.",
            "height": data.height,
            "below": data.below,
            "selected": data.selected,
        },
        on_clicked_change=_nothing,
        height="content" if data.below else data.height,
    )
    chosen = _list(data, f"{key}-list")
    clicked = result.get("clicked")
    return chosen if clicked is None else str(clicked)


def _nothing() -> None:
    """A click needs no more than the run that it causes."""


def _legend(data: GraphView) -> str:
    kinds = {node.kind for node in data.graph.nodes}
    parts = [
        f"<span><i style='color:{graph_words.color(kind, dark=data.dark)}' aria-hidden='true'>"
        f"{look.sign}</i> {look.word}</span>"
        for kind, look in graph_words.NODES.items()
        if kind in kinds
    ]
    return f"<p class='quire-legend'>{''.join(parts)}</p>"


def _list(data: GraphView, key: str) -> str | None:
    """All nodes by kind and label; returns one that was just chosen."""
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

    before = st.session_state.get(f"{key}-before")
    chosen = st.selectbox(
        "Choose from a list",
        ids,
        index=None,
        format_func=words,
        placeholder=f"Or choose one of the {len(ids)} from a list",
        key=key,
        label_visibility="collapsed",
    )
    st.session_state[f"{key}-before"] = chosen
    return chosen if chosen is not None and chosen != before else None


def example() -> GraphView:
    """An invented document with a group of two passages."""
    nodes = (
        GraphNode("c", "chunk", "Revenue grew.", "d"),
        GraphNode("c2", "chunk", "Costs fell.", "d"),
        GraphNode("g", "community", "Results of the year", "d"),
        GraphNode("d", "document", "Annual report", "d"),
    )
    edges = (
        Edge("c", "g", "IN_COMMUNITY", 1.0),
        Edge("c2", "g", "IN_COMMUNITY", 1.0),
        Edge("d", "g", "HAS_COMMUNITY", 1.0),
        Edge("c", "c2", "SIMILAR_TO", 0.8),
    )
    return GraphView(CollectionGraph(nodes, edges), {"c": 1}, "g")
