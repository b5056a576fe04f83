"""Fitting the reader's models with LightGBM and scikit-learn, as arrays that numpy evaluates."""

from __future__ import annotations

from dataclasses import fields, replace
from typing import Any

import lightgbm
import numpy as np
import numpy.typing as npt
from sklearn.linear_model import LogisticRegression

from backend.inference.forest import Forest
from backend.inference.logistic import Logistic, Matrix
from backend.inference.mixture import Mixture
from backend.inference.standard_scores import standard_scores
from bench._exported_trees import exported

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
    """A forest of the trees of both."""
    behind = one.column.size
    moved = replace(two, root=two.root + behind, left=two.left + behind, right=two.right + behind)

    def both(name: str) -> npt.NDArray[Any]:
        return np.concatenate([getattr(one, name), getattr(moved, name)])

    tables = (field.name for field in fields(Forest) if field.name != "depth")
    return Forest(**{name: both(name) for name in tables}, depth=max(one.depth, two.depth))


def fit_logistic(
    rows: Matrix,
    target: Labels,
    strength: float = 0.05,
    weight: npt.NDArray[np.float64] | None = None,
) -> Logistic:
    """Logistic regression over standardised, clipped features; `weight` weighs the rows."""
    mean, scale = rows.mean(axis=0), rows.std(axis=0) + 1e-9
    scores = standard_scores(rows, mean, scale)
    model = LogisticRegression(C=strength, max_iter=1000)
    fitted = model.fit(scores, target, sample_weight=weight)
    return Logistic(mean, scale, fitted.coef_[0].copy(), float(fitted.intercept_[0]))


def as_forest(model: lightgbm.LGBMClassifier) -> Forest:
    """The trees of a trained model as they will be read back: in float32, and what is missing goes
    right."""
    forest = exported(model.booster_)
    return replace(
        forest,
        threshold=forest.threshold.astype(np.float32),
        value=forest.value.astype(np.float32),
        missing_left=np.zeros_like(forest.missing_left),
    )
