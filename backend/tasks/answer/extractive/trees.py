"""Gradient-boosted trees and logistic models as plain arrays, evaluated in numpy."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

Matrix = npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Forest:
    """Additive regression trees (Friedman, "Greedy function approximation", 2001).

    All arrays have shape (trees, nodes). A node sends x to `left` if x[feature] <= threshold, else
    to `right`; at a leaf both point to the node itself, so that `depth` steps reach the leaf.
    """

    feature: npt.NDArray[np.int16]
    threshold: npt.NDArray[np.float32]
    left: npt.NDArray[np.int16]
    right: npt.NDArray[np.int16]
    value: npt.NDArray[np.float32]
    depth: int

    def margins(self, rows: Matrix) -> npt.NDArray[np.float64]:
        """Sum of the trees' values for each row of shape (n, features), before any link."""
        count, trees = len(rows), self.feature.shape[0]
        if count == 0:
            return np.zeros(0)
        tree = np.arange(trees)[None, :]
        node = np.zeros((count, trees), dtype=np.int64)
        row = np.arange(count)[:, None]
        single = rows.astype(np.float32)
        for _ in range(self.depth):
            goes_left = single[row, self.feature[tree, node]] <= self.threshold[tree, node]
            node = np.where(goes_left, self.left[tree, node], self.right[tree, node])
        return np.asarray(self.value[tree, node].sum(axis=1, dtype=np.float64))

    def probabilities(self, rows: Matrix) -> npt.NDArray[np.float64]:
        """Logistic link over the margins, shape (n,)."""
        return sigmoid(self.margins(rows))


@dataclass(frozen=True, slots=True)
class Logistic:
    """Logistic regression over standardised features, which are clipped at `LIMIT` deviations."""

    mean: npt.NDArray[np.float64]
    scale: npt.NDArray[np.float64]
    coefficients: npt.NDArray[np.float64]
    intercept: float

    def probabilities(self, rows: Matrix) -> npt.NDArray[np.float64]:
        """P(label = 1) for each row of shape (n, features)."""
        standardised = np.clip((rows - self.mean) / self.scale, -LIMIT, LIMIT)
        return sigmoid(standardised @ self.coefficients + self.intercept)


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


LIMIT = 5.0
SUREST = 0.9999


def log_odds(probabilities: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    """ln p / (1 - p); what is surer than `SUREST` either way counts as that sure."""
    kept = np.clip(probabilities, 1.0 - SUREST, SUREST)
    return np.asarray(np.log(kept / (1.0 - kept)))


def sigmoid(margins: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    """1 / (1 + exp(-x)) without overflow."""
    return np.asarray(0.5 * (1.0 + np.tanh(0.5 * margins)), dtype=np.float64)


def forest_arrays(forest: Forest, prefix: str) -> dict[str, npt.NDArray[np.generic]]:
    """The forest under names that `load_forest` reads back."""
    return {
        f"{prefix}.feature": forest.feature,
        f"{prefix}.threshold": forest.threshold,
        f"{prefix}.left": forest.left,
        f"{prefix}.right": forest.right,
        f"{prefix}.value": forest.value,
        f"{prefix}.depth": np.array(forest.depth, dtype=np.int16),
    }


def load_forest(arrays: Mapping[str, npt.NDArray[np.generic]], prefix: str) -> Forest:
    """The forest stored under a prefix."""
    return Forest(
        feature=arrays[f"{prefix}.feature"].astype(np.int16),
        threshold=arrays[f"{prefix}.threshold"].astype(np.float32),
        left=arrays[f"{prefix}.left"].astype(np.int16),
        right=arrays[f"{prefix}.right"].astype(np.int16),
        value=arrays[f"{prefix}.value"].astype(np.float32),
        depth=int(arrays[f"{prefix}.depth"]),
    )


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
