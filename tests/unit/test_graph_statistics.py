"""Numbers about a graph, worked out by hand."""

from __future__ import annotations

import numpy as np
import pytest

from backend.graph.statistics import statistics
from backend.types import CollectionGraph, Edge, GraphNode, GraphStatistics


def measured(links: str, parts: dict[str, str] | None = None) -> GraphStatistics:
    """Statistics of a graph whose nodes are letters and whose links are pairs of them."""
    names = sorted(set(links.replace(" ", "")))
    nodes = tuple(GraphNode(name, "chunk", name) for name in names)
    edges = tuple(Edge(pair[0], pair[1], "SIMILAR_TO", 1.0) for pair in links.split())
    return statistics(CollectionGraph(nodes, edges), parts or {})


def value(found: GraphStatistics, name: str) -> float | None:
    return next(measure.value for measure in found.measures if measure.name == name)


def ranking(found: GraphStatistics, name: str) -> tuple[float, ...]:
    return next(each.values for each in found.rankings if each.name == name)


def test_a_triangle_with_a_tail() -> None:
    # a-b-c is a triangle, d hangs on c. Pairs of neighbours: a 1, b 1, c 3; closed: 1, 1, 1.
    found = measured("ab bc ac cd")
    assert (found.nodes, found.edges) == (4, 4)
    assert value(found, "Clustering") == pytest.approx((1 + 1 + 1 / 3 + 0) / 4)
    assert value(found, "Transitivity") == pytest.approx(3 / 5)
    assert ranking(found, "Links") == (2, 2, 3, 1)
    # Of the three pairs of others, c lies between a and d, and between b and d.
    assert ranking(found, "Betweenness") == pytest.approx((0, 0, 2 / 3, 0))
    # The correlation of the degrees at both ends of the links, each link seen both ways.
    ends = [(2, 2), (2, 3), (2, 3), (3, 1)]
    pairs = [*ends, *((second, first) for first, second in ends)]
    mean = sum(first for first, _ in pairs) / 8
    covariance = sum((first - mean) * (second - mean) for first, second in pairs)
    variance = sum((first - mean) ** 2 for first, _ in pairs)
    assert value(found, "Assortativity") == pytest.approx(covariance / variance)


def test_two_triangles_joined_by_a_link_have_two_parts() -> None:
    # Of 7 links 3 are inside each part, whose degrees add up to 7: 2 (3/7 - (7/14)²) = 5/14.
    parts = dict.fromkeys("abc", "x") | dict.fromkeys("def", "y")
    found = measured("ab bc ac de ef df cd", parts)
    assert value(found, "Modularity") == pytest.approx(5 / 14)


def test_a_star_is_disassortative_and_its_centre_leads_every_ranking() -> None:
    found = measured("ab ac ad")
    assert value(found, "Clustering") == 0
    assert value(found, "Transitivity") == 0
    assert value(found, "Assortativity") == pytest.approx(-1)
    # PageRank p of the centre: p = .15/4 + .85 (1 - p), as each leaf sends all it has.
    assert ranking(found, "PageRank")[0] == pytest.approx((0.15 / 4 + 0.85) / 1.85, abs=1e-6)
    assert ranking(found, "Betweenness") == pytest.approx((1, 0, 0, 0))
    assert {each.top[0][0].id for each in found.rankings} == {"a"}


def test_what_is_not_defined_is_left_open() -> None:
    pair = measured("ab")
    assert value(pair, "Transitivity") is None
    assert value(pair, "Assortativity") is None
    assert ranking(pair, "Betweenness") == (0, 0)


def test_without_links_the_reason_is_told() -> None:
    assert statistics(CollectionGraph(), {}).reason
    assert statistics(CollectionGraph((GraphNode("a", "chunk", "a"),)), {}).reason


def test_links_in_both_directions_count_once() -> None:
    assert measured("ab ba").edges == 1


def test_ways_pieces_and_groups() -> None:
    # a-b-c in a row, and d-e apart: ways of 1, 1, 2 and 1 links.
    found = measured("ab bc de", {"a": "x", "b": "x", "c": "x", "d": "y"})
    assert value(found, "Steps between two") == pytest.approx(5 / 4)
    assert value(found, "Longest way") == 2
    assert value(found, "Pieces") == 2
    assert value(found, "Largest piece") == pytest.approx(3 / 5)
    # x has three, y one, and e stands alone
    assert value(found, "Nodes per group") == pytest.approx(5 / 3)
    assert value(found, "Largest group") == 3


def test_of_a_large_graph_ways_are_estimated_from_a_sample() -> None:
    # a ring: whichever nodes are looked at, all lie on as many ways
    size = 1_000
    names = [f"n{number:04d}" for number in range(size)]
    nodes = tuple(GraphNode(name, "chunk", name) for name in names)
    edges = tuple(Edge(names[each], names[(each + 1) % size], "NEXT", 1.0) for each in range(size))
    found = statistics(CollectionGraph(nodes, edges), {})
    told = next(measure for measure in found.measures if measure.name == "Steps between two")
    # from one node two others at each of 1 to 499 links, and one at 500
    assert told.value == pytest.approx((2 * sum(range(1, 500)) + 500) / 999)
    assert "200" in told.sentence
    between = np.array(ranking(found, "Betweenness"))
    # a node lies on a share of (n - 2) / (4 (n - 1)) of the ways of a ring of n, n even
    assert between.mean() == pytest.approx((size - 2) / (4 * (size - 1)), rel=1e-3)
