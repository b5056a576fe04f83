"""Logistic regression as plain arrays."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from backend.inference.log_odds import sigmoid
from backend.inference.standard_scores import standard_scores

Matrix = npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Logistic:
    """P(label = 1) as the logistic link over a weighed sum of standard scores."""

    mean: npt.NDArray[np.float64]
    scale: npt.NDArray[np.float64]
    coefficients: npt.NDArray[np.float64]
    intercept: float

    def probabilities(self, rows: Matrix) -> npt.NDArray[np.float64]:
        """P(label = 1) for each row of shape (n, features); a missing value counts as the mean."""
        scores = standard_scores(rows, self.mean, self.scale)
        return sigmoid(scores @ self.coefficients + self.intercept)


def logistic_arrays(logistic: Logistic, prefix: str) -> dict[str, npt.NDArray[np.generic]]:
    """The logistic model under names that `load_logistic` reads back."""
    return {
        f"{prefix}.mean": logistic.mean,
        f"{prefix}.scale": logistic.scale,
        f"{prefix}.coefficients": logistic.coefficients,
        f"{prefix}.intercept": np.array(logistic.intercept, dtype=np.float64),
    }


def load_logistic(arrays: Mapping[str, npt.NDArray[np.generic]], prefix: str) -> Logistic:
    """The logistic model stored under a prefix."""
    return Logistic(
        mean=arrays[f"{prefix}.mean"].astype(np.float64),
        scale=arrays[f"{prefix}.scale"].astype(np.float64),
        coefficients=arrays[f"{prefix}.coefficients"].astype(np.float64),
        intercept=float(arrays[f"{prefix}.intercept"]),
    )
