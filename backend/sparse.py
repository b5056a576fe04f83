"""scipy's sparse matrices, loaded when the first one is made.

Loading them takes half as long as all of Quire, and neither the first page nor a command that
stores or lists needs one. Importing this module costs nothing; its attributes are scipy's. A
program that will be asked questions loads them ahead.
"""

from __future__ import annotations

import importlib
from collections.abc import Sequence
from types import ModuleType
from typing import Any

import numpy as np
import numpy.typing as npt

Matrix = Any
"""A scipy sparse matrix (the library has no types)."""
AnyArray = npt.NDArray[Any]


def load() -> ModuleType:
    """Load them now."""
    return importlib.import_module("scipy.sparse")


def over(
    form: str,
    shape: tuple[int, int],
    fields: Sequence[AnyArray],
    order: tuple[bool, bool] = (True, True),
) -> Matrix:
    """A matrix over arrays as they are; none is copied.

    Args:
        form: "csr" or "csc".
        fields: data, indices and indptr.
        order: whether the indices of each row (column) ascend, and whether each comes once besides.
    """
    kind = {"csr": load().csr_matrix, "csc": load().csc_matrix}[form]
    made = kind(shape, dtype=np.float32)
    # given to the constructor they would be copied into memory
    made.data, made.indices, made.indptr = fields
    # else scipy would walk through all of it to find out
    made.has_sorted_indices, made.has_canonical_format = order
    return made


def order_of(matrix: Matrix) -> tuple[bool, bool]:
    """Whether the indices of each row (column) ascend, and whether each comes once besides."""
    return bool(matrix.has_sorted_indices), bool(matrix.has_canonical_format)


def __getattr__(name: str) -> Any:
    return getattr(load(), name)
