"""Walks over names, after other systems, on graphs small enough to follow by hand."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import sparse

from bench._name_walks import (
    activated,
    linear_rag,
    name_graph,
    name_walk,
    pagerank_from,
    seeded_walk,
)

PASSAGES = (
    "The Glass Ferry is a novel by Orla Venn.",
    "It is said that Orla Venn grew up in Port Harrow. Nobody saw Port Harrow again.",
    "A tower of red brick stands on the hill.",
)
GRAPH = name_graph(PASSAGES)
FERRY, ORLA, HARROW = (
    GRAPH.keys.index(each) for each in ("glass ferry", "orla venn", "port harrow")
)
NEAR = np.array([0.9, 0.8, 0.1], np.float32)
FLAT = np.zeros(3, np.float32)


def test_names_are_counted_by_passage_and_by_sentence() -> None:
    assert len(GRAPH.sentences) == 3
    assert GRAPH.held.toarray()[:, HARROW].tolist() == [0, 2, 0]
    assert GRAPH.said.toarray()[:, HARROW].tolist() == [0, 1, 1]
    assert GRAPH.together[ORLA, HARROW] == 1
    assert GRAPH.together[FERRY, HARROW] == 0


def test_pagerank_is_the_walks_fixed_point() -> None:
    # from the first of two linked nodes: p = .5 + .5 q, q = .5 p
    links = sparse.csr_matrix(np.array([[0.0, 1.0], [1.0, 0.0]]))
    assert pagerank_from(links, np.array([1.0, 0.0]), 0.5) == pytest.approx([2 / 3, 1 / 3])
    # without links the walk begins anew
    lone = sparse.csr_matrix((2, 2))
    assert pagerank_from(lone, np.array([3.0, 1.0]), 0.5) == pytest.approx([0.75, 0.25])
    assert pagerank_from(lone, np.zeros(2), 0.5).tolist() == [0.0, 0.0]


def test_names_are_reached_from_sentence_to_sentence_as_far_as_they_are_worth_it() -> None:
    weights, reached = activated(GRAPH, [(FERRY, 1.0)], NEAR, 0.5)
    # a name that is reached again counts by its later tier, and its weights add up
    assert reached[ORLA] == (pytest.approx(0.72), 3)
    assert weights[ORLA] == pytest.approx(0.9 + 0.72)
    # Orla Venn's own first sentence is used, so that her second one leads on: .9 · .8
    assert reached[HARROW] == (pytest.approx(0.72), 3)
    assert weights[HARROW] == pytest.approx(0.72)
    _, strict = activated(GRAPH, [(FERRY, 1.0)], NEAR, 0.8)
    assert HARROW not in strict


def test_a_passage_that_two_names_lead_to_comes_before_one_without() -> None:
    for scores in (
        linear_rag(GRAPH, [(FERRY, 1.0)], NEAR, FLAT, 0.5),
        name_walk(GRAPH, [(FERRY, 1.0)], sparse.csr_matrix((len(GRAPH.keys),) * 2), FLAT),
        seeded_walk(GRAPH, [(FERRY, 1.0)], np.array([3.0, 1.0, 2.0])),
    ):
        assert scores[1] > 0.0
        assert scores[0] > scores[1]
    assert scores[0] > scores[2]


def test_a_question_that_names_nothing_is_ranked_by_meaning() -> None:
    cosines = np.array([0.1, 0.2, 0.7], np.float32)
    assert linear_rag(GRAPH, [], NEAR, cosines, 0.5).argmax() == 2
    assert name_walk(GRAPH, [], GRAPH.together, cosines).argmax() == 2


def test_how_often_a_passage_holds_a_name_counts_by_its_logarithm() -> None:
    graph = name_graph(["See Port Harrow. See Port Harrow. See Port Harrow.", "It rains."])
    assert graph.held.toarray()[:, 0].tolist() == [3, 0]
    scores = linear_rag(graph, [(0, 1.0)], FLAT, FLAT[:2], 0.5)
    begin = 0.05 * np.log(1 + np.log(4))
    # the name, its passage and the one beside it, walked by halves from where each begins
    name, passage = 1 / (1 + begin), begin / (1 + begin)
    solved = np.linalg.solve(
        np.array([[1, -0.25, 0], [-0.5, 1, -0.5], [0, -0.25, 1]]), [0.5 * name, 0.5 * passage, 0]
    )
    assert scores == pytest.approx(solved[1:], abs=1e-6)


def test_a_name_of_many_passages_begins_with_less() -> None:
    graph = name_graph(["Here is Orla Venn.", "Here is Port Harrow.", "There is Port Harrow."])
    none = sparse.csr_matrix((2, 2))
    scores = name_walk(graph, [(0, 1.0), (1, 1.0)], none, FLAT)
    assert scores == pytest.approx([2 / 3, 1 / 3, 1 / 3])
