"""Gradient-boosted trees (Friedman 2001; trained with LightGBM), evaluated in numpy."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

import numpy as np
import numpy.typing as npt

from backend.fusion.models._tree_shares import Decisions, Paths, paths_of, shapley
from backend.graph.collection_view import Array

Indices = npt.NDArray[np.int32]


@dataclass(frozen=True, slots=True, eq=False)
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
        return self._followed(self._goes_left(matrix))[0]

    def credited(self, matrix: Array, owner_of: Sequence[str]) -> Mapping[str, Array]:
        """(n,) what the columns of each owner add to the log-odds: Shapley values among these
        candidates, which sum to the log-odds less a constant.

        Args:
            owner_of: the owner of each column.
        """
        goes_left = self._goes_left(matrix)
        _, cover = self._followed(goes_left)
        return shapley(_paths(self, tuple(owner_of)), goes_left, cover)

    def _goes_left(self, matrix: Array) -> Decisions:
        """(n, nodes) where each candidate would go at each node; True at leaves."""
        measured = matrix[:, np.maximum(self.column, 0)]
        found: Decisions = measured <= _rounded_down(self.threshold)
        missing = np.isnan(matrix)
        if missing.any():
            hidden = missing[:, np.maximum(self.column, 0)]
            found = np.where(hidden, self.missing_left, found)
        return found

    def _followed(self, goes_left: Decisions) -> tuple[Array, Array]:
        """(n,) summed values of the leaves, and (nodes,) how many candidates come to each node."""
        rows = np.arange(goes_left.shape[0])[:, None]
        node = np.broadcast_to(self.root, (goes_left.shape[0], self.root.size))
        cover = np.bincount(node.ravel(), minlength=self.column.size)
        for _ in range(self.depth):
            node = np.where(goes_left[rows, node], self.left[node], self.right[node])
            cover = np.maximum(cover, np.bincount(node.ravel(), minlength=self.column.size))
        summed: Array = self.value[node].sum(1).astype(np.float32)
        return summed, cover.astype(np.float32)


def _rounded_down(threshold: npt.NDArray[np.float64]) -> Array:
    """The largest float32 that is not above each threshold.

    Measurements are float32, so that comparing with it decides as comparing with the threshold
    itself does; the nearest float32 may lie above and let one more value go left.
    """
    with np.errstate(over="ignore"):  # a threshold that parts off missing values is out of reach
        nearest = threshold.astype(np.float32)
    down: Array = np.where(nearest > threshold, np.nextafter(nearest, np.float32(-np.inf)), nearest)
    return down


@lru_cache(maxsize=32)
def _paths(model: BoostedModel, owner_of: tuple[str, ...]) -> Paths:
    return paths_of(model.root, model.column, model.left, model.right, model.value, owner_of)


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
