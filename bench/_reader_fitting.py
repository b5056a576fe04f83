"""Fitting the reader's models with LightGBM and scikit-learn, as arrays that numpy evaluates."""

from __future__ import annotations

from typing import Any

import lightgbm
import numpy as np
import numpy.typing as npt
from sklearn.linear_model import LogisticRegression

from backend.tasks.answer.extractive.trees import LIMIT, Forest, Logistic, Matrix, Mixture

SEED = 7
FOREST: dict[str, Any] = {
    "n_estimators": 300,
    "num_leaves": 20,
    "learning_rate": 0.04,
    "min_child_samples": 30,
    "subsample": 0.8,
    "subsample_freq": 1,
    "colsample_bytree": 0.7,
    "reg_lambda": 5.0,
    "random_state": SEED,
    "deterministic": True,
    "force_row_wise": True,
    "n_jobs": 1,
    "verbose": -1,
}

Labels = npt.NDArray[np.int8]


def fit_mixture(
    rows: Matrix, target: Labels, share: float, strength: float = 0.05, **changes: Any
) -> Mixture:
    """Trees and a logistic model on the same rows."""
    return Mixture(fit_forest(rows, target, **changes), fit_logistic(rows, target, strength), share)


def fit_forest(rows: Matrix, target: Labels, **changes: Any) -> Forest:
    """Gradient-boosted trees as arrays."""
    return as_forest(lightgbm.LGBMClassifier(**{**FOREST, **changes}).fit(rows, target))


def boosted_on(forest: Forest, rows: Matrix, target: Labels, **changes: Any) -> Forest:
    """A forest with further trees, which are fitted to what its own margins leave (Friedman 2001:
    each tree takes the ones before it as given). `weight` among the changes weighs the rows."""
    weight = changes.pop("weight", None)
    model = lightgbm.LGBMClassifier(**{**FOREST, **changes})
    further = as_forest(
        model.fit(rows, target, init_score=forest.margins(rows), sample_weight=weight)
    )
    return joined(forest, further)


def joined(one: Forest, two: Forest) -> Forest:
    """A forest of the trees of both; what a tree has no node for stays empty."""
    nodes = max(one.value.shape[1], two.value.shape[1])

    def both(name: str) -> npt.NDArray[Any]:
        arrays = [getattr(each, name) for each in (one, two)]
        wide = [np.pad(each, ((0, 0), (0, nodes - each.shape[1]))) for each in arrays]
        return np.concatenate(wide)

    return Forest(
        both("feature"),
        both("threshold"),
        both("left"),
        both("right"),
        both("value"),
        max(one.depth, two.depth),
    )


def fit_logistic(
    rows: Matrix,
    target: Labels,
    strength: float = 0.05,
    weight: npt.NDArray[np.float64] | None = None,
) -> Logistic:
    """Logistic regression over standardised, clipped features; `weight` weighs the rows."""
    mean, scale = rows.mean(axis=0), rows.std(axis=0) + 1e-9
    standardised = np.clip((rows - mean) / scale, -LIMIT, LIMIT)
    model = LogisticRegression(C=strength, max_iter=1000)
    fitted = model.fit(standardised, target, sample_weight=weight)
    return Logistic(mean, scale, fitted.coef_[0].copy(), float(fitted.intercept_[0]))


def as_forest(booster: lightgbm.LGBMClassifier) -> Forest:
    """The trees of a trained LightGBM model as arrays."""
    trees = [each["tree_structure"] for each in booster.booster_.dump_model()["tree_info"]]
    flattened = [_flatten(tree) for tree in trees]
    nodes = max(len(each[0]) for each in flattened)
    shape = (len(trees), nodes)
    feature, left, right = (np.zeros(shape, dtype=np.int16) for _ in range(3))
    threshold, value = (np.zeros(shape, dtype=np.float32) for _ in range(2))
    for row, (columns, _) in enumerate(flattened):
        for node, (f, t, lo, hi, v) in enumerate(columns):
            feature[row, node], threshold[row, node] = f, t
            left[row, node], right[row, node], value[row, node] = lo, hi, v
    return Forest(feature, threshold, left, right, value, max(each[1] for each in flattened))


def _flatten(
    tree: dict[str, object],
) -> tuple[list[tuple[int, float, int, int, float]], int]:
    nodes: list[tuple[int, float, int, int, float]] = []
    deepest = 0

    def visit(node: dict[str, object], depth: int) -> int:
        nonlocal deepest
        deepest = max(deepest, depth)
        at = len(nodes)
        if "leaf_value" in node:
            nodes.append((0, 0.0, at, at, float(node["leaf_value"])))  # type: ignore[arg-type]
            return at
        nodes.append((0, 0.0, at, at, 0.0))
        left = visit(node["left_child"], depth + 1)  # type: ignore[arg-type]
        right = visit(node["right_child"], depth + 1)  # type: ignore[arg-type]
        nodes[at] = (
            int(node["split_feature"]),  # type: ignore[call-overload]
            float(node["threshold"]),  # type: ignore[arg-type]
            left,
            right,
            0.0,
        )
        return at

    visit(tree, 0)
    return nodes, deepest
