"""A graph by its nodes holds what a look through all edges would find, in the same order."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from backend.graph.neighbourhoods import neighbourhoods_of
from backend.types import CollectionGraph, Edge, GraphNode

IDS = st.sampled_from("abcd")


@given(st.lists(st.tuples(IDS, IDS, st.floats(0, 1))))
def test_each_node_has_the_edges_that_touch_it(drawn: list[tuple[str, str, float]]) -> None:
    nodes = tuple(GraphNode(each, "chunk", each, "d") for each in "abcd")
    edges = tuple(Edge("similar", first, second, weight) for first, second, weight in drawn)
    near = neighbourhoods_of(CollectionGraph(nodes, edges))
    assert list(near.nodes.values()) == list(nodes)
    for node in "abcde":
        touching = [edge for edge in edges if node in (edge.source, edge.target)]
        assert list(near.edges.get(node, ())) == touching
