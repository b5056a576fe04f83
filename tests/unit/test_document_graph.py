"""Graphs of one document, communities, paths and themes, on cases that can be seen by hand."""

from __future__ import annotations

import random
from collections.abc import Sequence

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import sparse

from backend.graph.document_graph import document_graph, recipe
from backend.graph.expansion import expand
from backend.graph.leiden import communities
from backend.graph.statistics import modularity
from backend.graph.themes import theme_levels
from backend.types import CollectionSettings, Edge

TRIANGLES = [(0, 1), (1, 2), (0, 2), (3, 4), (4, 5), (3, 5), (2, 3)]


def weighted(links: list[tuple[int, int]], weight: int = 10) -> list[tuple[int, int, int]]:
    return [(source, target, weight) for source, target in links]


def quality(nodes: int, links: Sequence[tuple[int, int, int]], labels: Sequence[int]) -> float:
    """Modularity of a partition."""
    rows, columns, weights = zip(*links, strict=True) if links else ((), (), ())
    one_way = sparse.csr_matrix((weights, (rows, columns)), (nodes, nodes), dtype=float)
    return modularity(one_way + one_way.T, np.array(labels))


def settings(**changes: float) -> CollectionSettings:
    return CollectionSettings(**changes)  # type: ignore[arg-type] # sizes are whole numbers


# --- communities ---------------------------------------------------------------------------------


def test_two_triangles_on_a_bridge_are_two_communities() -> None:
    assert communities(6, weighted(TRIANGLES)) == [0, 0, 0, 1, 1, 1]
    # 7 links, 3 inside each: Q = 6/7 - 2 * (7/14)^2
    assert quality(6, weighted(TRIANGLES), [0, 0, 0, 1, 1, 1]) == pytest.approx(6 / 7 - 0.5)


@pytest.mark.parametrize(
    ("links", "expected"),
    [
        # a ring of four: its corners can be paired in two ways, and the lowest numbers meet
        ([(0, 1), (0, 2), (1, 3), (2, 3)], [0, 0, 1, 1]),
        # a chain 4 - 0 - 2 - 1 - 3: the node in the middle goes with the pair of 1, not of 0
        ([(0, 2), (0, 4), (1, 2), (1, 3)], [0, 1, 1, 1, 0]),
        # a chain 0 - 3 - 1 = 2: nothing is gained by moving 3 to the pair, so it stays with 0
        ([(0, 3), (1, 2), (1, 3), (1, 3)], [0, 1, 1, 0]),
    ],
    ids=["ring", "chain", "pairs"],
)
def test_what_is_equally_good_is_decided_by_the_lowest_number(
    links: list[tuple[int, int]], expected: list[int]
) -> None:
    assert communities(len(expected), [(*link, 1) for link in links]) == expected


@pytest.mark.parametrize(
    ("links", "expected"),
    [
        (
            [(0, 1, 1), (0, 2, 2), (1, 2, 2), (1, 3, 1), (1, 4, 1), (1, 5, 1), (3, 4, 1)],
            [0, 0, 0, 1, 1, 0],
        ),
        ([(0, 1, 2), (0, 2, 2), (0, 4, 1), (1, 2, 1), (2, 3, 1)], [0, 0, 0, 0, 0]),
        # a chain 3 - 0 = 2 = 4 with 1 at 2, whichever end of a link is named first
        ([(0, 3, 1), (1, 2, 1), (2, 0, 2), (2, 4, 2)], [0, 0, 0, 0, 0]),
        ([(0, 2, 2), (0, 3, 1), (1, 2, 1), (2, 4, 2)], [0, 0, 0, 0, 0]),
    ],
)
def test_parts_that_are_equally_good_are_merged_with_the_lowest_number(
    links: list[tuple[int, int, int]], expected: list[int]
) -> None:
    """The refinement's own tie: with the higher number these graphs come out otherwise."""
    assert communities(len(expected), links) == expected


def test_nodes_without_links_stay_alone() -> None:
    assert communities(0, []) == []
    assert communities(3, []) == [0, 1, 2]
    assert communities(3, [(0, 2, 1), (1, 2, 0)]) == [0, 1, 0]
    assert quality(3, [], [0, 1, 2]) == 0.0


@given(
    st.integers(2, 24).flatmap(
        lambda n: st.tuples(
            st.just(n),
            st.lists(
                st.tuples(st.integers(0, n - 1), st.integers(0, n - 1), st.integers(0, 9)).filter(
                    lambda link: link[0] != link[1]
                ),
                max_size=60,
            ),
        )
    ),
    st.randoms(use_true_random=False),
)
def test_communities_are_connected_no_worse_than_none_and_the_same_in_any_order(
    graph: tuple[int, list[tuple[int, int, int]]], order: random.Random
) -> None:
    nodes, links = graph
    labels = communities(nodes, links)
    shuffled = [link if order.random() < 0.5 else (link[1], link[0], link[2]) for link in links]
    order.shuffle(shuffled)
    assert communities(nodes, shuffled) == labels
    assert quality(nodes, links, labels) >= quality(nodes, links, list(range(nodes))) - 1e-9
    for label in set(labels):
        members = {node for node in range(nodes) if labels[node] == label}
        reached, frontier = set(), {min(members)}
        while frontier:
            reached |= frontier
            frontier = {
                end
                for source, target, weight in links
                for start, end in ((source, target), (target, source))
                if weight and start in frontier and end in members
            } - reached
        assert reached == members


def test_communities_are_as_good_as_those_of_scikit_network() -> None:
    clustering = pytest.importorskip("sknetwork.clustering", reason="no wheel for this Python")
    generator = np.random.default_rng(3)
    for nodes in (30, 120, 400):
        ends = generator.integers(0, nodes, (6 * nodes, 2))
        near = np.minimum(ends[:, 0] + generator.integers(1, 6, 6 * nodes), nodes - 1)
        links = [
            (int(min(a, b)), int(max(a, b)), int(w))
            for a, b, w in zip(ends[:, 0], near, generator.integers(1, 9, 6 * nodes), strict=True)
            if a != b
        ]
        rows, columns, weights = zip(*links, strict=True)
        matrix = sparse.csr_matrix((weights, (rows, columns)), (nodes, nodes)).astype(float)
        theirs = clustering.Leiden(random_state=0).fit_predict((matrix + matrix.T).tocsr())
        ours = quality(nodes, links, communities(nodes, links))
        assert ours >= 0.97 * quality(nodes, links, theirs.tolist())


# --- one document --------------------------------------------------------------------------------


def at(*angles: float) -> np.ndarray[tuple[int, ...], np.dtype[np.float16]]:
    radians = np.radians(np.array(angles))
    return np.stack((np.cos(radians), np.sin(radians)), axis=1).astype(np.float16)


def test_similar_passages_are_linked_from_either_side_and_neighbours_lightly() -> None:
    # a and c are 10 degrees apart, b and d too; one neighbour each, cosine over .9
    graph = document_graph(
        "abcd", at(0, 90, 10, 80), settings(similar_neighbours=1, similarity_threshold=0.9)
    )
    found = {(e.source, e.target, e.kind): e.weight for e in graph.edges}
    assert found == {
        ("a", "c", "SIMILAR_TO"): pytest.approx(np.cos(np.radians(10)), abs=1e-3),
        ("b", "d", "SIMILAR_TO"): pytest.approx(np.cos(np.radians(10)), abs=1e-3),
        ("a", "b", "NEXT"): 0.1,
        ("b", "c", "NEXT"): 0.1,
        ("c", "d", "NEXT"): 0.1,
    }
    # b and c have two neighbours in the text, a and d one: they are more central
    assert graph.groups == ((2, 0), (1, 3))


def test_the_settings_and_the_model_name_the_recipe() -> None:
    plain = recipe(settings(), "model@1")
    assert plain != recipe(settings(next_weight=0.2), "model@1")
    assert plain != recipe(settings(), "model@2")
    assert plain == recipe(settings(link_threshold=0.1), "model@1")


@pytest.mark.parametrize("threshold", [0.0, 0.5, 1.0])
@pytest.mark.parametrize("next_weight", [0.0, 0.1])
def test_every_passage_is_in_one_group(threshold: float, next_weight: float) -> None:
    options = settings(similarity_threshold=threshold, next_weight=next_weight)
    same = np.ones((2_000, 8), np.float16)
    other = np.random.default_rng(0).standard_normal((50, 8)).astype(np.float16)
    for vectors in (same[:1], same[:2], same, other, np.zeros((3, 8), np.float16)):
        ids = [str(number) for number in range(len(vectors))]
        graph = document_graph(ids, vectors, options)
        assert sorted(m for group in graph.groups for m in group) == list(range(len(vectors)))
        degree = np.bincount([int(e.source) for e in graph.edges if e.kind == "SIMILAR_TO"] or [0])
        assert degree.max() <= len(vectors)
        assert all(0.0 < edge.weight <= 1.0 for edge in graph.edges)
    assert document_graph([], np.zeros((0, 0), np.float16), options).groups == ()


# --- paths ---------------------------------------------------------------------------------------

LINKS = [
    Edge("a", "b", "COMM_SIMILAR_TO", 0.9),
    Edge("a", "c", "COMM_SIMILAR_TO", 0.8),
    Edge("b", "d", "COMM_SIMILAR_TO", 0.9),
    Edge("c", "d", "COMM_SIMILAR_TO", 1.0),
    Edge("d", "e", "COMM_SIMILAR_TO", 0.7),
    Edge("z", "b", "COMM_SIMILAR_TO", 1.0),
]


def expanded(hops: int, least: float, most: int = 9) -> list[tuple[str, float]]:
    paths = expand(
        [("a", 1.0), ("z", 0.5)],
        lambda some: [edge for edge in LINKS if edge.source in some],
        hops,
        least,
        most,
    )
    return [("".join(path.nodes), round(path.score, 3)) for path in paths]


def test_paths_are_worth_the_product_of_their_links() -> None:
    assert expanded(0, 0.0) == [("a", 1.0), ("z", 0.5)]
    assert expanded(1, 0.0) == [("a", 1.0), ("z", 0.5), ("ab", 0.9), ("ac", 0.8)]
    # d by b is .81, by c .80; e is reached in three hops
    assert expanded(3, 0.0)[2:] == [("ab", 0.9), ("abd", 0.81), ("ac", 0.8), ("abde", 0.567)]


def test_weak_links_are_not_followed_and_only_the_best_paths_are_kept() -> None:
    assert expanded(3, 0.75)[2:] == [("ab", 0.9), ("abd", 0.81), ("ac", 0.8)]
    assert expanded(3, 0.85)[2:] == [("ab", 0.9), ("abd", 0.81)]
    assert expanded(3, 0.0, most=1)[2:] == [("ab", 0.9)]


# --- themes --------------------------------------------------------------------------------------


def test_themes_hold_every_row_once_at_every_level() -> None:
    generator = np.random.default_rng(4)
    centres = generator.standard_normal((12, 64))
    vectors = np.repeat(centres, 9, axis=0) + 0.2 * generator.standard_normal((108, 64))
    levels = theme_levels(vectors)
    assert 1 <= len(levels) <= 3
    for level in levels:
        assert sorted(row for group in level for row in group) == list(range(108))
    assert len(levels[0]) == 12
    assert all(len({row // 9 for row in group}) == 1 for group in levels[0])


def test_a_collection_of_nothing_has_no_themes_and_of_one_has_one() -> None:
    assert theme_levels(np.zeros((0, 0))) == []
    assert theme_levels(np.ones((1, 4))) == [[[0]]]
