"""The steps of the thesis's network: what stands for a missing score, and which negatives stay."""

from __future__ import annotations

import numpy as np
import pytest

from bench.thesis_network import hard_rows, missing_scores

SILENT = np.nan


def test_a_missing_score_stands_below_the_lowest() -> None:
    scores = np.array([[0.81, 2.0, SILENT], [0.9, SILENT, SILENT]], np.float32)
    assert missing_scores(scores) == pytest.approx([0.75, 2.0 * 0.75 / 0.81, 0.0])
    assert missing_scores(np.array([[-0.81]], np.float32)) == pytest.approx([-0.87])


def test_the_second_round_keeps_what_is_relevant_and_the_hardest_tenth_of_the_rest() -> None:
    predicted = np.arange(21, dtype=np.float32)
    relevant = np.arange(21) == 0
    assert hard_rows(predicted, relevant).tolist() == [0, 20, 19]
    assert hard_rows(predicted[:3], relevant[:3]).tolist() == [0, 2]
