"""Gradient-boosted trees (Friedman 2001; trained with LightGBM)."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from backend.inference.forest import Forest
from backend.passage_view.collection_view import Array

TABLES = ("root", "column", "threshold", "missing_left", "left", "right", "value")


@dataclass(frozen=True, slots=True, eq=False)
class BoostedModel:
    """log-odds = Σ over trees of the leaf that a candidate falls into."""

    columns: tuple[str, ...]
    forest: Forest

    def log_odds(self, matrix: Array) -> Array:
        """(n,) for a matrix (n, columns) with NaN where a column is missing."""
        return self.forest.margins(matrix).astype(np.float32)

    def credited(self, matrix: Array, owner_of: Sequence[str]) -> Mapping[str, Array]:
        """(n,) what the columns of each owner add to the log-odds: Shapley values among these
        candidates, which sum to the log-odds less a constant.

        Args:
            owner_of: the owner of each column.
        """
        return self.forest.credited(matrix, owner_of)


def load(path: Path) -> BoostedModel:
    """The model from its exported arrays; `path` has no suffix."""
    with np.load(path.with_suffix(".npz"), allow_pickle=False) as arrays:
        return BoostedModel(
            tuple(json.loads(str(arrays["columns"]))),
            Forest(**{name: arrays[name] for name in TABLES}, depth=int(arrays["depth"])),
        )


def save(model: BoostedModel, path: Path) -> None:
    """Write the trees as arrays."""
    np.savez_compressed(
        path.with_suffix(".npz"),
        columns=np.array(json.dumps(list(model.columns))),
        **{name: getattr(model.forest, name) for name in TABLES},
        depth=np.array(model.forest.depth),
    )
