"""Kinds of nodes and links of the graph: their words, colours and shapes, the same everywhere."""

from __future__ import annotations

from typing import NamedTuple

from backend.types import EdgeKind, GraphNodeKind


class Look(NamedTuple):
    """How a kind of node is drawn. `sign` stands for the shape in running text."""

    word: str
    plural: str
    shape: str
    sign: str
    light: str
    dark: str
    size: int


NODES: dict[GraphNodeKind, Look] = {
    "document": Look("Document", "Documents", "square", "■", "#3249AA", "#799AF2", 11),
    "section": Look("Section", "Sections", "hexagon", "⬢", "#8A5A1E", "#C9A66B", 8),
    "community": Look("Group", "Groups", "triangle", "▲", "#6D7017", "#A2A931", 11),
    "chunk": Look("Passage", "Passages", "dot", "●", "#197AB0", "#47CEF5", 6),
    "entity": Look("Name", "Names", "diamond", "◆", "#A02361", "#F0AAB4", 8),
}
"""From the largest kind to the smallest; shapes are those of vis-network."""

LIKENESS: tuple[EdgeKind, ...] = ("SIMILAR_TO", "COMM_SIMILAR_TO", "DOC_SIMILAR_TO")

EDGES: dict[EdgeKind, str] = {
    "HAS_COMMUNITY": "holds",
    "HAS_CHUNK": "holds",
    "HAS_SECTION": "holds",
    "IN_COMMUNITY": "part of",
    "NEXT": "next",
    "SIMILAR_TO": "alike",
    "COMM_SIMILAR_TO": "alike",
    "DOC_SIMILAR_TO": "alike",
    "ALIKE_IN_MEANING": "alike in meaning",
    "ALIKE_IN_KEYWORDS": "alike in keywords",
    "ALIKE_IN_NAMES": "alike in names",
    "RELATES_TO": "names",
    "CITES": "cites",
}


def color(kind: GraphNodeKind, *, dark: bool) -> str:
    """The colour of a kind of node."""
    look = NODES[kind]
    return look.dark if dark else look.light
