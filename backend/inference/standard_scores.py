"""Values as deviations from the mean of what a model was trained on."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from backend.inference.log_odds import Floats

LIMIT = 5.0
"""Standard scores are cut here, so that one outlier does not decide."""


def standard_scores(
    rows: Floats, mean: Floats, deviation: Floats, uncut: Sequence[bool] | None = None
) -> Floats:
    """(value - mean) / deviation, cut at ±`LIMIT`; a missing value (NaN) counts as the mean, 0.

    Args:
        rows: (n, columns).
        mean: (columns,), as `deviation`.
        uncut: which columns keep what lies beyond the limit, by default none.
    """
    scores = (rows - mean) / deviation
    cut: Floats = np.clip(scores, -LIMIT, LIMIT)
    if uncut is not None:
        cut = np.where(uncut, scores, cut)
    cut[np.isnan(cut)] = 0.0
    return cut
