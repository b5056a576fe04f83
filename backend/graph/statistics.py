"""Numbers that describe a graph, each with a sentence for people who do not know it.

Links count the same in both directions; of parallel ones the heaviest counts.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from backend import sparse
from backend.graph.pagerank import pagerank
from backend.types import (
    CollectionGraph,
    GraphMeasure,
    GraphNode,
    GraphRanking,
    GraphStatistics,
)

Values = npt.NDArray[np.float64]

ALL_WAYS = 800
"""Shortest ways take time in proportion to nodes times edges: of larger graphs they are looked at
from a sample of nodes (Brandes & Pich 2007, "Centrality estimation in large networks")."""
SAMPLED = 200
MOST_CELLS = 4_000_000
"""Nodes of the sample times nodes of the graph, which are held at once."""
TOP = 5
_ROUNDS = 120


def statistics(graph: CollectionGraph, parts: Mapping[str, str]) -> GraphStatistics:
    """Measures of a whole graph and rankings of its nodes.

    Args:
        parts: the group of each node by id, for modularity; nodes without one stand alone.
    """
    nodes = graph.nodes
    adjacency = _adjacency(graph)
    edges = adjacency.nnz // 2
    if not edges:
        reason = "No two of them are linked." if nodes else "There is nothing to count."
        return GraphStatistics(len(nodes), 0, reason=reason)
    pattern = adjacency.astype(bool).astype(np.float64)
    degrees = np.asarray(pattern.sum(axis=1)).ravel()
    labels = _labels(nodes, parts)
    chosen = sources_of(len(nodes))
    ways = shortest_ways(pattern, chosen)
    apart = _pieces(pattern)
    groups = np.bincount(labels)
    estimated = f" Estimated from {len(chosen)} of them." if len(chosen) < len(nodes) else ""
    measures = (
        GraphMeasure(
            "Modularity",
            modularity(adjacency, labels),
            "How much more the links stay inside of groups than chance would have it: 0 is chance, "
            "over 0.3 the groups are real.",
        ),
        GraphMeasure(
            "Clustering",
            average_clustering(pattern, degrees),
            "How often two neighbours of a node are linked to each other, averaged over the nodes: "
            "1 is always.",
        ),
        GraphMeasure(
            "Transitivity",
            transitivity(pattern, degrees),
            "The same counted over all pairs of neighbours, so that well connected nodes weigh "
            "more.",
        ),
        GraphMeasure(
            "Assortativity",
            assortativity(pattern, degrees),
            "Whether well connected nodes link to each other (over 0) or to poorly connected ones "
            "(under 0).",
        ),
        GraphMeasure(
            "Links per node",
            float(degrees.mean()),
            "How many others a node is linked to on average (its degree).",
        ),
        GraphMeasure(
            "Steps between two",
            ways.mean,
            "How many links lie on the shortest way between two nodes on average, where there is "
            f"a way (average path length).{estimated}",
        ),
        GraphMeasure(
            "Longest way",
            ways.longest,
            f"The most links that a shortest way between two nodes has (diameter).{estimated}",
        ),
        GraphMeasure(
            "Pieces",
            float(len(apart)),
            "Into how many pieces the graph falls that no link joins.",
        ),
        GraphMeasure(
            "Largest piece",
            float(apart.max()) / len(nodes),
            "The share of the nodes that lie in the largest of these pieces.",
        ),
        GraphMeasure(
            "Nodes per group",
            float(groups.mean()),
            "How many nodes a group has on average; one without a group counts as its own.",
        ),
        GraphMeasure("Largest group", float(groups.max()), "How many nodes the largest group has."),
    )
    rankings = [
        _ranking("Links", "How many others it is linked to (degree).", degrees, nodes),
        _ranking(
            "PageRank",
            "How often somebody who follows links at random comes by, as a share of all visits.",
            _pagerank(adjacency),
            nodes,
        ),
    ]
    rankings.append(
        _ranking(
            "Betweenness",
            "How many of the shortest ways between two others lead over it, as a share: high for "
            f"bridges.{estimated}",
            ways.betweenness,
            nodes,
        )
    )
    return GraphStatistics(len(nodes), int(edges), measures, tuple(rankings))


def modularity(adjacency: Any, labels: npt.NDArray[np.int64]) -> float:
    """Share of the weight inside of parts, less what chance would put there (Newman 2006,
    "Modularity and community structure in networks"); 0 without links.

    Args:
        adjacency: (nodes, nodes) symmetric sparse weights.
        labels: (nodes,) number of each node's part.
    """
    weights = np.asarray(adjacency.sum(axis=1)).ravel()
    whole = float(weights.sum())
    if not whole:
        return 0.0
    links = adjacency.tocoo()
    inside = float(links.data[labels[links.row] == labels[links.col]].sum())
    return inside / whole - float((np.bincount(labels, weights) ** 2).sum()) / whole**2


def average_clustering(pattern: Any, degrees: Values) -> float:
    """Mean over all nodes of the share of a node's pairs of neighbours that are linked; 0 for
    nodes with fewer than two neighbours (Watts and Strogatz 1998)."""
    closed = np.asarray((pattern @ pattern).multiply(pattern).sum(axis=1)).ravel()
    possible = degrees * (degrees - 1)
    shares = np.divide(closed, possible, out=np.zeros_like(closed), where=possible > 0)
    return float(shares.mean())


def transitivity(pattern: Any, degrees: Values) -> float | None:
    """Closed pairs of neighbours over all such pairs; None if there is no pair (Newman 2003,
    §III.B)."""
    possible = float((degrees * (degrees - 1)).sum())
    closed = float((pattern @ pattern).multiply(pattern).sum())
    return closed / possible if possible else None


def assortativity(pattern: Any, degrees: Values) -> float | None:
    """Correlation of the degrees at the two ends of an edge; None if all are equal (Newman 2002,
    eq. 4)."""
    rows, columns = pattern.nonzero()
    ends = degrees[rows]
    if np.ptp(ends) == 0:
        return None
    return float(np.corrcoef(ends, degrees[columns])[0, 1])


@dataclass(frozen=True, slots=True)
class ShortestWays:
    """`betweenness` (nodes,); `mean` and `longest` number of links of the shortest ways, None where
    no two nodes are joined."""

    betweenness: Values
    mean: float | None
    longest: float | None


def sources_of(size: int) -> npt.NDArray[np.int64]:
    """The nodes from which ways are looked at: all, or some of many, spread evenly over the ids."""
    most = size if size <= ALL_WAYS else max(1, min(SAMPLED, MOST_CELLS // size))
    return np.unique(np.linspace(0, size - 1, most).round().astype(np.int64))


def shortest_ways(pattern: Any, sources: npt.NDArray[np.int64]) -> ShortestWays:
    """The shortest ways from some nodes to all, at once, level by level.

    Betweenness is the share of the pairs of other nodes whose shortest ways lead over a node
    (Brandes 2001, "A faster algorithm for betweenness centrality"); from a sample of sources it is
    what they come to, scaled to all.
    """
    size = pattern.shape[0]
    paths = np.zeros((len(sources), size))
    paths[np.arange(len(sources)), sources] = 1.0
    unseen = paths == 0.0
    levels = [~unseen]
    front = paths.copy()
    while True:
        front = np.asarray((pattern @ front.T).T) * unseen
        level = front > 0
        if not level.any():
            break
        paths += front
        unseen &= ~level
        levels.append(level)
    counts = np.array([int(each.sum()) for each in levels[1:]], np.float64)
    dependency = np.zeros((len(sources), size))
    for above, level in zip(levels[-2::-1], levels[:0:-1], strict=True):
        shares = np.divide(1.0 + dependency, paths, out=np.zeros_like(paths), where=level)
        dependency += np.where(above, paths * np.asarray((pattern @ shares.T).T), 0.0)
    dependency[np.arange(len(sources)), sources] = 0.0
    pairs = (size - 1) * (size - 2) * len(sources) / size
    between = dependency.sum(axis=0) / pairs if pairs else np.zeros(size)
    if not counts.sum():
        return ShortestWays(between, None, None)
    mean = float(counts @ np.arange(1, len(counts) + 1) / counts.sum())
    return ShortestWays(between, mean, float(len(counts)))


def _pieces(pattern: Any) -> npt.NDArray[np.int64]:
    """How many nodes each connected piece has."""
    _, labels = sparse.csgraph.connected_components(pattern, directed=False)
    return np.bincount(labels)


def _pagerank(adjacency: Any) -> Values:
    once = sparse.triu(adjacency).tocoo()
    links = np.stack((once.row, once.col), axis=1).astype(np.int64)
    return pagerank(adjacency.shape[0], links, once.data, _ROUNDS)


def _adjacency(graph: CollectionGraph) -> Any:
    """Symmetric weights of shape (nodes, nodes), without links to oneself."""
    number = {node.id: position for position, node in enumerate(graph.nodes)}
    weights: dict[tuple[int, int], float] = {}
    for edge in graph.edges:
        pair = (number[edge.source], number[edge.target])
        if pair[0] != pair[1] and edge.weight > 0:
            ordered = (min(pair), max(pair))
            # The same likeness seen from both sides is one likeness.
            weights[ordered] = max(weights.get(ordered, 0.0), edge.weight)
    ends = np.array(list(weights), np.int64).reshape(-1, 2)
    values = np.array(list(weights.values()))
    shape = (len(graph.nodes), len(graph.nodes))
    upper = sparse.csr_matrix((values, (ends[:, 0], ends[:, 1])), shape=shape)
    return sparse.csr_matrix(upper + upper.T)


def _labels(nodes: tuple[GraphNode, ...], parts: Mapping[str, str]) -> npt.NDArray[np.int64]:
    names = [parts.get(node.id, f"alone {node.id}") for node in nodes]
    numbers = {name: position for position, name in enumerate(dict.fromkeys(names))}
    return np.array([numbers[name] for name in names], np.int64)


def _ranking(
    name: str, sentence: str, values: Values, nodes: tuple[GraphNode, ...]
) -> GraphRanking:
    rounded = [round(float(value), 9) for value in values]
    order = sorted(range(len(nodes)), key=lambda each: (-rounded[each], nodes[each].id))
    return GraphRanking(
        name,
        sentence,
        tuple(rounded),
        tuple((nodes[each], rounded[each]) for each in order[:TOP]),
    )
