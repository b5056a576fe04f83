"""Links between communities, on vectors whose order can be seen by hand."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest

from backend.graph.community_links import KIND, Communities, all_links, changed_links
from backend.graph.nearest import UNIT, nearest, quantised
from backend.types import Edge

# Unit vectors at these angles; a and b are of document 0, every other of its own.
ANGLES = {"a": 0, "b": 5, "c": 10, "d": 22, "e": 35, "f": 90}
DOCUMENTS = {"a": "0", "b": "0"}


def communities(names: str) -> Communities:
    documents = [DOCUMENTS.get(name, name) for name in names]
    owners = [sorted(set(documents)).index(document) for document in documents]
    angles = np.radians([ANGLES[name] for name in names])
    vectors = np.stack((np.cos(angles), np.sin(angles)), axis=1)
    return Communities(tuple(names), documents, np.array(owners), quantised(vectors))


def targets(edges: list[Edge]) -> dict[str, str]:
    found: dict[str, str] = {}
    for edge in sorted(edges, key=lambda each: (each.source, -each.weight, each.target)):
        found[edge.source] = found.get(edge.source, "") + edge.target
    return found


def test_each_is_linked_with_the_nearest_of_other_documents_over_the_threshold() -> None:
    edges = all_links(communities("abcdef"), 2, np.cos(np.radians(31)))
    # a and b are of one document; e is 13 degrees from d, 25 from c, 30 from b; f is far from all.
    assert targets(edges) == {"a": "cd", "b": "cd", "c": "ba", "d": "ce", "e": "dc"}
    weight = next(edge.weight for edge in edges if (edge.source, edge.target) == ("e", "d"))
    assert weight == pytest.approx(np.cos(np.radians(13)), abs=2**-11)


def test_a_newcomer_pushes_out_the_last_and_a_loss_brings_one_back() -> None:
    without = all_links(communities("abdef"), 2, 0.5)
    assert targets(without) == {"a": "de", "b": "de", "d": "eb", "e": "db", "f": "e"}

    def present(sources: Sequence[str]) -> list[Edge]:
        return [edge for edge in without if edge.source in sources]

    sources, edges = changed_links(communities("abcdef"), ["c"], [], present, 2, 0.5)
    assert sorted(sources) == ["a", "b", "c", "d", "e"]
    assert {**targets(edges), "f": "e"} == targets(all_links(communities("abcdef"), 2, 0.5))

    # c goes: a, b, d and e had a link to it and are unsettled.
    sources, edges = changed_links(
        communities("abdef"), [], ["a", "b", "d", "e"], lambda _: [], 2, 0.5
    )
    assert {**targets(edges), "f": "e"} == targets(without)


def test_a_newcomer_that_is_too_far_changes_no_other_list() -> None:
    before = all_links(communities("abcd"), 2, 0.9)

    def present(sources: Sequence[str]) -> list[Edge]:
        return [edge for edge in before if edge.source in sources]

    assert changed_links(communities("abcdf"), ["f"], [], present, 2, 0.9) == (["f"], [])


def test_products_do_not_depend_on_how_many_are_computed_at_once() -> None:
    generator = np.random.default_rng(5)
    matrix = quantised(generator.standard_normal((300, 384)))
    groups = np.arange(300)
    whole = nearest(matrix, groups, groups, 5, -1.0)
    apart = [nearest(matrix, groups, np.array([row]), 5, -1.0) for row in range(300)]
    for field, name in enumerate(whole._fields):
        assert np.array_equal(whole[field], np.concatenate([each[field] for each in apart])), name
    exact = matrix.astype(np.int64) @ matrix.astype(np.int64).T
    assert np.array_equal(exact[whole.rows, whole.columns], whole.scores)
    assert np.abs(exact).max() < 2**24


def test_equal_vectors_reach_a_threshold_of_one_and_no_others_do() -> None:
    vectors = np.array([[3.0, 1.0, 0.2], [3.0, 1.0, 0.2], [3.0, 1.4, 0.2], [0.0, 0.0, 0.0]])
    pairs = nearest(quantised(vectors), np.arange(4), np.arange(4), 8, 1.0)
    assert list(zip(pairs.rows.tolist(), pairs.columns.tolist(), strict=True)) == [(0, 1), (1, 0)]
    assert int(pairs.scores.max()) <= UNIT


def test_no_links_are_no_error() -> None:
    assert all_links(communities("f"), 20, 0.0) == []
    nothing = Communities((), (), np.zeros(0, np.int64), np.zeros((0, 0), np.float32))
    assert all_links(nothing, 20, 0.78) == []
    assert KIND == "COMM_SIMILAR_TO"
