"""Weights are learned from questions, and adjusted a little from few."""

from __future__ import annotations

import numpy as np

from backend.fusion.staged.fitting import fit_probability, fit_ranking, moments
from backend.passage_view.collection_view import Array

COLUMNS = ("dense:score:z", "lexical:score:z")


def questions(count: int, column: int) -> tuple[list[Array], list[Array]]:
    """Questions whose relevant candidate is the one with the highest value of a column."""
    generator = np.random.default_rng(3)
    matrices = [generator.normal(size=(12, 2)).astype(np.float32) for _ in range(count)]
    labels = [
        (matrix[:, column] == matrix[:, column].max()).astype(np.float32) for matrix in matrices
    ]
    return matrices, labels


def test_the_column_that_tells_relevant_passages_gets_the_weight() -> None:
    matrices, labels = questions(60, 1)
    found = fit_ranking(COLUMNS, matrices, labels, [1.0] * 60)
    assert found.weight[1] > 5 * abs(found.weight[0])


def test_few_questions_move_given_weights_less_than_many() -> None:
    shipped = fit_ranking(COLUMNS, *questions(60, 0), [1.0] * 60)

    def moved(count: int, penalty: float) -> float:
        adjusted = fit_ranking(COLUMNS, *questions(count, 1), [1.0] * count, shipped, penalty)
        return float(np.abs(adjusted.weight - shipped.weight).sum())

    assert 0.0 < moved(60, 10.0) < moved(60, 0.1)


def test_questions_without_a_relevant_candidate_teach_nothing() -> None:
    matrices, labels = questions(10, 0)
    shipped = fit_ranking(COLUMNS, matrices, labels, [1.0] * 10)
    nothing = [np.zeros_like(label) for label in labels]
    same = fit_ranking(COLUMNS, matrices, nothing, [1.0] * 10, shipped)
    assert same.weight.tolist() == shipped.weight.tolist()


def test_a_question_that_weighs_nothing_changes_nothing() -> None:
    matrices, labels = questions(30, 0)
    others, wrong = questions(30, 1)
    weights = [1.0] * 30 + [0.0] * 30
    alone = fit_ranking(COLUMNS, matrices, labels, [1.0] * 30)
    beside = fit_ranking(COLUMNS, matrices + others, labels + wrong, weights)
    assert np.sign(beside.weight[0]) == np.sign(alone.weight[0])
    assert beside.weight[0] > 5 * abs(beside.weight[1])


def test_a_probability_follows_its_column() -> None:
    matrix = np.array([[0.0], [1.0], [2.0], [3.0]], np.float32)
    label = np.array([0.0, 0.0, 1.0, 1.0], np.float32)
    found = fit_probability(("question:together:value",), matrix, label, np.ones(4), 0.01)
    log_odds = found.log_odds(matrix)
    assert log_odds[0] < 0.0 < log_odds[3]


def test_means_and_deviations_leave_missing_values_out() -> None:
    mean, deviation = moments([np.array([[1.0, np.nan], [3.0, np.nan]], np.float32)])
    assert mean.tolist() == [2.0, 0.0]
    assert deviation.tolist() == [1.0, 1.0]
