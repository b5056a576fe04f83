"""A layer of a small network."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

Array = npt.NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Dense:
    """x @ weight + bias; `weight` has shape (inputs, outputs)."""

    weight: Array
    bias: Array

    def __call__(self, rows: Array) -> Array:
        return rows @ self.weight + self.bias


def load_dense(arrays: Mapping[str, npt.NDArray[np.generic]], name: str) -> Dense:
    """The layer that is stored under a name."""
    return Dense(
        arrays[f"{name}.weight"].astype(np.float32), arrays[f"{name}.bias"].astype(np.float32)
    )
