"""Log-odds, standard scores and what a logistic model makes of them, worked out by hand."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from backend.inference.log_odds import log_odds, sigmoid
from backend.inference.logistic import Logistic
from backend.inference.standard_scores import standard_scores

VALUES = st.floats(-500, 500, width=32)


def test_probabilities_of_odds_by_hand() -> None:
    # odds of 3 to 1 are 3 / 4, of 1 to 3 are 1 / 4
    margins = np.log(np.array([3.0, 1.0, 1 / 3]))
    assert sigmoid(margins) == pytest.approx([0.75, 0.5, 0.25])
    assert sigmoid(margins, 12.0) == pytest.approx([0.75, 0.5, 0.25])
    assert sigmoid(margins, math.log(2.0)) == pytest.approx([2 / 3, 0.5, 1 / 3])


@given(st.lists(VALUES, min_size=1, max_size=20), st.sampled_from([None, 12.0, 80.0]))
def test_probabilities_rise_with_their_log_odds(values: list[float], bound: float | None) -> None:
    for kind in (np.float32, np.float64):
        margins = np.sort(np.array(values, dtype=kind))
        with np.errstate(all="raise", under="ignore"):
            found = sigmoid(margins, bound)
        assert found.dtype == kind
        assert ((found >= 0.0) & (found <= 1.0)).all()
        assert (np.diff(found) >= -1e-7).all()


def test_what_is_nearly_certain_counts_as_certain_as_that() -> None:
    found = log_odds(np.array([0.0, 0.25, 0.9999, 1.0]))
    assert found == pytest.approx([-math.log(9999), -math.log(3), math.log(9999), math.log(9999)])


@given(st.lists(st.floats(0.001, 0.999), min_size=1, max_size=20))
def test_log_odds_are_undone_by_the_sigmoid(probabilities: list[float]) -> None:
    assert sigmoid(log_odds(np.array(probabilities))) == pytest.approx(probabilities)


def test_standard_scores_are_cut_and_missing_ones_are_the_mean() -> None:
    mean, deviation = np.array([1.0, 0.0, 0.0]), np.array([2.0, 1.0, 1.0])
    rows = np.array([[4.0, 9.0, 9.0], [np.nan, -9.0, -9.0]])
    found = standard_scores(rows, mean, deviation, [False, False, True])
    assert found.tolist() == [[1.5, 5.0, 9.0], [0.0, -5.0, -9.0]]
    assert standard_scores(rows, mean, deviation)[:, 2].tolist() == [5.0, -5.0]
    assert math.isnan(rows[1, 0]), "the rows stay as they are"


def test_a_logistic_model_by_hand() -> None:
    # scores 1 and -2: 3 * 1 + 1 * -2 - 1 = 0; a missing first value: -2 - 1 = -3
    model = Logistic(np.array([1.0, 0.0]), np.array([2.0, 1.0]), np.array([3.0, 1.0]), -1.0)
    found = model.probabilities(np.array([[3.0, -2.0], [np.nan, -2.0]]))
    assert found == pytest.approx([0.5, 1 / (1 + math.exp(3))])
