"""A graph looked up by node: one pass over it serves all clicks that follow."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from backend.types import CollectionGraph, Edge, GraphNode


@dataclass(frozen=True, slots=True)
class Neighbourhoods:
    """Nodes by id, and by id of a node the edges that touch it in the graph's order."""

    nodes: Mapping[str, GraphNode]
    edges: Mapping[str, Sequence[Edge]]


def neighbourhoods_of(graph: CollectionGraph) -> Neighbourhoods:
    """The graph by its nodes."""
    edges: dict[str, list[Edge]] = {}
    for each in graph.edges:
        edges.setdefault(each.source, []).append(each)
        if each.target != each.source:
            edges.setdefault(each.target, []).append(each)
    return Neighbourhoods({each.id: each for each in graph.nodes}, edges)
