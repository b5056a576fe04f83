"""Gradient-boosted trees (Friedman 2001; trained with LightGBM), evaluated in numpy."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import numpy.typing as npt

from backend.graph.collection_view import Array

Indices = npt.NDArray[np.int32]


@dataclass(frozen=True, slots=True)
class BoostedModel:
    """log-odds = Σ over trees of the leaf that a candidate falls into.

    All trees' nodes stand in one array; `root` holds each tree's first. A candidate goes left where
    its value is at most the threshold, and where it is missing and `missing_left`. Leaves have
    `column` −1 and lead to themselves.
    """

    columns: tuple[str, ...]
    root: Indices
    column: Indices
    threshold: npt.NDArray[np.float64]
    missing_left: npt.NDArray[np.bool_]
    left: Indices
    right: Indices
    value: npt.NDArray[np.float64]
    depth: int

    def log_odds(self, matrix: Array) -> Array:
        """(n,) for a matrix (n, columns) with NaN where a column is missing."""
        rows = np.arange(matrix.shape[0])[:, None]
        node = np.broadcast_to(self.root, (matrix.shape[0], self.root.size))
        for _ in range(self.depth):
            measured = matrix[rows, np.maximum(self.column[node], 0)]
            missing = np.isnan(measured)
            goes_left = np.where(missing, self.missing_left[node], measured <= self.threshold[node])
            node = np.where(goes_left, self.left[node], self.right[node])
        summed: Array = self.value[node].sum(1).astype(np.float32)
        return summed


def load(path: Path) -> BoostedModel:
    """The model from its exported arrays; `path` has no suffix."""
    with np.load(path.with_suffix(".npz"), allow_pickle=False) as arrays:
        return BoostedModel(
            tuple(json.loads(str(arrays["columns"]))),
            arrays["root"],
            arrays["column"],
            arrays["threshold"],
            arrays["missing_left"],
            arrays["left"],
            arrays["right"],
            arrays["value"],
            int(arrays["depth"]),
        )


def save(model: BoostedModel, path: Path) -> None:
    """Write the trees as arrays."""
    np.savez_compressed(
        path.with_suffix(".npz"),
        columns=np.array(json.dumps(list(model.columns))),
        root=model.root,
        column=model.column,
        threshold=model.threshold,
        missing_left=model.missing_left,
        left=model.left,
        right=model.right,
        value=model.value,
        depth=np.array(model.depth),
    )
