"""How sure a calculation is: a logistic model over how well its cells fit the question.

Weights, threshold and what they were chosen on are shipped in `weights.json`, written by
`bench.train_calculate`.
"""

from __future__ import annotations

import json
import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from backend.tasks.calculate.programs.linking import Link
from backend.types.calculations import Operation

FEATURES = (
    "named",
    "covered",
    "known",
    "ahead",
    "totals",
    "whole",
    "dated",
    *(f"is {operation.value}" for operation in Operation),
)
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
        min(each.named for each in links),
        min(each.covered for each in links),
        min(each.known for each in links),
        min(min(each.ahead, 0.3) / 0.3 for each in links),
        min(each.totals for each in links),
        float(all(each.named == 1 and each.covered == 1 for each in links)),
        float(dated),
        *(float(operation is each) for each in Operation),
    )


def confidence(features: Sequence[float], weights: Weights) -> float:
    """Between 0 and 1: 1 / (1 + exp(-(bias + weights · features)))."""
    total = weights.bias + sum(
        weight * feature for weight, feature in zip(weights.weights, features, strict=True)
    )
    return 1 / (1 + math.exp(-total))


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
