"""Logistic regression: every candidate's score is a sum that can be read."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from backend.fusion.staged.relevance import PRIOR
from backend.inference.standard_scores import standard_scores
from backend.passage_view.collection_view import Array


@dataclass(frozen=True, slots=True)
class LinearModel:
    """log-odds = bias + Σ weight · (value − mean) / deviation; missing values count 0.

    Standardised values are cut at ±5, but for the log-odds of the stage before, so that their
    share in the sum stays a multiple of what they were made of.
    """

    columns: tuple[str, ...]
    mean: Array
    deviation: Array
    weight: Array
    bias: float

    def log_odds(self, matrix: Array) -> Array:
        """(n,) for a matrix (n, columns) with NaN where a column is missing."""
        summed: Array = self.bias + self.shares(matrix).sum(1)
        return summed

    def shares(self, matrix: Array) -> Array:
        """(n, columns) what each column adds to the log-odds."""
        uncut = [name == PRIOR for name in self.columns]
        scores = standard_scores(matrix, self.mean, self.deviation, uncut)
        shares: Array = scores * self.weight
        return shares


def load(path: Path) -> LinearModel:
    """The model from its exported file; `path` has no suffix."""
    found = json.loads(path.with_suffix(".json").read_text("utf-8"))
    rows = found["columns"]
    return LinearModel(
        tuple(rows),
        np.array([row["mean"] for row in rows.values()], np.float32),
        np.array([row["deviation"] for row in rows.values()], np.float32),
        np.array([row["weight"] for row in rows.values()], np.float32),
        float(found["bias"]),
    )


def save(model: LinearModel, path: Path) -> None:
    """Write the model as readable JSON, one line per column."""
    lines = []
    for number, name in enumerate(model.columns):
        row = {
            "mean": float(f"{model.mean[number]:.6g}"),
            "deviation": float(f"{model.deviation[number]:.6g}"),
            "weight": float(f"{model.weight[number]:.6g}"),
        }
        lines.append(f"    {json.dumps(name)}: {json.dumps(row)}")
    joined = ",\n".join(lines)
    path.with_suffix(".json").write_text(
        f'{{\n  "bias": {model.bias:.6g},\n  "columns": {{\n{joined}\n  }}\n}}\n', "utf-8"
    )
