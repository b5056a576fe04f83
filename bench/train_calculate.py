"""Train how sure a calculation is: `python -m bench.train_calculate --contexts FILE`.

Only the first half of the contexts is read, in the order of the file. Every calculation over them
is right or wrong by the exact match of TAT-QA; a logistic model learns which, five folds of whole
contexts say how sure it may be, and the threshold is the lowest at which at most 5 % of the
answered ones were wrong out of fold.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from backend.inference.log_odds import sigmoid
from backend.tasks.calculate.programs.calculation import calculate, features_of_program
from backend.tasks.calculate.programs.confidence import FEATURES, WEIGHTS, Weights
from backend.tasks.calculate.programs.requested_cells import program_of
from backend.tasks.calculate.programs.requests import request_of
from backend.types.calculations import Calculation, Operation, Refusal
from bench._calculated import is_right
from bench._tatqa import Context, read_contexts

FOLDS = 5
PENALTY = 1.0
MOST_WRONG = 0.05
EVERY = Weights(0.0, (0.0,) * len(FEATURES), 0.0)


class Case(NamedTuple):
    """A calculation over training contexts, and whether it is right."""

    context: int
    question: str
    operation: Operation
    features: tuple[float, ...]
    right: bool


def cases(contexts: Sequence[Context]) -> list[Case]:
    """Every calculation that can be made over the contexts, however unsure."""
    found = []
    for number, context in enumerate(contexts):
        for question in context.questions:
            request = request_of(question.text)
            if request is None:
                continue
            program = program_of(request, [context.table])
            made = calculate(question.text, [context.table], EVERY)
            if isinstance(program, Refusal) or not isinstance(made, Calculation):
                continue
            features = features_of_program(request, program[0])
            right = is_right(made, question)
            found.append(Case(number, question.text, request.operation, features, right))
    return found


def fitted(features: NDArray[np.float64], right: NDArray[np.float64]) -> NDArray[np.float64]:
    """Bias and weights of a logistic regression with an L2 penalty, by Newton's method."""
    rows = np.hstack([np.ones((len(features), 1)), features])
    held = np.diag([0.0, *[PENALTY] * features.shape[1]]) + 1e-6 * np.eye(rows.shape[1])
    weights = np.zeros(rows.shape[1])
    for _ in range(30):
        chance = sigmoid(rows @ weights)
        slope = rows.T @ (chance - right) + held @ weights
        bend = (rows * (chance * (1 - chance))[:, None]).T @ rows + held
        weights = weights - np.linalg.solve(bend, slope)
    return weights


def threshold_of(sure: NDArray[np.float64], right: NDArray[np.float64]) -> float:
    """The lowest confidence from which on at most `MOST_WRONG` of the answered are wrong."""
    order = np.argsort(-sure, kind="stable")
    wrong = np.cumsum(1 - right[order]) / np.arange(1, len(order) + 1)
    allowed = np.nonzero(wrong <= MOST_WRONG)[0]
    return float(sure[order[allowed[-1]]]) if len(allowed) else 1.0


def main() -> None:
    """Train, choose the threshold out of fold, and write the weights into the package."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--contexts", type=Path, required=True)
    contexts = read_contexts(parser.parse_args().contexts)
    first = cases(contexts[: len(contexts) // 2])
    features = np.array([case.features for case in first])
    right = np.array([float(case.right) for case in first])
    fold = np.array([case.context % FOLDS for case in first])
    sure = np.zeros(len(first))
    for number in range(FOLDS):
        weights = fitted(features[fold != number], right[fold != number])
        sure[fold == number] = sigmoid(weights[0] + features[fold == number] @ weights[1:])
    threshold = threshold_of(sure, right)
    weights = fitted(features, right)
    answered = sure >= threshold
    kept = {
        "trained_on": f"TAT-QA dev, first {len(contexts) // 2} contexts, {len(first)} calculations",
        "out_of_fold": {
            "answered": int(answered.sum()),
            "wrong": int((1 - right[answered]).sum()),
        },
        "features": list(FEATURES),
        "bias": round(float(weights[0]), 4),
        "weights": [round(float(weight), 4) for weight in weights[1:]],
        "threshold": round(threshold, 4),
    }
    WEIGHTS.write_text(json.dumps(kept, indent=1) + "\n", encoding="utf-8")
    print(kept)


if __name__ == "__main__":
    main()
