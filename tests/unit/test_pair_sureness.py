"""How sure the reader is, with what the cross-encoder makes of its best sentence."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from backend.inference.logistic import Logistic
from backend.tasks.answer.extractive.features import NAMES
from backend.tasks.answer.extractive.pair_sureness import (
    PASSAGE_RANK,
    PairSureness,
    load_pair_sureness,
    pair_row,
    pair_sureness_arrays,
)
from backend.tasks.answer.extractive.weights import ALIGNED, load_weights, save_weights


def features(ranks: list[float]) -> np.ndarray[tuple[int, int], np.dtype[np.float64]]:
    rows = np.zeros((len(ranks), len(NAMES)))
    rows[:, PASSAGE_RANK] = ranks
    return rows


def only(column: int) -> Logistic:
    """A model that looks at one column of the six, as it is."""
    coefficients = np.zeros(6)
    coefficients[column] = 1.0
    return Logistic(np.zeros(6), np.ones(6), coefficients, 0.0)


def test_a_row_holds_log_odds_place_and_agreement() -> None:
    scores, together = np.array([0.2, 0.8]), np.array([0.9, 0.5])
    row = pair_row(0.25, 0.5, together, scores, features([0.0, 3.0]))
    # ln(1/3), ln 1, ln 1, ln 4; the best sentence is in the fourth passage, and the cross-encoder
    # thinks better of the other one
    assert row[0] == pytest.approx([-1.0986, 0.0, 0.0, 1.3863, 3.0, 0.0], abs=1e-4)
    agreed = pair_row(0.25, 0.5, together, np.array([0.8, 0.2]), features([0.0, 3.0]))
    assert agreed[0] == pytest.approx([-1.0986, 0.0, 2.1972, 1.3863, 0.0, 1.0], abs=1e-4)


def test_models_come_back_as_they_were_stored(tmp_path: Path) -> None:
    sureness = PairSureness(only(2), only(3))
    arrays = pair_sureness_arrays(sureness, "sureness")
    loaded = load_pair_sureness(arrays, "sureness")
    assert loaded is not None
    assert (loaded.first.coefficients == sureness.first.coefficients).all()
    assert (loaded.found.coefficients == sureness.found.coefficients).all()
    assert load_pair_sureness({}, "sureness") is None
    save_weights(replace(load_weights(ALIGNED), sureness=sureness), tmp_path, {})
    stored = load_weights(tmp_path).sureness
    assert stored is not None
    assert (stored.found.coefficients == sureness.found.coefficients).all()


def test_the_word_of_the_cross_encoder_counts_only_where_it_was_asked() -> None:
    weights = replace(load_weights(ALIGNED), sureness=PairSureness(only(2), only(3)))
    confidence = np.zeros((1, len(weights.first.logistic.mean)))
    scores, rows = np.array([0.2, 0.8]), features([0.0, 0.0])
    first, found = weights.probabilities(confidence, scores, rows, np.array([0.9, 0.5]))
    assert (first, found) == pytest.approx((0.5, 0.8))
    plain = weights.probabilities(confidence, scores, rows, None)
    without = replace(weights, sureness=None)
    assert plain == without.probabilities(confidence, scores, rows, np.array([0.9, 0.5]))
    assert plain[0] == weights.first.probabilities(confidence)[0]
