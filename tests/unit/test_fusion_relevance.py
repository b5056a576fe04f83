"""Stages of models: contributions that add up, hidden retrievers, exported weights."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from backend.fusion.models import boosted, linear, neural
from backend.fusion.models.boosted import BoostedModel
from backend.fusion.models.linear import LinearModel
from backend.fusion.models.neural import NeuralModel
from backend.fusion.staged.measured_columns import Columns
from backend.fusion.staged.relevance import (
    PRIOR,
    Judged,
    judge,
    probability,
    with_prior,
)
from backend.inference.forest import Forest

NAMES = ("page:score:value", "lexical:score:z", "lexical:score:rank")


def model(columns: tuple[str, ...], weights: list[float], bias: float = 0.0) -> LinearModel:
    size = len(columns)
    return LinearModel(
        columns,
        np.zeros(size, np.float32),
        np.ones(size, np.float32),
        np.array(weights, np.float32),
        bias,
    )


def columns(**values: list[float]) -> Columns:
    named = {name.replace("_", ":"): np.array(value, np.float32) for name, value in values.items()}
    return Columns(len(next(iter(values.values()))), named)


def test_a_linear_judgement_is_worked_out_by_hand() -> None:
    seen = columns(page_score_value=[1.0, 0.0], lexical_score_z=[0.5, -0.5])
    found = judge(model(NAMES, [2.0, 4.0, 1.0], bias=-1.0), seen)
    # −1 + 2·1 + 4·0.5 = 3 and −1 + 2·0 + 4·(−0.5) = −3; the missing column adds nothing.
    assert found.log_odds.tolist() == [3.0, -3.0]
    assert found.contributions["page"].tolist() == [1.0, -1.0]
    assert found.contributions["lexical"].tolist() == [2.0, -2.0]


def test_contributions_are_carried_through_a_later_stage() -> None:
    seen = columns(page_score_value=[1.0, 0.0])
    first = judge(model(("page:score:value",), [3.0]), seen)
    second_columns = with_prior(columns(path_walk_value=[0.0, 2.0]), first)
    second = judge(model((PRIOR, "path:walk:value"), [0.5, 1.0]), second_columns, first)
    # Stage one: 3 and 0. Stage two: 0.5·3 + 0 = 1.5 and 0.5·0 + 2 = 2; their mean is 1.75.
    assert second.log_odds.tolist() == [1.5, 2.0]
    np.testing.assert_allclose(second.contributions["page"], [0.75, -0.75])
    np.testing.assert_allclose(second.contributions["path"], [-1.0, 1.0])


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 10_000), st.integers(1, 30), st.integers(1, 4))
def test_contributions_of_any_stages_sum_to_the_centred_log_odds(
    seed: int, size: int, stages: int
) -> None:
    generator = np.random.default_rng(seed)
    before: Judged | None = None
    for _ in range(stages):
        seen = Columns(
            size, {name: generator.normal(size=size).astype(np.float32) for name in NAMES}
        )
        if before is not None:
            seen = with_prior(seen, before)
        names = (*NAMES, PRIOR) if before is not None else NAMES
        before = judge(model(names, generator.normal(size=len(names)).tolist(), 0.3), seen, before)
    assert before is not None
    total = sum(before.contributions.values(), np.zeros(size, np.float32))
    np.testing.assert_allclose(
        total, before.log_odds - before.log_odds.mean(), atol=1e-3, rtol=1e-3
    )


def test_probabilities_stay_between_zero_and_one() -> None:
    found = probability(np.array([-1e9, 0.0, 1e9]))
    assert found[1] == pytest.approx(0.5)
    assert 0.0 < found[0] < found[2] < 1.0


def stump() -> BoostedModel:
    """One tree: page:score:value <= 0.5 (or missing) goes to −1, else to 2."""
    return BoostedModel(
        NAMES,
        Forest(
            np.array([0], np.int32),
            np.array([0, -1, -1], np.int32),
            np.array([0.5, 0.0, 0.0]),
            np.array([True, True, True]),
            np.array([1, 1, 2], np.int32),
            np.array([2, 1, 2], np.int32),
            np.array([0.0, -1.0, 2.0]),
            1,
        ),
    )


def network() -> NeuralModel:
    """max(0, 2 · page) · 3 − 1."""
    return NeuralModel(
        NAMES,
        np.zeros(3, np.float32),
        np.ones(3, np.float32),
        (
            (np.array([[2.0], [0.0], [0.0]], np.float32), np.zeros(1, np.float32)),
            (np.array([[3.0]], np.float32), np.array([-1.0], np.float32)),
        ),
    )


def test_trees_and_networks_are_worked_out_by_hand() -> None:
    seen = columns(page_score_value=[1.0, 0.0, np.nan])
    assert judge(stump(), seen).log_odds.tolist() == [2.0, -1.0, -1.0]
    assert judge(network(), seen).log_odds.tolist() == [5.0, -1.0, -1.0]


def test_models_that_do_not_add_up_are_explained_by_leaving_out() -> None:
    seen = columns(page_score_value=[1.0, 0.0])
    found = judge(stump(), seen)
    # Without the page score both fall to −1: it is worth 3 to the first and 0 to the second.
    assert found.contributions["page"].tolist() == [1.5, -1.5]
    assert found.contributions["lexical"].tolist() == [0.0, 0.0]


def test_exported_weights_come_back_the_same(tmp_path: Path) -> None:
    seen = columns(page_score_value=[1.0, 0.25], lexical_score_z=[0.5, -0.5])
    for module, made in (
        (linear, model(NAMES, [0.123456, -4.0, 1.0], bias=-1.5)),
        (boosted, stump()),
        (neural, network()),
    ):
        module.save(made, tmp_path / "weights")
        read = module.load(tmp_path / "weights")
        assert read.columns == made.columns
        np.testing.assert_allclose(
            judge(read, seen).log_odds, judge(made, seen).log_odds, atol=1e-3
        )
