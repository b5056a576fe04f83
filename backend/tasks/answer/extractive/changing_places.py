"""The best sentence changes places with another one that ought to stand before it."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt


def with_best_of(scores: npt.NDArray[np.float64], others: Sequence[int]) -> npt.NDArray[np.float64]:
    """Scores, shape (candidates,), of which the highest and the highest of some others are
    exchanged; the same where there is no other."""
    changed = scores.copy()
    if others:
        best = int(np.argmax(scores))
        other = max(others, key=lambda index: float(scores[index]))
        changed[best], changed[other] = scores[other], scores[best]
    return changed
