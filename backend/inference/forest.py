"""Gradient-boosted trees as plain arrays."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
import numpy.typing as npt

from backend.inference.log_odds import sigmoid
from backend.inference.shapley_values import Decisions, Paths, paths_of, shapley

Rows = npt.NDArray[np.float32] | npt.NDArray[np.float64]
Single = npt.NDArray[np.float32]
Double = npt.NDArray[np.float64]
Indices = npt.NDArray[np.int32]

AT_ONCE = 1024
"""So many rows are decided at all nodes together, which bounds the memory."""


@dataclass(frozen=True, slots=True, eq=False)
class Forest:
    """Additive regression trees (Friedman, "Greedy function approximation", 2001).

    The trees' nodes stand in one array, tree after tree; `root` holds each tree's first. A row goes
    left at a node where its value is at most the threshold, and where it is missing (NaN) and
    `missing_left`. A leaf leads to itself both ways, so that `depth` steps reach it; its column and
    threshold say nothing.

    Values are compared as float32, whatever they come as. Thresholds are kept in the precision that
    they are stored in: those of float32 were rounded to the nearest when they were, those of
    float64 are rounded down here, which decides as they do themselves.
    """

    root: Indices
    column: Indices
    threshold: Single | Double
    missing_left: npt.NDArray[np.bool_]
    left: Indices
    right: Indices
    value: Single | Double
    depth: int

    def margins(self, rows: Rows) -> Double:
        """Sum of the trees' values for each row of shape (n, columns), before any link."""
        starts = range(0, max(len(rows), 1), AT_ONCE)
        parts = (rows[start : start + AT_ONCE] for start in starts)
        return np.concatenate([self._summed(self._goes_left(part)) for part in parts])

    def probabilities(self, rows: Rows) -> Double:
        """Logistic link over the margins, shape (n,)."""
        return sigmoid(self.margins(rows))

    def credited(self, rows: Rows, owner_of: Sequence[str]) -> Mapping[str, Single]:
        """(n,) what the columns of each owner add to the margins: Shapley values among these rows,
        which sum to the margins less a constant.

        Args:
            owner_of: the owner of each column.
        """
        goes_left = self._goes_left(rows)
        nodes = self.column.size
        came = [np.bincount(step.ravel(), minlength=nodes) for step in self._steps(goes_left)]
        cover = np.maximum.reduce(came).astype(np.float32)
        return shapley(_paths(self, tuple(owner_of)), goes_left, cover)

    def _goes_left(self, rows: Rows) -> Decisions:
        """(n, nodes) where each row would go at each node."""
        single = rows.astype(np.float32, copy=False)
        found: Decisions = single[:, self.column] <= _rounded_down(self.threshold)
        missing = np.isnan(single)
        if missing.any():
            found = np.where(missing[:, self.column], self.missing_left, found)
        return found

    def _steps(self, goes_left: Decisions) -> Iterator[Indices]:
        """(n, trees) the nodes that the rows come to, from the roots to the leaves."""
        rows = np.arange(goes_left.shape[0])[:, None]
        node = np.broadcast_to(self.root, (goes_left.shape[0], self.root.size))
        yield node
        for _ in range(self.depth):
            node = np.where(goes_left[rows, node], self.left[node], self.right[node])
            yield node

    def _summed(self, goes_left: Decisions) -> Double:
        """(n,) summed values of the leaves."""
        *_, leaf = self._steps(goes_left)
        summed: Double = self.value[leaf].sum(axis=1, dtype=np.float64)
        return summed


def _rounded_down(threshold: Single | Double) -> Single:
    """The largest float32 that is not above each threshold.

    Comparing a float32 with it decides as comparing with the threshold itself does; the nearest
    float32 may lie above and let one more value go left.
    """
    with np.errstate(over="ignore"):  # a threshold that parts off missing values is out of reach
        nearest = threshold.astype(np.float32, copy=False)
    return np.where(nearest > threshold, np.nextafter(nearest, np.float32(-np.inf)), nearest)


@lru_cache(maxsize=32)
def _paths(forest: Forest, owner_of: tuple[str, ...]) -> Paths:
    return paths_of(forest.root, forest.column, forest.left, forest.right, forest.value, owner_of)


def forest_arrays(forest: Forest, prefix: str) -> dict[str, npt.NDArray[np.generic]]:
    """The forest under names that `load_forest` reads back: tables of shape (trees, nodes), with
    room for the nodes of the largest tree. `missing_left` is not kept."""
    sizes = np.diff(forest.root, append=forest.column.size)
    tree = np.repeat(np.arange(sizes.size), sizes)
    first = forest.root[tree]
    place = np.arange(tree.size) - first

    def table(values: npt.NDArray[np.generic], kind: type[np.generic]) -> npt.NDArray[np.generic]:
        found = np.zeros((sizes.size, sizes.max()), dtype=kind)
        found[tree, place] = values
        return found

    return {
        f"{prefix}.feature": table(np.maximum(forest.column, 0), np.int16),
        f"{prefix}.threshold": table(forest.threshold, np.float32),
        f"{prefix}.left": table(forest.left - first, np.int16),
        f"{prefix}.right": table(forest.right - first, np.int16),
        f"{prefix}.value": table(forest.value, np.float32),
        f"{prefix}.depth": np.array(forest.depth, dtype=np.int16),
    }


def load_forest(arrays: Mapping[str, npt.NDArray[np.generic]], prefix: str) -> Forest:
    """The forest stored under a prefix. It was trained on rows without missing values: if one comes
    all the same, it goes right."""
    trees, nodes = arrays[f"{prefix}.left"].shape
    root = np.arange(trees, dtype=np.int32) * np.int32(nodes)
    return Forest(
        root=root,
        column=arrays[f"{prefix}.feature"].ravel().astype(np.int32),
        threshold=arrays[f"{prefix}.threshold"].ravel().astype(np.float32),
        missing_left=np.zeros(trees * nodes, dtype=np.bool_),
        left=(arrays[f"{prefix}.left"].astype(np.int32) + root[:, None]).ravel(),
        right=(arrays[f"{prefix}.right"].astype(np.int32) + root[:, None]).ravel(),
        value=arrays[f"{prefix}.value"].ravel().astype(np.float32),
        depth=int(arrays[f"{prefix}.depth"]),
    )
