"""Fits linear relevance models: conditional logistic regression, and a plain one for probabilities.

Both are convex, need no random numbers and take seconds for hundreds of questions.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt
from scipy import optimize

from backend.fusion.models.linear import LinearModel
from backend.fusion.staged.relevance import PRIOR
from backend.inference.log_odds import sigmoid
from backend.inference.standard_scores import standard_scores
from backend.passage_view.collection_view import Array

Doubles = npt.NDArray[np.float64]

PENALTY = 0.03
"""λ, chosen by cross-validation on training questions."""
ITERATIONS = 100
LISTED = 100
"""So many candidates of a question that are not relevant stand for all, at equal distances."""


def fit_ranking(
    columns: Sequence[str],
    matrices: Sequence[Array],
    labels: Sequence[Array],
    importance: Sequence[float],
    near: LinearModel | None = None,
    penalty: float = PENALTY,
) -> LinearModel:
    """Conditional logistic regression: the relevant candidates' share of each question's softmax.

    Minimises, over questions that have a relevant candidate, the mean of −log softmax of each,
    averaged within the question, plus λ/2 |w − w₀|² (McFadden 1974; ListNet's top-one loss, Cao et
    al. 2007). What all candidates of a question share cannot be learned, so that nothing is spent
    on telling easy questions from hard ones. Scale and bias come from a logistic regression on the
    result (Platt 1999), so that log-odds are log-odds.

    Args:
        matrices: per question (n, columns), NaN where a column is missing.
        labels: per question (n,), 1 for relevant candidates.
        importance: weight of each question.
        near: w₀ and the standardisation, for weights that few questions shall only adjust; the
            columns must be the model's. Without it w₀ is 0.
    """
    if near is None:
        mean, deviation = moments(matrices)
        start = np.zeros(len(columns))
    else:
        mean, deviation, start = near.mean, near.deviation, near.weight.astype(np.float64)
    uncut = [name == PRIOR for name in columns]
    parts, targets = [], []
    for matrix, label, factor in zip(matrices, labels, importance, strict=True):
        positive = label > 0
        if not positive.any() or positive.all():
            continue
        others = np.flatnonzero(~positive)
        spread = np.linspace(0, others.size - 1, min(LISTED, others.size)).astype(np.int64)
        kept = np.union1d(np.flatnonzero(positive), others[spread])
        positive = positive[kept]
        parts.append(standard_scores(matrix[kept], mean, deviation, uncut))
        targets.append(np.where(positive, factor / positive.sum(), 0.0))
    if not parts:
        bias = 0.0 if near is None else near.bias
        return LinearModel(tuple(columns), mean, deviation, start.astype(np.float32), bias)
    weight = _conditional_logit(parts, targets, start, penalty)
    if near is not None:
        return LinearModel(tuple(columns), mean, deviation, weight.astype(np.float32), near.bias)
    score = np.concatenate([part @ weight.astype(np.float32) for part in parts])
    relevant = np.concatenate([target > 0 for target in targets]).astype(np.float64)
    scaled = _logit(score[:, None].astype(np.float64), relevant, np.ones(relevant.size), 0.0)
    scale = max(float(scaled[0]), 1e-3)
    return LinearModel(
        tuple(columns), mean, deviation, (scale * weight).astype(np.float32), float(scaled[1])
    )


def fit_probability(
    columns: Sequence[str], matrix: Array, label: Array, weight: Doubles, penalty: float
) -> LinearModel:
    """Logistic regression with λ/2 |w|² over rows (n, columns); NaN counts as the mean."""
    mean, deviation = moments([matrix])
    rows = standard_scores(matrix, mean, deviation)
    found = _logit(rows.astype(np.float64), label.astype(np.float64), weight, penalty)
    return LinearModel(
        tuple(columns), mean, deviation, found[:-1].astype(np.float32), float(found[-1])
    )


def moments(matrices: Sequence[Array]) -> tuple[Array, Array]:
    """Mean and deviation of each column over all candidates that have it; 0 and 1 if none has."""
    joined = np.concatenate(matrices)
    known = ~np.isnan(joined)
    count = np.maximum(known.sum(0), 1)
    values = np.where(known, joined, 0.0).astype(np.float64)
    mean = values.sum(0) / count
    deviation = np.sqrt((np.where(known, joined - mean, 0.0) ** 2).sum(0) / count)
    return mean.astype(np.float32), np.where(deviation < 1e-6, 1.0, deviation).astype(np.float32)


def _conditional_logit(
    parts: Sequence[Array], targets: Sequence[Doubles], start: Doubles, penalty: float
) -> Doubles:
    """Weights (columns,) that minimise the loss of `fit_ranking`."""
    joined = np.concatenate(parts)
    target = np.concatenate(targets)
    starts = np.cumsum([0, *(len(part) for part in parts)])[:-1]
    lengths = [len(part) for part in parts]
    mass = np.array([each.sum() for each in targets])
    count = mass.sum()

    def loss(weight: Doubles) -> tuple[float, Doubles]:
        score = (joined @ weight.astype(np.float32)).astype(np.float64)
        score -= np.repeat(np.maximum.reduceat(score, starts), lengths)
        odds = np.exp(score)
        total = np.add.reduceat(odds, starts)
        share = odds / np.repeat(total, lengths)
        value = -(target @ score) + mass @ np.log(total)
        gradient = joined.T @ (share * np.repeat(mass, lengths) - target).astype(np.float32)
        away = weight - start
        return value / count + 0.5 * penalty * float(away @ away), gradient / count + penalty * away

    found = optimize.minimize(
        loss, start, jac=True, method="L-BFGS-B", options={"maxiter": ITERATIONS}
    )
    weights: Doubles = found.x
    return weights


def _logit(rows: Doubles, label: Doubles, weight: Doubles, penalty: float) -> Doubles:
    """Weights and, last, the bias of a logistic regression."""
    total = float(weight.sum())

    def loss(found: Doubles) -> tuple[float, Doubles]:
        score = rows @ found[:-1] + found[-1]
        value = float(weight @ (np.logaddexp(0.0, score) - label * score)) / total
        wrong = weight * (sigmoid(score, 30.0) - label) / total
        gradient = np.append(rows.T @ wrong + penalty * found[:-1], wrong.sum())
        return value + 0.5 * penalty * float(found[:-1] @ found[:-1]), gradient

    found = optimize.minimize(loss, np.zeros(rows.shape[1] + 1), jac=True, method="L-BFGS-B")
    weights: Doubles = found.x
    return weights
