"""The feed-forward network of the seed thesis (§3.2.6), evaluated in numpy.

Three hidden layers of 254, 128 and 64 with batch normalisation and ReLU; dropout only in training.
Batch normalisation is folded into the layers when the weights are exported.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from backend.inference.standard_scores import standard_scores
from backend.passage_view.collection_view import Array


@dataclass(frozen=True, slots=True)
class NeuralModel:
    """log-odds of a network over standardised columns; missing values count 0."""

    columns: tuple[str, ...]
    mean: Array
    deviation: Array
    layers: tuple[tuple[Array, Array], ...]
    """(weight (inputs, outputs), bias (outputs,)) from the first layer to the last."""

    def log_odds(self, matrix: Array) -> Array:
        """(n,) for a matrix (n, columns) with NaN where a column is missing."""
        signal = standard_scores(matrix, self.mean, self.deviation)
        for weight, bias in self.layers[:-1]:
            signal = np.maximum(signal @ weight + bias, 0.0)
        weight, bias = self.layers[-1]
        found: Array = (signal @ weight + bias)[:, 0]
        return found


def load(path: Path) -> NeuralModel:
    """The model from its exported arrays; `path` has no suffix."""
    with np.load(path.with_suffix(".npz"), allow_pickle=False) as arrays:
        count = int(arrays["layers"])
        return NeuralModel(
            tuple(json.loads(str(arrays["columns"]))),
            arrays["mean"],
            arrays["deviation"],
            tuple(
                (arrays[f"weight{n}"].astype(np.float32), arrays[f"bias{n}"].astype(np.float32))
                for n in range(count)
            ),
        )


def save(model: NeuralModel, path: Path) -> None:
    """Write the layers as arrays (weights as float16: half the size, the same ranking)."""
    layers: dict[str, Any] = {}
    for number, (weight, bias) in enumerate(model.layers):
        layers[f"weight{number}"] = weight.astype(np.float16)
        layers[f"bias{number}"] = bias.astype(np.float32)
    np.savez_compressed(
        path.with_suffix(".npz"),
        columns=np.array(json.dumps(list(model.columns))),
        mean=model.mean,
        deviation=model.deviation,
        layers=np.array(len(model.layers)),
        **layers,
    )
