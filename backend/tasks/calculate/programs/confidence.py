"""How sure a calculation is: a logistic model over how well its cells fit the question.

Weights, threshold and what they were chosen on are shipped in `weights.json`, written by
`bench.train_calculate`.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import numpy as np

from backend.inference.log_odds import sigmoid
from backend.tasks.calculate.programs.linking import Link
from backend.tasks.calculate.programs.series import words_of
from backend.types.calculations import Operand, Operation

LEARNED = (
    *(Operation.LOOKUP, Operation.SUM, Operation.MEAN, Operation.DIFFERENCE, Operation.CHANGE),
    *(Operation.SHARE, Operation.RATIO, Operation.LARGEST, Operation.SMALLEST),
)
"""Operations of which the model knows; those over whole columns are told by rule."""
FEATURES = (
    "named",
    "covered",
    "known",
    "ahead",
    "totals",
    "whole",
    "dated",
    *(f"is {operation.value}" for operation in LEARNED),
)
CLEARLY_AHEAD = 0.3
"""From here on the model takes the next best row to be far behind, of at most 1.05."""
AHEAD_OF_VARIANTS = 0.15
"""So far behind must the next best row lie where nothing else is left to guess."""
_BEYOND = 500.0
"""A sum of weights that no calculation reaches."""
WEIGHTS = Path(__file__).with_name("weights.json")


@dataclass(frozen=True, slots=True)
class Weights:
    """One weight per name of `FEATURES`; calculations below `threshold` are refused."""

    bias: float
    weights: tuple[float, ...]
    threshold: float


def features_of(operation: Operation, links: Sequence[Link], dated: bool) -> tuple[float, ...]:
    """The features of a calculation, in the order of `FEATURES`: of its weakest link."""
    return (
        min(link.named for link in links),
        min(link.covered for link in links),
        min(link.known for link in links),
        min(min(link.ahead, CLEARLY_AHEAD) / CLEARLY_AHEAD for link in links),
        min(link.totals for link in links),
        float(all(link.named == 1 and link.covered == 1 for link in links)),
        float(dated),
        *(float(operation is each) for each in LEARNED),
    )


def confidence(features: Sequence[float], weights: Weights) -> float:
    """Between 0 and 1: 1 / (1 + exp(-(bias + weights · features)))."""
    total = weights.bias + sum(
        weight * feature for weight, feature in zip(weights.weights, features, strict=True)
    )
    # with a bound it is computed as it was when the threshold was chosen, to the last digit
    return float(sigmoid(np.array(total, dtype=np.float64), bound=_BEYOND))


def is_exact(
    links: Sequence[Link], operands: Sequence[Operand], dated: bool, asked: frozenset[str]
) -> bool:
    """Whether nothing is left to guess: the question has every word of the labels, the table every
    word of the question, no other row is near, and the periods are named or are all of them. A
    table without periods takes a column whose whole header is named.

    Of 233 such questions of the training contexts 12 were wrong by the exact match of TAT-QA.
    """
    for link in links:
        if link.named < 1 or link.covered < 1 or link.totals < 1 or link.ahead < AHEAD_OF_VARIANTS:
            return False
    if dated:
        return True
    if any(figure.year for each in links for figure in each.series.figures):
        return False
    headers = [words_of(operand.header) for operand in operands]
    return all(header and header <= asked for header in headers)


@cache
def shipped() -> Weights:
    """The weights in the package.

    Raises:
        ValueError: if they are of other features.
    """
    kept = json.loads(WEIGHTS.read_text(encoding="utf-8"))
    if tuple(kept["features"]) != FEATURES:
        raise ValueError(
            f"{WEIGHTS.name} holds weights of other features: train them with "
            "`python -m bench.train_calculate`"
        )
    return Weights(kept["bias"], tuple(kept["weights"]), kept["threshold"])
