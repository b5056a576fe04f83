"""A node of the graph: what it says, what it belongs to, and its strongest links."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass

import streamlit as st

from backend.types import (
    Chunk,
    CollectionGraph,
    Edge,
    GraphNode,
    GraphNodeDetails,
    GraphNodeKind,
    enumeration,
)
from components import graph_words, verbatim, wording

_FIRST_KINDS: tuple[GraphNodeKind, ...] = ("entity", "document", "community")
_FIRST_NODES = 6
"""Of each kind."""
_LONGEST = 1_200
_EXCERPT = 180
"""Characters of a passage that are shown on a card."""


@dataclass(frozen=True, slots=True)
class GraphNodeView:
    """The node's details; `number` is that of a cited passage, 0 for others."""

    details: GraphNodeDetails
    number: int = 0
    most_links: int = 8


def graph_node(data: GraphNodeView, *, key: str) -> None:
    """Draws the node's text and a table of its links."""
    details = data.details
    look = graph_words.NODES[details.node.kind]
    number = f" [{data.number}]" if data.number else ""
    pages = wording.pages(details.pages)
    st.caption(f"{look.sign} {look.word}{number}{', ' + pages if pages else ''}")
    if details.node.kind != "chunk":
        st.header(verbatim.markdown(verbatim.clipped(details.node.label, 160)), anchor=False)
    if details.text:
        shown = verbatim.clipped(details.text, _LONGEST)
        st.html(f"<p class='quire-passage' dir='auto'>{verbatim.html(shown)}</p>")
    remarks = [verbatim.markdown(remark) for remark in details.remarks if remark]
    if remarks:
        st.caption(" · ".join(remarks))
    if details.passages and (names := linked_names(data)):
        st.caption(verbatim.markdown(names))
    if details.passages:
        return
    if details.links:
        st.dataframe(
            [_row(edge, other) for edge, other in details.links[: data.most_links]],
            hide_index=True,
            key=f"{key}-links",
            column_config={
                "To": st.column_config.TextColumn(width="medium"),
                "How": st.column_config.TextColumn(width="small"),
                "Likeness": st.column_config.ProgressColumn(
                    format="%.2f", min_value=0, max_value=1, width="small"
                ),
            },
        )
    else:
        st.caption("It is not linked to anything.")


def first_nodes(graph: CollectionGraph, *, key: str, on_choice: Callable[[str], None]) -> None:
    """Draws the most connected names and documents as a list.

    Args:
        graph: what is on the map.
        key: begins the widgets' keys.
        on_choice: called with the id of one that was clicked, before the run that this causes.
    """
    st.header("Start here", anchor=False)
    st.caption("Click a node of the map, or one of these, to see what it says.")
    for kind, nodes in most_linked(graph).items():
        look = graph_words.NODES[kind]
        st.html(f"<p class='quire-group'>{look.sign} {look.plural}</p>")
        for node in nodes:
            label = verbatim.markdown(verbatim.clipped(node.label, 60))
            st.button(
                label,
                key=f"{key}-{node.id}",
                type="tertiary",
                on_click=on_choice,
                args=(node.id,),
            )


def most_linked(graph: CollectionGraph) -> dict[GraphNodeKind, list[GraphNode]]:
    """Names, documents and groups, each kind's most connected first; nodes without a label are left
    out."""
    degrees = Counter(end for edge in graph.edges for end in (edge.source, edge.target))
    ordered = sorted(graph.nodes, key=lambda node: (-degrees[node.id], node.label, node.id))
    found: dict[GraphNodeKind, list[GraphNode]] = {}
    for kind in _FIRST_KINDS:
        nodes = [each for each in ordered if each.kind == kind and each.label.strip()]
        if nodes:
            found[kind] = nodes[:_FIRST_NODES]
    return found


def linked_names(data: GraphNodeView) -> str:
    """What a name or section is tied to, as a line of text: its other names, or its documents."""
    kinds: dict[str, list[str]] = {}
    for _, other in data.details.links:
        kinds.setdefault(graph_words.NODES[other.kind].plural, []).append(other.label)
    return " · ".join(
        f"{kind}: {enumeration([verbatim.clipped(label, 40) for label in labels[:4]])}"
        for kind, labels in kinds.items()
    )


def node_passages(data: GraphNodeView, *, key: str) -> Chunk | None:
    """Draws what is stated of a name, then passages of a name or section, each with its page;
    returns the passage of one that was clicked."""
    chosen = None
    label = data.details.node.label
    facts = data.details.facts
    if data.details.passages and (facts.sentences or facts.cells):
        st.html("<p class='quire-group'>Passages</p>")
    shown = [(stated, each) for stated, each in data.details.stated]
    shown += [("", passage) for passage in data.details.passages]
    for number, (stated, each) in enumerate(shown):
        if stated:
            said = f"<b>{verbatim.html(verbatim.clipped(stated, _EXCERPT))}</b>"
        else:
            text, terms = excerpt(each.text, label)
            said = verbatim.marked(text, (), terms)
        st.html(f"<p class='quire-said' dir='auto'>{said}</p>")
        where = " · ".join(
            part
            for part in (verbatim.clipped(each.title or "Untitled", 34), wording.pages(each.pages))
            if part
        )
        with st.container(key=f"pill-{key}-{number}"):
            if st.button(verbatim.markdown(where), key=f"{key}-{number}", type="tertiary"):
                chosen = each
    return chosen


def excerpt(text: str, word: str) -> tuple[str, tuple[tuple[int, int], ...]]:
    """The words of a passage round a name, and where the name stands among them."""
    line = " ".join(text.split())
    place = line.find(word)
    if place < 0:
        return verbatim.clipped(line, _EXCERPT), ()
    start = max(0, place - _EXCERPT // 3)
    start = line.rfind(" ", 0, start) + 1 if start else 0
    before = "… " if start else ""
    shown = before + verbatim.clipped(line[start:], _EXCERPT)
    at = shown.find(word)
    return shown, ((at, at + len(word)),) if at >= 0 else ()


def _row(edge: Edge, other: GraphNode) -> dict[str, object]:
    return {
        "To": f"{graph_words.NODES[other.kind].sign} {verbatim.printable(other.label)}",
        "How": graph_words.EDGES[edge.kind],
        "Likeness": edge.weight if edge.kind in graph_words.LIKENESS else None,
    }
