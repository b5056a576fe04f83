"""Trees and a logistic model that answer together."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from backend.inference.forest import Forest, forest_arrays, load_forest
from backend.inference.logistic import Logistic, Matrix, load_logistic, logistic_arrays


@dataclass(frozen=True, slots=True)
class Mixture:
    """Trees and a logistic model over the same rows: `share` of the trees' probability."""

    forest: Forest
    logistic: Logistic
    share: float

    def probabilities(self, rows: Matrix) -> npt.NDArray[np.float64]:
        """P(label = 1) for each row of shape (n, features)."""
        return self.share * self.forest.probabilities(rows) + (
            1.0 - self.share
        ) * self.logistic.probabilities(rows)


def mixture_arrays(mixture: Mixture, prefix: str) -> dict[str, npt.NDArray[np.generic]]:
    """The mixture under names that `load_mixture` reads back."""
    return {
        **forest_arrays(mixture.forest, f"{prefix}.forest"),
        **logistic_arrays(mixture.logistic, f"{prefix}.logistic"),
        f"{prefix}.share": np.array(mixture.share, dtype=np.float64),
    }


def load_mixture(arrays: Mapping[str, npt.NDArray[np.generic]], prefix: str) -> Mixture:
    """The mixture stored under a prefix."""
    return Mixture(
        load_forest(arrays, f"{prefix}.forest"),
        load_logistic(arrays, f"{prefix}.logistic"),
        float(arrays[f"{prefix}.share"]),
    )
