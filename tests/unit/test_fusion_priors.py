"""Retrievers without a trained weight count by their prior: sums worked out by hand."""

from __future__ import annotations

import numpy as np
import pytest

from backend.fusion.staged.measured_columns import Columns
from backend.fusion.staged.priors import ADDED, learned, with_priors
from backend.fusion.staged.relevance import judge
from backend.fusion.staged.weights import ENSEMBLE, JUDGES, UNTRAINED, manifest, shipped

COLUMNS = Columns(
    2,
    {
        "newest:score:z": np.array([1.0, -1.0], np.float32),
        "newest:score:reciprocal": np.array([60 / 61, 60 / 62], np.float32),
    },
)


@pytest.mark.parametrize("kind", sorted(manifest()["models"]))
@pytest.mark.parametrize("stage", JUDGES)
def test_a_trained_stage_adds_the_prior_for_each_deviation(kind: str, stage: str) -> None:
    before = shipped(kind)
    counted = with_priors(before, kind, {"newest": 1.5, "dense": 9.0})
    assert counted.by_prior == {"newest"}
    old = judge(getattr(before, stage), COLUMNS)
    new = judge(getattr(counted, stage), COLUMNS)
    assert new.log_odds - old.log_odds == pytest.approx([1.5 * ADDED, -1.5 * ADDED], abs=1e-6)
    assert new.contributions["newest"] == pytest.approx([1.5 * ADDED, -1.5 * ADDED], abs=1e-6)


def test_rank_fusion_adds_the_reciprocal_of_every_retriever() -> None:
    counted = with_priors(shipped(UNTRAINED), UNTRAINED, {"newest": 2.0})
    judged = judge(counted.direct, COLUMNS)
    assert judged.log_odds == pytest.approx([120 / 61, 120 / 62])
    assert counted.by_prior == frozenset()


def test_both_kinds_of_an_ensemble_count_a_further_retriever() -> None:
    counted = with_priors(shipped(ENSEMBLE), ENSEMBLE, {"newest": 1.5})
    assert counted.beside is not None
    for stages, kind in ((counted, "linear"), (counted.beside, "boosted")):
        new = judge(stages.third, COLUMNS).log_odds - judge(shipped(kind).third, COLUMNS).log_odds
        assert new == pytest.approx([1.5 * ADDED, -1.5 * ADDED], abs=1e-6)


def test_a_prior_of_nothing_leaves_the_stages_as_they_are() -> None:
    stages = shipped("linear")
    assert with_priors(stages, "linear", {"newest": 0.0}) is stages
    assert "window" not in learned(shipped("neural"))
    assert {"dense", "lexical", "entity", "section", "window"} <= learned(stages)
