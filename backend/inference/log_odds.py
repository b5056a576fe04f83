"""Log-odds and probabilities."""

from __future__ import annotations

from typing import TypeVar

import numpy as np
import numpy.typing as npt

Floats = TypeVar("Floats", npt.NDArray[np.float32], npt.NDArray[np.float64])

SUREST = 0.9999


def log_odds(probabilities: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    """ln p / (1 - p); what is surer than `SUREST` either way counts as that sure."""
    kept = np.clip(probabilities, 1.0 - SUREST, SUREST)
    return np.asarray(np.log(kept / (1.0 - kept)))


def sigmoid(margins: Floats, bound: float | None = None) -> Floats:
    """1 / (1 + exp(-x)) of log-odds, in their precision, without overflow.

    Args:
        bound: larger log-odds, and those below its negative, count as it. The function is then
            computed by exp and else by tanh, which differ in the last digit: thresholds and weights
            were chosen on what the model at hand gave.
    """
    if bound is None:
        return np.asarray(0.5 * (1.0 + np.tanh(0.5 * margins)), dtype=margins.dtype)
    return np.asarray(1.0 / (1.0 + np.exp(-np.clip(margins, -bound, bound))), dtype=margins.dtype)
