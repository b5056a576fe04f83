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
    for edge in graph.edges:
        edges.setdefault(edge.source, []).append(edge)
        if edge.target != edge.source:
            edges.setdefault(edge.target, []).append(edge)
    return Neighbourhoods({node.id: node for node in graph.nodes}, edges)
