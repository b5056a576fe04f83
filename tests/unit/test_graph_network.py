"""The network on the graph: messages worked out by hand, and that it learns where links lead."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from backend import sparse
from backend.errors import SettingsError
from backend.fusion.staged.balance import Balanced
from backend.fusion.staged.graph_network import (
    FILE,
    GraphNetwork,
    NetworkLayer,
    load_network,
    save_network,
    shipped_network,
)
from backend.fusion.staged.measured_columns import Columns
from backend.fusion.staged.pool_graph import (
    FEATURES,
    RELATIONS,
    PoolGraph,
    beside,
    heard,
    pool_graph,
    strongest,
)
from backend.fusion.staged.propagation import CandidateLinks
from backend.fusion.staged.relevance import Judged
from backend.held_rows import rows_of
from backend.passage_view.pairs import Pairs
from bench._network_fitting import Recipe, fit_network
from bench._training_pool import TrainingPool

NO_EDGES = {relation: np.zeros((3, 3), np.float32) for relation in RELATIONS}


def layer(inputs: int, outputs: int, **given: np.ndarray) -> NetworkLayer:
    """A layer of zeros but for what is given."""
    zeros = {
        "own": np.zeros((inputs, outputs), np.float32),
        "bias": np.zeros(outputs, np.float32),
        "messages": np.zeros((len(RELATIONS), inputs, outputs), np.float32),
        "gates": np.zeros((inputs, len(RELATIONS)), np.float32),
        "gate_bias": np.zeros(len(RELATIONS), np.float32),
    }
    return NetworkLayer(**{**zeros, **given})


def test_a_passage_hears_the_mean_of_open_neighbours_less_where_links_are_weak() -> None:
    messages = np.zeros((len(RELATIONS), 1, 1), np.float32)
    messages[0] = 2.0
    said = layer(1, 1, messages=messages)
    titles = np.array([[0.0, 1.0, 0.5], [0.0, 0.0, 0.0], [0.0, 0.0, 0.0]], np.float32)
    state = np.array([[0.0], [3.0], [4.0]], np.float32)
    # gates stand half open: .5 · 1 · 2 · 3 + .25 · 2 · 4 = 5, over 1 + .5 + .25
    found = said.heard(state, {**NO_EDGES, RELATIONS[0]: titles})
    assert found[:, 0] == pytest.approx([5.0 / 1.75, 0.0, 0.0])


def test_a_closed_gate_is_not_listened_to() -> None:
    messages = np.ones((len(RELATIONS), 1, 1), np.float32)
    gates = np.full((1, len(RELATIONS)), 50.0, np.float32)
    said = layer(1, 1, messages=messages, gates=gates)
    linked = np.array([[0.0, 1.0, 1.0], [0.0] * 3, [0.0] * 3], np.float32)
    # the second passage is heard wholly, the third not at all: 2 / (1 + 1)
    found = said.heard(
        np.array([[0.0], [2.0], [-2.0]], np.float32), {**NO_EDGES, RELATIONS[2]: linked}
    )
    assert found[0, 0] == pytest.approx(1.0, abs=1e-3)


def test_a_correction_has_the_mean_zero_and_is_the_same_whatever_the_order() -> None:
    generator = np.random.default_rng(3)
    network = random_network(generator)
    graph = random_graph(generator, 9)
    found = network.correction(graph)
    assert found.mean() == pytest.approx(0.0, abs=1e-5)
    assert float(np.abs(found).max()) > 0.01
    order = generator.permutation(9)
    moved = PoolGraph(
        graph.features[order],
        {name: edge[np.ix_(order, order)] for name, edge in graph.edges.items()},
    )
    assert network.correction(moved) == pytest.approx(found[order], abs=1e-4)


def test_a_question_without_candidates_has_no_correction() -> None:
    network = random_network(np.random.default_rng(3))
    assert network.correction(random_graph(np.random.default_rng(1), 0)).shape == (0,)
    assert network.correction(random_graph(np.random.default_rng(1), 1)).tolist() == [0.0]


def test_a_question_that_calls_for_none_has_no_correction() -> None:
    generator = np.random.default_rng(3)
    network, graph = random_network(generator), random_graph(generator, 6)
    size = len(FEATURES)
    nothing = np.zeros(size, np.float32)
    whole = replace(network, call=nothing, call_bias=np.float32(50.0)).correction(graph)
    half = replace(network, call=nothing, call_bias=np.float32(0.0)).correction(graph)
    none = replace(network, call=nothing, call_bias=np.float32(-50.0)).correction(graph)
    assert half == pytest.approx(whole / 2.0, abs=1e-4)
    assert none == pytest.approx(np.zeros(6), abs=1e-3)


def test_the_best_candidates_say_whether_a_correction_is_called_for() -> None:
    network = random_network(np.random.default_rng(3))
    fused = FEATURES.index("fused")
    asked = replace(network, call=np.zeros(len(FEATURES), np.float32), call_bias=np.float32(-6.0))
    asked.call[FEATURES.index("carried")] = 12.0
    graph = random_graph(np.random.default_rng(4), 2)
    graph.features[:, fused] = [9.0, -9.0]
    graph.features[:, FEATURES.index("carried")] = [1.0, 0.0]
    called = float(np.abs(asked.correction(graph)).max())
    graph.features[:, fused] = [-9.0, 9.0]
    assert float(np.abs(asked.correction(graph)).max()) < 0.1 * called


def test_the_strongest_of_each_row_stay_the_first_of_equals() -> None:
    values = np.array([[0.2, 0.5, 0.5, 0.1], [0.0, 0.0, 0.3, 0.0]], np.float32)
    assert np.argwhere(strongest(values, 2)).tolist() == [[0, 1], [0, 2], [1, 2]]
    assert strongest(values, 1)[0].tolist() == [0.0, 0.5, 0.0, 0.0]


def test_passages_that_follow_each_other_in_a_document_are_next_to_each_other() -> None:
    found = beside([("a", 3), ("a", 4), ("b", 5), ("", 0), ("", 1), ("a", 6)])
    assert np.argwhere(found).tolist() == [[0, 1], [1, 0]]


def test_a_graph_says_who_hears_whom() -> None:
    """A link by title from the first passage to the second: the second hears the first."""
    titles = np.array([[0.0, 0.7], [0.0, 0.0]], np.float32)
    none = np.zeros((2, 2), np.float32)
    row = rows_of(sparse.csr_matrix(none), np.arange(2))
    links = CandidateLinks(titles, none, none, Pairs.of(row, row), Pairs.of(row, row), None, None)
    log_odds = np.array([1.0, -1.0], np.float32)
    judged = Judged(log_odds, {})
    final = Balanced(np.array([0.5, -0.5], np.float32), {}, 0.8)
    columns = Columns(2, {"dense:score:z": np.array([2.0, np.nan], np.float32)})
    graph = pool_graph(columns, judged, judged, final, links, [("a", 0), ("b", 0)])
    listening, speaking, values = heard(graph, "title")
    assert (listening.tolist(), speaking.tolist()) == ([1], [0])
    assert values == pytest.approx([0.7])
    assert heard(graph, "title back")[0].tolist() == [0]
    by_name = dict(zip(FEATURES, graph.features.T, strict=True))
    assert by_name["fused"].tolist() == [0.5, -0.5]
    assert by_name["carried"] == pytest.approx([0.8, 0.8])
    assert by_name["dense:score:z"].tolist() == [2.0, 0.0]
    assert by_name["bridge:weighted:z"].tolist() == [0.0, 0.0]


def random_network(generator: np.random.Generator) -> GraphNetwork:
    def drawn(*shape: int) -> np.ndarray:
        return generator.normal(size=shape).astype(np.float32)

    def random_layer(inputs: int) -> NetworkLayer:
        relations = len(RELATIONS)
        return NetworkLayer(
            drawn(inputs, 4),
            drawn(4),
            drawn(relations, inputs, 4),
            drawn(inputs, relations),
            drawn(relations),
        )

    size = len(FEATURES)
    layers = (random_layer(size), random_layer(4))
    mean, deviation = np.zeros(size, np.float32), np.ones(size, np.float32)
    return GraphNetwork(mean, deviation, layers, drawn(4), drawn(size), np.float32(0.5))


def random_graph(generator: np.random.Generator, size: int) -> PoolGraph:
    features = generator.normal(size=(size, len(FEATURES))).astype(np.float32)
    drawn = {name: generator.random((size, size)).astype(np.float32) for name in RELATIONS}
    return PoolGraph(
        features, {name: np.where(each > 0.7, each, 0.0) for name, each in drawn.items()}
    )


def question(generator: np.random.Generator, size: int = 12) -> TrainingPool:
    """The passage that the one in front names answers; nothing but the link says so."""
    score = generator.normal(size=size).astype(np.float32)
    first = int(score.argmax())
    answer = int(generator.choice(np.delete(np.arange(size), first)))
    features = np.zeros((size, len(FEATURES)), np.float32)
    features[:, 0] = score
    none = (np.zeros(0, np.int64), np.zeros(0, np.int64), np.zeros(0, np.float32))
    edge = (np.array([answer]), np.array([first]), np.ones(1, np.float32))
    return TrainingPool(
        "hotpotqa300",
        0,
        False,
        1.0,
        features,
        {**dict.fromkeys(RELATIONS, none), "title": edge},
        (np.arange(size) == answer).astype(np.float32),
        score,
        score,
        tuple(map(str, range(size))),
        frozenset({str(answer)}),
        None,
        None,
        1.0,
    )


def test_it_learns_to_rank_what_the_first_passage_names() -> None:
    generator = np.random.default_rng(7)
    taught, unseen = ([question(generator) for _ in range(number)] for number in (120, 20))
    network = fit_network(taught, Recipe(hidden=8, epochs=12, rate=0.03, dropout=0.0))
    found = [pool.ranked(pool.score + network.correction(pool.graph())) for pool in unseen]
    assert sum(first in pool.gold for (first, *_), pool in zip(found, unseen, strict=True)) >= 18
    assert not any(pool.ranked(pool.score)[0] in pool.gold for pool in unseen)


def test_without_training_the_scores_stay_as_they_are() -> None:
    pool = question(np.random.default_rng(7))
    network = fit_network([pool], Recipe(hidden=8, epochs=0))
    assert network.correction(pool.graph()).tolist() == [0.0] * 12


def test_a_network_is_kept_in_a_file_and_read_only_by_its_own_inputs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    generator = np.random.default_rng(5)
    network, graph = random_network(generator), random_graph(generator, 6)
    save_network(network, tmp_path / "network.npz")
    again = load_network(tmp_path / "network.npz")
    assert again.correction(graph) == pytest.approx(network.correction(graph), abs=0.1)
    monkeypatch.setattr("backend.fusion.staged.graph_network.FEATURES", FEATURES[:-1])
    with pytest.raises(SettingsError, match="other inputs"):
        load_network(tmp_path / "network.npz")


def test_the_shipped_network_is_small_and_reads_what_is_measured_here() -> None:
    assert FILE.stat().st_size < 400_000
    assert len(shipped_network().layers) == 2
