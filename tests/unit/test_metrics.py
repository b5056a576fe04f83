"""Metrics as arithmetic."""

from __future__ import annotations

import math

import pytest

from backend.evaluation.intervals import difference_interval, mean_interval
from backend.evaluation.metrics.hit import hit
from backend.evaluation.metrics.ndcg import ndcg
from backend.evaluation.metrics.recall import recall
from backend.evaluation.metrics.set_coverage import set_coverage

RANKED = ["a", "b", "c", "d"]


def test_recall_is_the_share_of_the_relevant_that_was_found() -> None:
    assert recall(RANKED, ["b", "x"], 2) == 0.5
    assert recall(RANKED, ["b", "x"], 1) == 0.0
    assert recall(RANKED, ["a", "d"], 4) == 1.0


def test_hit_needs_one_and_coverage_needs_all() -> None:
    assert hit(RANKED, ["d", "x"], 4) == 1.0
    assert hit(RANKED, ["d"], 3) == 0.0
    assert set_coverage(RANKED, ["a", "d"], 4) == 1.0
    assert set_coverage(RANKED, ["a", "d"], 3) == 0.0


def test_ndcg_discounts_by_the_logarithm_of_the_rank() -> None:
    # relevant at ranks 2 and 4 of 2: (1/log2 3 + 1/log2 5) / (1 + 1/log2 3)
    expected = (1 / math.log2(3) + 1 / math.log2(5)) / (1 + 1 / math.log2(3))
    assert ndcg(RANKED, ["b", "d"], 10) == pytest.approx(expected)
    assert ndcg(["b"], ["b"], 10) == 1.0


def test_nothing_relevant_is_refused() -> None:
    with pytest.raises(ValueError, match="relevant"):
        recall(RANKED, [], 5)
    with pytest.raises(ValueError, match="relevant"):
        ndcg(RANKED, [], 5)


def test_an_interval_holds_its_mean_and_is_repeatable() -> None:
    interval = mean_interval([0.0, 1.0, 1.0, 1.0])
    assert interval.mean == 0.75
    assert interval.low <= 0.75 <= interval.high
    assert interval == mean_interval([0.0, 1.0, 1.0, 1.0])
    assert mean_interval([0.5, 0.5]).percent() == "50.0 [50.0, 50.0]"


def test_a_paired_difference_without_variation_has_no_width() -> None:
    interval = difference_interval([1.0, 0.75], [0.5, 0.25])
    assert (interval.mean, interval.low, interval.high) == (0.5, 0.5, 0.5)


def test_many_values_are_resampled_in_parts_with_the_same_result(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    values = [float(number % 7 == 0) for number in range(50)]
    whole = mean_interval(values)
    monkeypatch.setattr("backend.evaluation.intervals._DRAWN_AT_ONCE", 333)
    assert mean_interval(values) == whole


def test_a_difference_has_a_direction_only_beyond_chance() -> None:
    assert difference_interval([1.0] * 9, [0.0] * 9).direction == 1
    assert difference_interval([0.0] * 9, [1.0] * 9).direction == -1
    assert difference_interval([1.0, 0.0], [0.0, 1.0]).direction == 0
